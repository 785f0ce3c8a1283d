"""OpenTelemetry traces in OTLP JSON: GenAI conventions, OpenInference, AI SDK spans (SOURCES D)."""

from __future__ import annotations

from inspector.sources.otlp.source import TraceSource

__all__ = ["TraceSource"]
