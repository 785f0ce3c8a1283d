"""The stages of the context pipeline (PIPELINE), pure functions that return value and record."""
