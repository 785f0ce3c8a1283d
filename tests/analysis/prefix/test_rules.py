"""Which rule applies: by the model's own name wherever it is served, and by what a changed setting loses there."""

from __future__ import annotations

import pytest

from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.names import host_name, model_name
from inspector.analysis.prefix.report import judge
from inspector.analysis.prefix.rules import Loses, built_in_rules, parse_rules
from inspector.analysis.prefix.simulate import CacheSimulator
from inspector.analysis.prefix.verdict import VerdictState
from inspector.model.problems import Problem
from inspector.model.request import RequestRecord
from inspector.model.usage import Usage
from tests.analysis.prefix.conftest import Build, part, system, tool

BIG = "word " * 4000
RULES = built_in_rules()


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("anthropic/claude-sonnet-4.6", "claude-sonnet-4-6"),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5-20250929"),
        ("global.amazon.nova-pro-v1:0", "nova-pro"),
        (
            "arn:aws:bedrock:us-east-1:1:inference-profile/eu.anthropic.claude-opus-4-8-v1:0",
            "claude-opus-4-8",
        ),
        ("claude-haiku-4-5@20251001", "claude-haiku-4-5"),
        ("deepseek/deepseek-chat:free", "deepseek-chat"),
        ("qwen3:8b", "qwen3"),
        ("GPT-5.1", "gpt-5-1"),
        ("", ""),
    ],
)
def test_a_models_own_name(given: str, name: str) -> None:
    assert model_name(given) == name


def test_a_host_is_one_whatever_its_interface() -> None:
    assert host_name("openai.chat") == host_name("openai.responses") == "openai"


@pytest.mark.parametrize(
    ("provider", "model", "rule"),
    [
        ("openrouter.chat", "anthropic/claude-sonnet-4.6", "anthropic-1024"),
        ("gateway", "anthropic/claude-haiku-4.5", "anthropic-4096"),
        ("litellm.chat", "claude-opus-5", "anthropic-512"),
        ("copilot", "claude-sonnet-5.5", "anthropic-512"),
        ("vertex.anthropic.messages", "claude-haiku-4-5@20251001", "anthropic-4096"),
        ("amazon-bedrock", "eu.anthropic.claude-haiku-4-5-20251001-v1:0", "bedrock-claude-4096"),
        ("amazon-bedrock", "us.anthropic.claude-opus-4-7-v1:0", "anthropic-2048"),
        ("openai-compatible.chat", "gpt-4o-mini", "openai"),
        ("azure-openai.responses", "o3-mini", "openai"),
        ("openrouter", "openai/gpt-5.5", "openai-24h"),
        ("openrouter", "openai/gpt-5.6-codex", "openai-5.6"),
        ("openrouter", "google/gemini-3.1-pro", "gemini-4096"),
        ("gateway", "deepseek/deepseek-v4-flash", "deepseek"),
        ("xai.chat", "grok-4", "xai"),
        ("mistral.chat", "mistral-large-latest", "mistral"),
        # Open weights served by others, and what nobody knows: no rule.
        ("together.chat", "deepseek-ai/DeepSeek-V3", "none"),
        ("ollama.chat", "deepseek-r1:14b", "none"),
        ("lmstudio.chat", "openai/gpt-oss-20b", "none"),
        ("groq.chat", "meta-llama/Llama-3.3-70B", "none"),
        ("moonshotai.chat", "kimi-k2", "none"),
        ("openai.embedding", "text-embedding-3-small", "none"),
    ],
)
def test_the_rule_of_a_model_wherever_it_is_served(provider: str, model: str, rule: str) -> None:
    assert RULES.rule_for(provider, model).id == rule


@pytest.mark.parametrize(
    ("rule", "change", "loses"),
    [
        ("anthropic-1024", "tool_choice", Loses.MESSAGES),
        ("bedrock-claude-4096", "thinking", Loses.MESSAGES),
        ("anthropic-512", "speed", Loses.SYSTEM),
        ("openai", "tool_choice", Loses.NOTHING),
        ("openai-5.6", "text_format", Loses.TOOLS),
        ("openai-24h", "cache_key", Loses.MAYBE),
        ("gemini-2048", "thinking", Loses.NOTHING),
        ("deepseek", "images", Loses.NOTHING),
        ("none", "effort", Loses.MAYBE),
    ],
)
def test_what_a_changed_setting_loses(rule: str, change: str, loses: Loses) -> None:
    known = next((one for one in RULES.rules if one.id == rule), RULES.rule_for("no", "body"))
    assert RULES.effect_of(known, change) is loses


@pytest.mark.parametrize(
    "text",
    [
        '[[rule]]\nid="x"\nkind="longest"\nas_of="2026-12"\nsource="me"\n',
        '[[rule]]\nid="x"\nkind="steps"\nstep=0\nas_of="2026-12"\nsource="me"\n',
        '[[rule]]\nid="x"\nkind="steps"\nmodel="("\nas_of="2026-12"\nsource="me"\n',
        '[[effect]]\nrule=""\nchange="tools"\nloses="everything"\nas_of="2026-12"\nsource="me"\n',
        '[[effects]]\nrule=""\n',
        "rule = 1",
    ],
)
def test_bad_rules_are_told(text: str) -> None:
    with pytest.raises(Problem, match="not usable as cache rules"):
        parse_rules(text, "cache_rules.toml")


def _judge(requests: list) -> list:
    records = [
        RequestRecord(
            index=r.index, id="", conversation_id="c", model=r.model, provider=r.provider, usage=r.usage
        )
        for r in requests
    ]
    return list(judge(records, requests, rules=RULES).verdicts)


def _usage(total: int, read: int | None, write: int | None = None) -> Usage:
    return Usage(input=total, cache_read=read, cache_write=write, output=1)


GPT = {"model": "openai/gpt-5.1", "provider": "openrouter.chat"}


@pytest.mark.parametrize(
    ("gap", "read", "cause"),
    [
        (200, 4992, CauseId.EXTENDS),
        (1800, 4992, CauseId.EXTENDS),
        (1800, 0, CauseId.UNEXPLAINED),  # may still live after half an hour, so it is not surely expired
        (4000, 0, CauseId.TTL_EXPIRED),
        (4000, 4992, CauseId.EXTENDS),
    ],
)
def test_expired_needs_a_gap_beyond_what_is_known_and_a_read_that_failed(
    build: Build, gap: int, read: int, cause: CauseId
) -> None:
    first = build(0, [system(BIG)], usage=_usage(5000, 0), **GPT)
    second = build(1, [system(BIG), part("more")], at_s=gap, usage=_usage(5010, read), **GPT)
    assert _judge([first, second])[1].cause.id is cause


def test_nothing_expires_and_nothing_is_lost_without_a_rule(build: Build) -> None:
    local = {"model": "qwen3:8b", "provider": "ollama.chat"}
    first = build(0, [system(BIG)], usage=_usage(5000, 4000), **local)
    second = build(1, [system("other " + BIG)], at_s=9e6, usage=_usage(5010, 0), **local)
    verdict = _judge([first, second])[1]
    assert (verdict.cause.id, verdict.lost, verdict.disagrees) == (CauseId.SYSTEM_CHANGED, None, False)
    assert verdict.state is VerdictState.GREY


def test_a_loss_by_prediction_is_kept_apart(build: Build) -> None:
    first = build(0, [system(BIG)], **GPT)
    second = build(1, [system("other " + BIG)], at_s=1, **GPT)
    verdict = _judge([first, second])[1]
    assert verdict.tokens_lost is None
    assert (verdict.predicted_lost or 0) > 4000
    assert not verdict.loss_is_measured
    assert verdict.state is VerdictState.RED


@pytest.mark.parametrize(("read", "cause"), [(4992, CauseId.EXTENDS), (1200, CauseId.TOOL_CHOICE_CHANGED)])
def test_a_setting_is_a_cause_only_where_something_was_lost(build: Build, read: int, cause: CauseId) -> None:
    claude = {"model": "claude-sonnet-4-6", "provider": "gateway"}
    first = build(0, [tool("x"), system(BIG, mark="5m")], usage=_usage(5000, 0, 4997), **claude)
    second = build(
        1,
        [tool("x"), system(BIG), part("more", mark="5m")],
        at_s=1,
        usage=_usage(5010, read, 5007 - read),
        tool_choice='"any"',
        **claude,
    )
    verdict = _judge([first, second])[1]
    assert verdict.cause.id is cause
    spared = [remark.id.value for remark in verdict.cause.remarks if remark.id.value == "setting-spared"]
    assert bool(spared) is (cause is CauseId.EXTENDS)
    assert bool(verdict.tokens_lost) is (cause is not CauseId.EXTENDS)


def test_chats_that_take_turns_under_one_opening_are_compared_each_with_its_own(build: Build) -> None:
    def chat(index: int, *texts: str, read: int) -> object:
        blocks = [system(BIG), *(part(text, at=at) for at, text in enumerate(texts))]
        return build(index, blocks, at_s=index, usage=_usage(5000 + 10 * len(texts), read), **GPT)

    verdicts = _judge(
        [
            chat(0, "hi", read=0),
            chat(1, "hi", "left", "l2", read=4992),
            chat(2, "hi", "right", "r2", read=4992),
            chat(3, "hi", "left", "l2", "l3", read=4992),
            chat(4, "hi", "right", "r2", "r3", read=4992),
        ]
    )
    causes = [verdict.cause.id for verdict in verdicts]
    assert causes[3:] == [CauseId.EXTENDS, CauseId.EXTENDS]
    assert [verdict.compared_with for verdict in verdicts[3:]] == [1, 2]


def test_caches_are_told_apart_by_host_and_model(build: Build) -> None:
    def read(**other: str) -> int | None:
        simulator = CacheSimulator(RULES)
        simulator.feed(build(0, [system(BIG)], **GPT))
        return simulator.feed(build(1, [system(BIG)], at_s=1, **(GPT | other))).read

    assert read() == 4992
    assert read(provider="openrouter.responses") == 4992
    assert read(provider="azure.chat") == 0
    assert read(model="openai/gpt-4o") == 0
