"""The corpus: secrets of every declared shape and in every dress, and ordinary texts that look a little like them.

No secret stands in this file: they are made from the templates of the table, always the same ones.
"""

from __future__ import annotations

import base64
import json
import random
import re
import time
from urllib.parse import quote

import pytest

from inspector.analysis.redaction import redact
from inspector.analysis.redaction.rules import RULES
from inspector.analysis.redaction.shapes import SHAPES

_ALPHABETS = {
    "a": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    "h": "0123456789abcdef",
    "d": "0123456789",
    "u": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
}


def made(template: str) -> str:
    """A key of a template: the same one every time."""
    rng = random.Random(template)
    return re.sub(
        r"\{([ahdu])(\d+)\}",
        lambda found: "".join(rng.choice(_ALPHABETS[found[1]]) for _ in range(int(found[2]))),
        template,
    )


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.id)
@pytest.mark.parametrize("frame", ["{}", "key: {} end", '{{"k":"{}"}}', "中文{}，后"])
def test_every_declared_shape_is_found(shape: object, frame: str) -> None:
    key = made(shape.example)  # type: ignore[attr-defined]
    assert key not in redact(frame.format(key)).text
    tail = key[-12:]
    assert tail not in redact(frame.format(key)).text


KEY = made("sk-proj-{a40}")
PASSWORD = made("{a6}-x{a8}")

DRESSED = {
    f"{name} {number}": (text, secret)
    for name, texts, secret in [
        ("environment", ["{v}_TOKEN={s}", "export MY_SECRET={s}", "DB_PASS={s}", "PGPASSWORD={s} psql", "{v}_KEY={s}",
                         "SLACK_BOT_TOKEN={s}", "SMTP_PASSWORD={s}", "JWT_SECRET={s}", "{v}_CREDENTIALS={s}"], PASSWORD),
        ("flag", ["mysql --password {s} -h x", "login --token {s}", "cli --api-key {s} run", "x --client-secret {s}",
                  "redis-cli --pass {s}", "--access-key '{s}'", "tool -password {s}"], PASSWORD),
        ("login", ["curl -u ann:{s} https://x.y", "curl --user 'ann:{s}' x", "curl -X POST -u ann:{s} x",
                   "machine api.x.y login ann password {s}", "default login ann password {s}",
                   "postgres://ann:{s}@db:5432/x", "redis://:{s}@h/0", "amqp://g:{s}@h", "https://{s}:x@github.com"], PASSWORD),
        ("element", ["<password>{s}</password>", "<ns:apiKey>{s}</ns:apiKey>", '<add key="Password" value="{s}"/>',
                     "<property name='db.password' value='{s}'/>", "<clientSecret type='x'>{s}</clientSecret>"], PASSWORD),
        ("spoken", ["密码：{s}", "密码是{s}。", "口令: {s}", "密钥={s}，", "令牌：“{s}”", "Passwort: {s}", "пароль: {s}",
                    "contraseña: {s}", "パスワード：{s}"], PASSWORD),
        ("connection", ["Server=x;User=a;Password={s};", "Pwd={s};Db=1", "AccountName=a;AccountKey={s};",
                        "Endpoint=sb://x/;SharedAccessKey={s}", "DRIVER=x;UID=a;PWD={s}"], PASSWORD + "1Q=="),
        ("field", ['{{"password": "{s}"}}', "password: '{s}'", 'apiKey = "{s}"', "client_secret: {s}", "X-Api-Key: {s}",
                   '{{\\"token\\": 1, \\"refresh_token\\": \\"{s}\\"}}', "secret_key => '{s}'", 'bot_token="{s}"',
                   "private_key: `{s}`", '"auth_token" : "{s}"', "passphrase={s}", '"passcode":"{s}"'], PASSWORD),
        ("header", ["Authorization: Bearer {s}", "authorization: Basic {s}", "Authorization: SSWS {s}",
                    "Proxy-Authorization: Basic {s}", "Cookie: sid={s}", "Set-Cookie: a={s}; Path=/", "bearer {s}"], made("{a32}")),
        ("address", ["https://x.y/z?access_token={s}", "https://x.y/?sig={s}&se=1", "x?api_key={s}&b=1",
                     "https://b.s3.amazonaws.com/o?X-Amz-Signature={s}", "u?X-Goog-Signature={s}", "cb?code={s}#x"], made("{h40}")),
        ("block", ["-----BEGIN PRIVATE KEY-----\n{s}\n-----END PRIVATE KEY-----", "-----BEGIN OPENSSH PRIVATE KEY-----\\n{s}",
                   "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n{s}\n-----END PGP PRIVATE KEY BLOCK-----",
                   "-----BEGIN EC PRIVATE KEY-----{s}"], made("{a64}")),
        ("mail", ["write to {s} now", "<{s}>", "mailto:{s}", "{s}, x", "user={s}"], "anna.meier@firma-berlin.de"),
    ]
    for number, template in enumerate(texts)
    for text in [template.format(v="ACME", s=secret)]
}  # fmt: skip


@pytest.mark.parametrize(("text", "secret"), DRESSED.values(), ids=DRESSED)
def test_a_secret_is_known_by_its_dress(text: str, secret: str) -> None:
    assert secret.rstrip("=") not in redact(text).text


ENCODED = {
    "json escape": f"a {KEY.replace('-', chr(92) + 'u002d')} b",
    "json escape twice": f"a {KEY.replace('-', chr(92) * 2 + 'u002d')} b",
    "hex escape": f"a {KEY.replace('-', chr(92) + 'x2d')} b",
    "percent": f"?q={KEY.replace('-', '%2D')}",
    "entity": f"<b>{KEY.replace('-', '&#45;')}</b>",
    "hex entity": f"<b>{KEY.replace('-', '&#x2d;')}</b>",
    "zero width": f"{KEY[:20]}\u200b{KEY[20:]}",
    "soft hyphen": f"{KEY[:12]}\u00ad{KEY[12:]}",
    "colour": f"{KEY[:20]}\x1b[0m{KEY[20:]}",
    "continued line": f"{KEY[:20]}\\\n    {KEY[20:]}",
    "base64": base64.b64encode(f"token {KEY}".encode()).decode(),
    "base64 url": base64.urlsafe_b64encode(f'{{"api_key": "{PASSWORD}"}}'.encode()).decode().rstrip("="),
    "quoted entity": f"{{&quot;password&quot;: &quot;{PASSWORD}&quot;}}",
    "percent json": quote(json.dumps({"password": PASSWORD})),
    "escaped json": json.dumps(json.dumps(json.dumps({"password": PASSWORD}))),
    "slash": f"https:\\/\\/ann:{PASSWORD}@x.y",
}


@pytest.mark.parametrize("text", ENCODED.values(), ids=ENCODED)
def test_another_writing_does_not_hide_it(text: str) -> None:
    shown = redact(text).text
    assert "[redacted" in shown
    for secret in (KEY[8:], PASSWORD):
        for piece in (secret, secret[:10], secret[-10:]):
            assert piece not in shown
    assert base64.b64encode(KEY.encode()).decode()[8:24] not in shown


HOMES = ["/home/anna.meier/x", "/Users/Anna Meier/x", "C:\\Users\\Anna Meier\\x", "C:\\\\Users\\\\Anna\\\\x",
         "file:///home/anna%20meier/x", "file:///C:/Users/Anna/x", "\\\\wsl$\\Ubuntu\\home\\anna\\x",
         "\\\\wsl.localhost\\Ubuntu-22.04\\home\\anna\\x", "/mnt/c/Users/anna/x", "/c/Users/anna/x",
         "%2Fhome%2Fanna%2Fx", "\\/home\\/anna\\/x", "//wsl$/x /home/anna", "smb:/Users/anna/x"]  # fmt: skip


@pytest.mark.parametrize("text", HOMES)
def test_home_folders_name_nobody(text: str) -> None:
    shown = redact(text).text.lower()
    assert "anna" not in shown
    assert "meier" not in shown


ORDINARY = [
    "sk-learn-contrib-clustering", "sk-learn-based-classifier-2024", "sk-circle-fade-dot", "sk-folding-cube-12",
    ".sk-chase-dot:before { animation: sk-chase 2s }", "access_tokens: 123", "access_tokens: 1234567890", "max_tokens: 40960",
    "total_tokens=123456", "logo@2x.png", "sprite@3x.webp", "font@400.woff2", "icon-48@1.5x.png", "password_hash(pw)",
    "if password == password_hash(pw):", "password = get_password()", "token = self.token", "api_key = config.api_key",
    "secret = os.getenv('X')", "password=password_hash(pw)", "tokenizer: cl100k_base", "token: next", "tokens: one two",
    "the secret: nobody knows", "secret garden", "key: value", "keys: a, b, c", "keyboard=qwerty", "monkey=banana1",
    "turnkey: 2024-solution", "git@github.com:org/repo.git", "user@example.com", "noreply@github.com", "pkg@1.2.3",
    "import @scope/pkg", "@media (min-width: 600px)", "a@b", "x = y @ z", "npm i react@18.2.0", "vue@next", "std::string@plt",
    "/home", "/home/", "https://example.com/home/products", "/usr/home-brew", "/Users/Shared/data", "see /homepage/intro",
    "C:\\Program Files\\x", "C:\\Users\\Public\\x", "D:\\data\\users", "/root", "~/x/y", "/var/lib/x", "/opt/homebrew/bin",
    "bearer bonds were popular", "the bearer of news", "ring-bearer, cup-bearer", "Authorization: required", "Cookie: none",
    "cookie: chocolate", "Set a cookie policy", "basic authorization is described below", "https://example.com:8080/x",
    "https://en.wikipedia.org/wiki/Password", "http://localhost:3000/@fs/x", "https://x.y/z?page=2&sort=name", "?code=200",
    "?key=name", "?token=abc", "?sig=short", "f(x)?key=:y", "eyJ", "eyJhbGci is how a JWT begins", "AKIA stands for access key",
    "ghp_ is the prefix", "xoxb- tokens are for bots", "hf_hub_download(repo)", "hf_transfer", "npm_config_registry",
    "npm_package_version", "r8_unorm", "fw_cfg", "gsk_attn", "SG.1", "AC/DC", "SKU 12345", "SK-II", "app-router-segment-config",
    "app-development-environment", "dataset-card", "pat-down", "pattern.match", "key-value", "key-note-speaker-2024",
    "fc-cache -f", "csk-1", "pul-chinella", "sl.no", "dp.memo[i][j]", "s.split(',')", "v1.0-beta", "1/2 cup", "3/4:1",
    "d41d8cd98f00b204e9800998ecf8427e", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "550e8400-e29b-41d4-a716-446655440000", "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b", "2024-01-01T00:00:00.000Z",
    "toolu_01A09q90qw90lq917835lq9", "call_abc123DEF456ghi789", "msg_013Zva2CMHLNnjNjJKqJ2EF", "req_011CSHoEeqs5C35K2UUqR7Fy",
    "chatcmpl-9x8y7z6w5v4u3t2s1r", "resp_67ccd2bed1ec8190b14f964abc054267", "vfs://blob/1e1a7341", "[cite:9e8d7c6b-3]",
    "data:image/png;base64,iVBORw0KGgo", "lorem ipsum dolor sit amet", "电池的能量密度", "密码学是一门学科", "口令牌", "令牌桶算法",
    "请设置密码", "密钥长度：256", "密码：请输入", "Passwort vergessen?", "contraseña olvidada", "class=\"btn btn-primary\"",
    "mr-4@md", "grid-cols-[1fr_2fr]", "text-[#1a2b3c]", "color: #deadbeef", "0x7fffffffe000", "1.2.3.4:8080", "10:30:45",
    "--token-limit 4096", "--max-tokens 1024", "--password-file x.txt", "--secret-name db", "--no-auth", "-p 8080:80",
    "curl -X POST https://x.y/z", "curl -o out.txt https://x.y", "curl -H 'Accept: text/html' x", "machine learning login page",
    "<password/>", "<input type=\"password\">", "<key>name</key>", "<label>Password</label>", "<token>,</token",
    "api_key: string", "apiKey: string;", "password: string | null", "password?: string", "\"password\": {\"type\": \"string\"}",
    "secret_key=<your key>", "API_KEY=${API_KEY}", "API_KEY=$API_KEY", "TOKEN=$(cat x)", "PASSWORD={{ pw }}", "API_KEY=xxxxxxxx",
    "KEY=1", "MONKEY=banana", "PATH=/usr/bin:/bin", "COMPASS=northwest", "&lt;b&gt;bold&lt;/b&gt;", "%20%2F%3A", "100%25 sure",
    "\\u4e2d\\u6587", "\\x41\\x42", "a\\/b", "-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "password manager",
    "forgot password?", "Secrets of the sea", "credential stuffing", "a passphrase of four words", "session token bucket",
    "private key cryptography", "the api key is stored in the vault", "SGVsbG8gd29ybGQsIHRoaXMgaXMgYSB0ZXN0",
]  # fmt: skip


def test_the_corpus_is_large_enough() -> None:
    assert len(SHAPES) + len(DRESSED) + len(ENCODED) + len(HOMES) >= 150
    assert len(ORDINARY) >= 150
    assert len(set(ORDINARY)) == len(ORDINARY)


@pytest.mark.parametrize("text", ORDINARY)
def test_an_ordinary_text_stays(text: str) -> None:
    assert redact(text).text == text


_PIECES = ["\n", " ", "a", "A1", "sk-", "eyJ", "eyJa.", "=", ":", "key", "Key=", "secret: ", "cookie:", "authorization: ",
           "bearer ", "//", "://a:", "@", "a@b.", "\\", "\\\\", "\"", "'", "<", "<password>", "--pass ", "curl -x ", "login a ",
           "machine a ", "/home/", "/Users/A ", "C:\\Users\\", "wsl$\\", "%41", "&#45;", "\\u0041", "\x1b[0m", "-----BEGIN ",
           "0", "0123456789abcdef", "A_", "密码：", "discord.com/api/webhooks/1/", "1/1", "M", "pat", "\\\\wsl", "name=\"", "?key="]  # fmt: skip


@pytest.mark.parametrize("piece", _PIECES)
def test_time_grows_with_the_text_and_not_with_its_square(piece: str) -> None:
    """Every rule over a doubled input; a quadratic one takes four times as long."""

    def seconds(chars: int) -> float:
        text = piece * (chars // len(piece))
        best = 1e9
        for _ in range(2):
            began = time.process_time()
            redact(text)
            best = min(best, time.process_time() - began)
        return best

    small, large = seconds(40_000), seconds(160_000)
    assert large < 9 * small + 0.15


def test_ids_of_rules_are_unique() -> None:
    ids = [rule.id for rule in RULES]
    assert len(set(ids)) == len(ids)
