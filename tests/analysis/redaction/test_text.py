"""What counts as a secret in a text, what does not, and what stands in its place."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.redaction import SecretKind, find_secrets, redact
from inspector.analysis.redaction.rules import RULES
from inspector.analysis.redaction.text import _matches

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"

SECRETS = [
    ("sk-proj-4f9AbC0dEfGhIjKlMnOp", SecretKind.API_KEY),
    ("sk-ant-api03-abcdEFGH1234_5678-zz", SecretKind.API_KEY),
    ("AIzaSyA1234567890abcdefghijklmnopqrstuv", SecretKind.API_KEY),
    ("ghp_0123456789abcdefghijABCDEFGHIJ012345", SecretKind.API_KEY),
    ("github_pat_11ABCDEFG0123456789_abcdefghij", SecretKind.API_KEY),
    ("xoxb-1234567890-abcdefghij", SecretKind.API_KEY),
    ("AKIAIOSFODNN7EXAMPLE", SecretKind.API_KEY),
    ("hf_abcdefghijklmnopqrstuvwx", SecretKind.API_KEY),
    ("tvly-dev-0123456789abcdefghij", SecretKind.API_KEY),
    (JWT, SecretKind.JWT),
    ("ann.lee+work@lab-7.co.uk", SecretKind.MAIL_ADDRESS),
    ("/Users/ann", SecretKind.HOME_PATH),
    ("/home/ann", SecretKind.HOME_PATH),
    ("C:\\Users\\Ann Lee", SecretKind.HOME_PATH),
]


@pytest.mark.parametrize(("secret", "kind"), SECRETS)
@pytest.mark.parametrize("frame", ["{}", "see {}/x.txt now", '{{"text": "{}/a"}}', "中文{}/文本"])
def test_a_known_shape_is_found_wherever_it_stands(secret: str, kind: SecretKind, frame: str) -> None:
    redacted = redact(frame.format(secret))
    assert secret not in redacted.text
    assert [finding.kind for finding in redacted.findings] == [kind]


CONTEXTS = [
    ("Authorization: Bearer abc123def456", "abc123def456"),
    ("authorization: Basic dXNlcjpwYXNz\r\nHost: x", "dXNlcjpwYXNz"),
    ("curl -H 'Authorization: token 9f8e7d6c5b4a' https://api", "9f8e7d6c5b4a"),
    ("used bearer a1b2c3d4e5f6 to ask", "a1b2c3d4e5f6"),
    ('{"api_key": "hunter"}', "hunter"),
    ('{"OPENAI_API_KEY":"hunter"}', "hunter"),
    ('{"x-api-key" : "hunter"}', "hunter"),
    ('{"apiKey":"with \\"quotes\\" inside"}', "inside"),
    ('{\\"password\\":\\"hunter\\",\\"next\\":1}', "hunter"),
    ("client_secret=hunter2&x=1", "hunter2"),
    ("export ANTHROPIC_API_KEY=hunterhunter", "hunterhunter"),
    ("api-key: k3yk3yk3y", "k3yk3yk3y"),
    ("Cookie: sid=abc; theme=dark", "sid=abc"),
    ("https://ann:hunter@db.example.org/x", "hunter"),
    ("https://x.org/y?key=0123456789abcdef&z=1", "0123456789abcdef"),
    ('{"token": "0123456789abcdef0123456789"}', "0123456789abcdef"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----", "MIIEow"),
]


@pytest.mark.parametrize(("text", "secret"), CONTEXTS)
def test_a_secret_is_known_by_what_stands_around_it(text: str, secret: str) -> None:
    redacted = redact(text)
    assert secret not in redacted.text
    assert len(redacted.findings) == 1


@pytest.mark.parametrize(
    "text",
    [
        "the task-management of a risk-averse desk-sized disk-drive",
        "sk-learn is a library",
        "the bearer certificates of the bank",
        "max_tokens: 4096, tokens=1234",
        '{"token": "the", "logprob": -0.1}',
        '{"api_key": {"type": "string"}}',
        "api_key = os.environ['KEY']",
        'client(api_key="<YOUR KEY>", password=settings.password)',
        '"apiKey": "${OPENAI_API_KEY}"',
        "git@github.com:org/repo.git",
        "import @scope/pkg@1.2.3",
        "https://example.com/home/products and /usr/home",
        "/Users/Shared/data",
        "keyboard: qwertz, secretary: Ms. Fox",
        "eyJ is how they start",
    ],
)
def test_an_ordinary_text_stays_as_it_is(text: str) -> None:
    assert redact(text).text == text


def test_a_json_text_stays_json_and_keeps_everything_else() -> None:
    value = {
        "api_key": "hunter",
        "path": "C:\\Users\\ann\\x.txt",
        "n": 1,
        "mail": "ann@lab.org",
        "t": "plain",
    }
    redacted = json.loads(redact(json.dumps(value)).text)
    assert redacted == {
        "api_key": "[redacted field]",
        "path": "~\\x.txt",
        "n": 1,
        "mail": "[redacted mail-address]",
        "t": "plain",
    }


def test_a_finding_says_where_and_what_but_never_the_secret() -> None:
    text = "key sk-proj-4f9AbC0dEfGhIjKlMnOp, password=hunter22hunter22"
    first, second = find_secrets(text)
    assert text[first.start : first.end] == "sk-proj-4f9AbC0dEfGhIjKlMnOp"
    assert first.hint == "sk-p… 28 chars"
    assert text[second.start : second.end] == "hunter22hunter22"
    assert second.hint == "16 chars"


def test_a_secret_inside_another_is_taken_out_once() -> None:
    redacted = redact("Authorization: Bearer sk-proj-4f9AbC0dEfGhIjKlMnOp")
    assert redacted.text == "Authorization: Bearer [redacted api-key]"
    assert len(redacted.findings) == 1


def test_only_the_wanted_kinds_are_looked_for() -> None:
    text = "ann@lab.org has sk-proj-4f9AbC0dEfGhIjKlMnOp in /home/ann"
    assert [found.kind for found in find_secrets(text, kinds={SecretKind.API_KEY})] == [SecretKind.API_KEY]
    assert not SecretKind.HOME_PATH.is_credential
    assert SecretKind.API_KEY.is_credential


@given(st.text(alphabet=st.sampled_from("sk-eyJ._@:/\\\"'={} apiKey=BearerUsershome0129\n"), max_size=200))
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    once = redact(text).text
    assert redact(once).text == once or len(redact(once).findings) <= len(redact(text).findings)


@pytest.mark.parametrize(
    "block", ["eyJ", "a.b@", "\\\\\\", "api_key", "://", "A", "secret=", "bearer ", '"password":"', "/home/"]
)
def test_hostile_repetition_costs_one_pass(block: str) -> None:
    text = block * (400_000 // len(block))
    started = time.process_time()
    redact(text)
    assert time.process_time() - started < 5


@given(
    st.text(alphabet=st.sampled_from("aA@.-_:=\"' \\tokenTOKENapikeysecretPASSWORDcookie019İ"), max_size=120)
)
def test_trying_a_rule_at_its_stems_finds_what_trying_it_everywhere_finds(text: str) -> None:
    for rule in RULES:
        if rule.stem is not None:
            everywhere = [match.span() for match in rule.pattern.finditer(text)]
            assert [match.span() for match in _matches(rule, text, text.lower())] == everywhere
