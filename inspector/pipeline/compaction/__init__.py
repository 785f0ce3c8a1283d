"""Folding of old history into summaries: PIPELINE §10 (summarising), §11 (turn start), §12 (tool loop)."""
