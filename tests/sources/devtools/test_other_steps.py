"""Steps that are no chat stand apart and lose nothing; runs that several calls share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.prompt_view import answer_sections, request_sections
from inspector.model.request import RequestPurpose
from inspector.sources.open import open_source
from tests.sources.devtools import writing

HELLO = [writing.text("user", "hello")]


def test_calls_of_other_kinds_are_conversations_of_their_own(tmp_path: Path) -> None:
    steps = [
        writing.step("1", HELLO),
        writing.step(
            "2",
            [],
            type="embed",
            model_id="small",
            input={"value": "hello"},
            output={"embedding": [0.1, 0.2]},
        ),
        writing.step(
            "3", [], type="embedMany", input={"values": ["a", "b"]}, output={"embeddings": [[0.1], [0.2]]}
        ),
        writing.step(
            "4", [], type="embed", model_id="small", input={"value": "again"}, output={"embedding": [0.3]}
        ),
        writing.step(
            "5", [], type="rerank", input={"query": "q", "documents": ["a"]}, output={"ranking": [0]}
        ),
        writing.step("6", [*HELLO, writing.text("assistant", "ok"), writing.text("user", "more")]),
    ]
    source = open_source(writing.capture(tmp_path, *steps))
    chat, embed, many, rank = source.conversations()
    assert [r.conversation_id for r in source.requests()] == [
        chat.id,
        embed.id,
        many.id,
        embed.id,
        rank.id,
        chat.id,
    ]
    assert (chat.title, embed.title, many.title, rank.title) == ("hello", "embed", "embedMany", "rerank")
    assert [r.purpose for r in source.requests()][1:5] == [RequestPurpose.OTHER] * 4
    assert [s.text for s in request_sections(source.payload(1))] == ["hello"]
    assert [s.label for s in request_sections(source.payload(4))] == ["query", "documents"]
    assert "0.1" in answer_sections(source.payload(1))[0].text
    assert "embeddings" in answer_sections(source.payload(2))[0].text
    for summary in source.conversations():
        assert source.load(summary.id).requests


def test_a_structured_answer_is_its_text(tmp_path: Path) -> None:
    output: Any = {"object": {"a": [1]}, "finishReason": "stop"}
    source = open_source(writing.capture(tmp_path, writing.step("1", HELLO, type="object", output=output)))
    assert [s.text for s in answer_sections(source.payload(0))] == ['{"a":[1]}']
    assert [r.purpose for r in source.requests()] == [RequestPurpose.MAIN]


def test_the_case_is_kept_apart_from_chat(cases: Path) -> None:
    source = open_source(cases / "L30-other-step-types")
    kinds = {r.type: r.conversation_id for r in source.requests()}
    assert len(set(kinds.values())) == len(kinds) == 6
    assert answer_sections(source.payload(0))


@pytest.mark.parametrize("keyed", ["data", "image"])
def test_media_as_text_of_base64(tmp_path: Path, keyed: str) -> None:
    part = {"type": "file" if keyed == "data" else "image", "mediaType": "image/png", keyed: "iVBORw0KGgo="}
    source = open_source(writing.capture(tmp_path, writing.step("1", [{"role": "user", "content": [part]}])))
    (section,) = request_sections(source.payload(0))
    assert (section.label, section.kind.value) == ("image/png", "file")
