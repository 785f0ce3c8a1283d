"""Run the pipeline over a session under any settings and tell what would have happened."""
