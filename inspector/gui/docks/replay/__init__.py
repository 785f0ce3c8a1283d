"""The replay dock: controls, what they change, two settings compared, facts tracked, thresholds swept."""
