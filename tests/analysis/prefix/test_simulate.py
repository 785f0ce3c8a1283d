"""The simulated caches follow their provider's rule: marks, look-back, lifetime, minimum, steps, exact match."""

from __future__ import annotations

from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.report import judge
from inspector.analysis.prefix.rules import RuleKind, built_in_rules, load_rules
from inspector.analysis.prefix.simulate import CacheSimulator
from inspector.model.request import RequestRecord
from inspector.model.usage import Usage
from tests.analysis.prefix.conftest import Build, part, system, tool

BIG = ("word " * 2000)[
    :-12
]  # with the frame of one block 10,000 characters: 2,500 tokens when none are measured


def simulate(requests: list) -> list:
    simulator = CacheSimulator(built_in_rules())
    return [simulator.feed(request) for request in requests]


def causes(requests: list) -> list[CauseId]:
    records = [RequestRecord(index=r.index, id="", conversation_id="c", usage=r.usage) for r in requests]
    return [verdict.cause.id for verdict in judge(records, requests, rules=built_in_rules()).verdicts]


def test_marked_prefix_is_read_by_the_next_request(build: Build) -> None:
    first = build(0, [system(BIG, mark="5m")])
    second = build(1, [system(BIG, mark="5m"), part("hello", mark="5m")], at_s=10)
    assert [p.read for p in simulate([first, second])] == [0, 2500]


def test_entry_dies_after_its_lifetime_and_lives_on_by_use(build: Build) -> None:
    blocks = [system(BIG, mark="5m")]
    used = simulate([build(0, blocks), build(1, blocks, at_s=290), build(2, blocks, at_s=580)])
    late = [build(0, blocks), build(1, blocks, at_s=301)]
    assert [p.read for p in used] == [0, 2500, 2500]
    assert simulate(late)[1].expired_s == 301
    assert causes(late)[1] is CauseId.TTL_EXPIRED


def test_long_lifetime_is_an_hour(build: Build) -> None:
    blocks = [system(BIG, mark="1h")]
    assert simulate([build(0, blocks), build(1, blocks, at_s=3500)])[1].read == 2500


def test_below_the_minimum_nothing_is_cached(build: Build) -> None:
    small = [build(0, [system("short", mark="5m")]), build(1, [system("short", mark="5m")])]
    assert simulate(small)[1].below_minimum
    assert causes(small)[1] is CauseId.BELOW_MINIMUM


def test_without_a_mark_nothing_is_cached(build: Build) -> None:
    assert causes([build(0, [system(BIG)]), build(1, [system(BIG)])])[1] is CauseId.NO_BREAKPOINT


def test_entry_out_of_look_back_is_not_found(build: Build) -> None:
    first = [build(0, [system(BIG, mark="5m")])]
    for distance, expected in ((20, 2500), (21, 0)):
        blocks = [system(BIG), *(part(str(i), at=i) for i in range(distance - 1)), part("end", mark="5m")]
        request = build(1, blocks, at_s=1)
        assert bool(simulate([*first, request])[1].read) is bool(expected)
    assert causes([*first, request])[1] is CauseId.LOOKBACK_EXCEEDED


def test_parallel_requests_do_not_read_what_is_still_being_written(build: Build) -> None:
    blocks = [system(BIG, mark="5m"), part("a", mark="5m")]
    pair = [build(0, blocks, duration_ms=5000), build(1, blocks, at_s=1)]
    assert simulate(pair)[1].lagging
    assert causes(pair)[1] is CauseId.IDENTICAL


def test_a_request_that_goes_on_from_an_answer_reads_it_whatever_the_clocks_say(build: Build) -> None:
    first = build(0, [system(BIG, mark="5m")], duration_ms=5000)
    assert simulate([first, build(1, [system(BIG, mark="5m"), part("b", mark="5m")], at_s=1)])[1].read == 2500


def test_measured_sizes_place_later_reads(build: Build) -> None:
    usage = Usage(input=3000, no_cache=3, cache_read=0, cache_write=2997)
    first = build(0, [system(BIG, mark="5m")], usage=usage)
    second = build(1, [system(BIG, mark="5m"), part("x" * 400, mark="5m")], usage=Usage(input=3103))
    assert simulate([first, second])[1].read == 2997


def test_marks_are_assumed_when_the_provider_cached_without_recorded_ones(build: Build) -> None:
    usage = Usage(input=2500, no_cache=0, cache_read=0, cache_write=2500)
    assert simulate([build(0, [system(BIG)], usage=usage)])[0].assumed_marks


def test_openai_rounds_down_to_steps_and_reads_within_a_block(build: Build) -> None:
    first = build(0, [system(BIG)], model="gpt-5.1", provider="openai.chat")
    second = build(1, [system(BIG[:9000] + "other")], model="gpt-5.1", provider="openai.chat", at_s=1)
    assert simulate([first, second])[1].read == 2176  # 2,250 shared tokens, in steps of 128


def test_newest_openai_models_match_only_at_a_breakpoint(build: Build) -> None:
    def request(index: int, *texts: str) -> object:
        blocks = [part(text, at=i) for i, text in enumerate(texts)]
        return build(index, blocks, model="gpt-5.6", provider="openai.responses", at_s=index)

    extended = simulate([request(0, BIG), request(1, BIG, "more")])
    branched = simulate([request(0, BIG, "one"), request(1, BIG, "two")])
    assert (extended[1].read, branched[1].read) == (2500, 0)


def test_caches_are_not_shared_across_models(build: Build) -> None:
    blocks = [system(BIG, mark="5m")]
    assert simulate([build(0, blocks), build(1, blocks, model="claude-opus-4-1")])[1].read == 0


def test_minimum_depends_on_the_model() -> None:
    rules = built_in_rules()
    models = {
        "claude-opus-5": 512,
        "claude-sonnet-4-6": 1024,
        "claude-opus-4-7": 2048,
        "claude-haiku-4-5": 4096,
    }
    assert {m: rules.rule_for("anthropic.messages", m).minimum for m in models} == models
    assert rules.rule_for("anthropic.messages", "claude-opus-4-8").minimum == 1024
    assert rules.rule_for("amazon-bedrock", "claude-opus-4-7").minimum == 2048
    assert rules.rule_for("some-lab", "their-model").kind is RuleKind.UNSTATED


def test_a_users_rules_come_first(tmp_path) -> None:
    path = tmp_path / "cache_rules.toml"
    path.write_text(
        '[[rule]]\nid="mine"\nprovider="."\nmodel="."\nkind="steps"\nminimum=10\nas_of="2026-11"\nsource="me"\n'
    )
    assert load_rules(path).rule_for("anthropic.messages", "claude-opus-5").id == "mine"


def test_tools_missing_once_and_for_good_are_told_apart(build: Build) -> None:
    tools, question = [tool("x"), tool("y")], part("hello")
    again = [[*tools, question], [question], [*tools, question]]
    gone = [[*tools, question], [question], [question, part("more", at=1)]]
    assert causes([build(i, blocks, at_s=i) for i, blocks in enumerate(again)])[1:] == [
        CauseId.TOOLS_EMPTY,
        CauseId.TOOL_ADDED,
    ]
    assert causes([build(i, blocks, at_s=i) for i, blocks in enumerate(gone)])[1] is CauseId.TOOL_REMOVED


def test_a_documented_minimum_gives_way_to_what_the_provider_did(build: Build) -> None:
    usage = Usage(input=2503, no_cache=3, cache_read=0, cache_write=2500)
    blocks = [system(BIG, mark="5m")]
    first = build(0, blocks, model="claude-haiku-4-5", usage=usage)
    second = build(1, blocks, model="claude-haiku-4-5", at_s=1)
    simulator = CacheSimulator(built_in_rules())
    simulator.observe([first, second])
    predictions = [simulator.feed(first), simulator.feed(second)]
    assert [p.read for p in predictions] == [0, 2500]
    assert all(p.minimum_observed and p.rule.minimum == 4096 for p in predictions)


def test_whole_units_alone_are_read(build: Build) -> None:
    def reads(*prompts: tuple[str, ...]) -> list[int | None]:
        requests = [
            build(
                index,
                [part(text, at=at) for at, text in enumerate(texts)],
                model="deepseek-chat",
                provider="deepseek.chat",
                at_s=index,
            )
            for index, texts in enumerate(prompts)
        ]
        return [prediction.read for prediction in simulate(requests)]

    growing = reads((BIG,), (BIG, "more"), (BIG, "more", "and more"))
    assert growing[0] == 0
    assert growing[1] == 2496  # the whole prompt before, in steps of 64
    # Only what two prompts turned out to have in common is a unit for the third.
    assert reads((BIG, "b"), (BIG, "c"), (BIG, "d")) == [0, 0, 2496]
