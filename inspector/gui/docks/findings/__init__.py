"""The Findings tab: what is wrong with the session, where, why, and what to do about it (PIPELINE §17)."""
