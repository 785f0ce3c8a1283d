"""From stored messages to the prompt a provider is called with (PIPELINE §9)."""
