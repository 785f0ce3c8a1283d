"""Small builders for rows, model messages and compressors."""

from __future__ import annotations

from typing import Any

from inspector.pipeline.compaction.compressor import CompressionRequest


class Scripted:
    """A compressor that answers in order (the last answer again and again) or raises the exception given.

    Attributes:
        requests: what was asked.
    """

    def __init__(self, *answers: str | Exception) -> None:
        self.answers = answers
        self.requests: list[CompressionRequest] = []

    def compress(self, request: CompressionRequest) -> str:
        answer = self.answers[min(len(self.requests), len(self.answers) - 1)]
        self.requests.append(request)
        if isinstance(answer, Exception):
            raise answer
        return answer


def words(count: int, word: str = "word") -> str:
    """A text of so many tokenx tokens."""
    return " ".join([word] * count)


def row(row_id: str, text: str = "", *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A row, an assistant's when its id starts with `a`, else a user's."""
    role = "assistant" if row_id.startswith("a") else "user"
    texts = [{"type": "text", "text": text}] if text else []
    return {"id": row_id, "role": role, "parts": [*texts, *parts], **more}


def file_part(entry: str, name: str | None = "a.txt") -> dict[str, Any]:
    """A file part of a file entry."""
    named = {} if name is None else {"filename": name}
    metadata = {"cherry": {"fileEntryId": entry}}
    return {"type": "file", "mediaType": "text/plain", **named, "providerMetadata": metadata}


def archived(*entries: str, state: str = "output-available") -> dict[str, Any]:
    """A tool part whose output is an envelope over the entries."""
    refs = [{"key": f"/{index}/content", **_ref(entry)} for index, entry in enumerate(entries)]
    body = {"shape": "entities", "skeleton": [], "blobRefs": refs}
    if len(entries) == 1:
        body = {"shape": "text", **_ref(entries[0])}
    return {"type": "tool-run", "toolCallId": "c", "state": state, "output": {"$persistedToolOutput": body}}


def _ref(entry: str) -> dict[str, Any]:
    figures = {"head": "H", "tail": "T", "totalChars": 9000, "totalLines": 3}
    return {"fileEntryId": entry, "vfsFilename": f"vfs_{entry}.txt", **figures}


def user(text: str) -> dict[str, Any]:
    """A user's model message."""
    return {"role": "user", "content": text}


def system(text: str) -> dict[str, Any]:
    """A system model message."""
    return {"role": "system", "content": text}


def call(number: int, result: str) -> list[dict[str, Any]]:
    """A step of a tool loop: an assistant's call and its result."""
    named = {"toolCallId": f"c{number}", "toolName": "read_file"}
    output = {"type": "text", "value": result}
    return [
        {"role": "assistant", "content": [{"type": "tool-call", **named, "input": {"page": number}}]},
        {"role": "tool", "content": [{"type": "tool-result", **named, "output": output}]},
    ]
