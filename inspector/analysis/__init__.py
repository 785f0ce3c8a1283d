"""Reads sessions and results: inventory, citations, prefix cache, cost, findings."""
