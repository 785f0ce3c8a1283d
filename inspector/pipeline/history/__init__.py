"""A request's history: intermediate representation, validity, turns, budget (PIPELINE §5, §9, §13)."""
