"""Secrets are found and named after their vendor; hashes, ids and code stay."""

from __future__ import annotations

import string
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.redaction import SecretKind, find_secrets
from tests.analysis.findings.conftest import Look, step, user

CREDENTIALS = frozenset(kind for kind in SecretKind if kind.is_credential)
WORD = string.ascii_letters + string.digits


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("sk_live_4eC39HqLyjWDarjtT1zdp7dc", "a Stripe key"),
        ("rk_test_4eC39HqLyjWDarjtT1zdp7dc", "a Stripe key"),
        ("whsec_4eC39HqLyjWDarjtT1zdp7dc12", "a Stripe webhook secret"),
        ("AKIAIOSFODNN7EXAMPLE", "an AWS key"),
        ("sk-ant-api03-Abcdef0123456789Abcdef", "an Anthropic key"),
        ("sk-or-v1-0123456789abcdef0123456789", "an OpenRouter key"),
        ("sk-proj-Abcdef0123456789Abcdef", "an OpenAI key"),
        ("sk-Abcdef0123456789Abcdef0123", "a provider's key (sk-…)"),
        ("github_pat_11ABCDEFG0abcdefghijkl_mnop", "a GitHub token"),
        (f"xapp-1-A0123456789-1234567890123-{'9fa3' * 16}", "a Slack app token"),
        ("https://hooks.slack.com/services/T0123/B0123/abcdefghijklmnop", "a Slack webhook"),
        ("AccountKey=Abcdefghijklmnop0123456789==;", "an Azure key"),
        ("AIzaSyA0123456789abcdefghijklmnopqrs", "a Google key"),
        ("gsk_a1B2c3D4e5F6g7H8i9J0k1L2", "a Groq key"),
        ("SG.abcdefghijklmnop.qrstuvwxyz0123456789", "a SendGrid key"),
        ("postgres://admin:hunter2secret@db.example.net/shop", "a login in a URL (DSN)"),
        ("Set-Cookie: session=abcdefghijklmnop0123", "an authorisation header or a cookie"),
        ('client_secret: "Abcdefgh01234567890"', "a value called client_secret"),
    ],
)
def test_names_of_vendors(text: str, name: str, made: Callable[..., Path], look: Look) -> None:
    (finding,) = look(made(step(1, [user(f"see\n{text}\nthere")])), "secrets")
    assert finding.message.startswith(f"{name} stands in the conversation: ")
    assert text not in finding.message + finding.excerpt


@given(
    st.randoms(use_true_random=False).map(lambda random: "".join(random.sample(WORD, 36))),
    st.sampled_from(["sk_live_", "sk-ant-api03-", "ghp_"]),
)
def test_every_token_of_a_vendor_is_found(token: str, prefix: str) -> None:
    found = list(find_secrets(f"key {prefix}{token}1 end", kinds=CREDENTIALS))
    assert [f"key {prefix}{token}1 end"[one.start : one.end] for one in found] == [f"{prefix}{token}1"]


@given(
    st.one_of(
        st.text("0123456789abcdef", min_size=32, max_size=64), st.uuids().map(str), st.integers().map(str)
    )
)
def test_hashes_ids_and_numbers_stay(value: str) -> None:
    assert list(find_secrets(f"commit {value} of main", kinds=CREDENTIALS)) == []


@pytest.mark.parametrize(
    "code",
    [
        "def get_token(self) -> str: return self._token",
        "const apiKey = process.env.API_KEY",
        "task-id and disk-usage of risk-free sk-learn",
        "mask_live_view and sk_test_ are words",
        "https://example.com/path?page=2&sort=asc",
    ],
)
def test_code_stays(code: str) -> None:
    assert list(find_secrets(code, kinds=CREDENTIALS)) == []


def test_the_case_of_thirteen(cases: Path, look: Look) -> None:
    found = look(cases / "L32-secrets-many-vendors", "secrets")
    assert len(found) == 13
    assert not [
        finding for finding in found if "a aws" in finding.message or "openai" in finding.message.lower()
    ]
