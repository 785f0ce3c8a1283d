"""Nested values without their secrets, and the account of an export."""

from __future__ import annotations

from inspector.analysis.redaction import Redactor, SecretKind, redact_value

VALUE = {
    "url": "https://api.example.org",
    "headers": {"Authorization": "Bearer abc123def456", "accept": "*/*"},
    "apiKeys": ["one", "two"],
    "inner": [{"text": "mail ann@lab.org"}, 7, None, True],
    "schema": {"api_key": {"type": "string", "description": "your key"}},
}


def test_fields_named_like_keys_lose_their_texts_and_the_rest_keeps_its_shape() -> None:
    redacted, findings = redact_value(VALUE)
    assert redacted == {
        "url": "https://api.example.org",
        "headers": {"Authorization": "[redacted field]", "accept": "*/*"},
        "apiKeys": ["[redacted field]", "[redacted field]"],
        "inner": [{"text": "mail [redacted mail-address]"}, 7, None, True],
        "schema": {"api_key": {"type": "string", "description": "your key"}},
    }
    assert len(findings) == 4


def test_a_redactor_counts_over_many_texts() -> None:
    redactor = Redactor()
    redactor.text("/home/ann/x and /home/bob/y")
    redactor.value(VALUE)
    assert redactor.counts() == {
        SecretKind.FIELD: 3,
        SecretKind.MAIL_ADDRESS: 1,
        SecretKind.HOME_PATH: 2,
    }


def test_a_redactor_that_is_off_passes_everything() -> None:
    redactor = Redactor(enabled=False)
    assert redactor.value(VALUE) is VALUE
    assert redactor.text("/home/ann") == "/home/ann"
    assert redactor.counts() == {}
