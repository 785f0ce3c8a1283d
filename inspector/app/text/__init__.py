"""Text of any length: documents, rows, folds, marks, highlighting, the caret."""
