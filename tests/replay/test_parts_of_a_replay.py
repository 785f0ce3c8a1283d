"""The small pieces a replay is made of: restoring, the ledger of blobs, removed middles, sizes, cache marks."""

from __future__ import annotations

from inspector.pipeline.excerpt import excerpt
from inspector.pipeline.marker import marker
from inspector.replay.blob_ledger import GRACE_MS, BlobLedger
from inspector.replay.cache_marks import without_marks
from inspector.replay.removed import removed_middle
from inspector.replay.restore import Restorer, mapped_texts
from inspector.replay.session import KnownBlob
from inspector.replay.sizes import RunningSize, SizeMemo, total
from inspector.tokens.media import Dialect
from inspector.wire import content_hash, js_json, utf16, vfs_filename, vfs_uri

LONG = "\n".join(f"line {n} of src/module-{n}.ts" for n in range(400))


def tool_message(text: str) -> dict:
    output = {"type": "text", "value": text}
    part = {"type": "tool-result", "toolCallId": "c", "toolName": "cat", "output": output}
    return {"role": "tool", "content": [part]}


def marked(text: str, path: str | None) -> str:
    return marker(excerpt(text), vfs_uri(vfs_filename(text)), path)


def test_a_marker_is_put_back_to_its_text_by_path_or_uri() -> None:
    texts = {"/a/Files/x.txt": LONG, vfs_uri(vfs_filename(LONG)): LONG}
    for path in ("/a/Files/x.txt", None):
        restorer = Restorer(texts.get)
        restored = restorer.message(tool_message(marked(LONG, path)))
        assert restored == tool_message(LONG)
        assert restorer.restored == 1


def test_another_text_is_never_put_in_a_markers_place() -> None:
    restorer = Restorer(lambda name: "something else entirely")
    message = tool_message(marked(LONG, "/a/x.txt"))
    assert restorer.message(message) is message
    assert restorer.missing == 1


def test_an_excerpt_that_ends_within_a_pair_is_of_its_text() -> None:
    text = "😀" * 2000
    restorer = Restorer({"/a/x.txt": text}.get)
    odd = excerpt(text, 501, 1001)
    message = tool_message(marker(odd, vfs_uri(vfs_filename(text)), "/a/x.txt"))
    assert restorer.message(message) == tool_message(text)


def test_the_capture_itself_holds_a_text_that_was_whole_before() -> None:
    restorer = Restorer(lambda name: None)
    restorer.whole.see(tool_message(LONG))
    assert restorer.message(tool_message(marked(LONG, "/a/x.txt"))) == tool_message(LONG)
    assert restorer.known_blobs == {(content_hash(LONG), len(LONG)): KnownBlob(entry_id="x")}
    other = LONG[:-1] + "?"
    assert restorer.message(tool_message(marked(other, "/a/y.txt"))) == tool_message(
        marked(other, "/a/y.txt")
    )


def test_a_page_s_note_behind_a_marker_stays() -> None:
    note = "\n\n[Showing 9000 of 9999 chars. Call read_file again with offset=9000 for more.]"
    restorer = Restorer({"/a/x.txt": LONG}.get)
    message = tool_message(marked(LONG, "/a/x.txt") + note)
    message["content"][0]["toolName"] = "read_file"
    (part,) = restorer.message(message)["content"]
    assert part["output"]["value"] == LONG + note


def test_plain_cuts_are_counted_as_gone() -> None:
    restorer = Restorer(lambda name: None)
    restorer.message(tool_message("head\n--- truncated (9 lines, 900 chars total) ---\ntail"))
    assert (restorer.gone, restorer.restored) == (1, 0)


def test_mapped_texts_keeps_what_does_not_change() -> None:
    value = {"a": ["x", {"b": "y"}]}
    assert mapped_texts(value, str) is value
    assert mapped_texts(value, str.upper) == {"a": ["X", {"b": "Y"}]}


def test_ledger_names_the_applications_own_entry_first() -> None:
    known = {(content_hash(LONG), len(LONG)): KnownBlob(entry_id="recorded")}
    ledger = BlobLedger("/data/Files", known)
    assert ledger.offload(LONG) == "recorded"
    assert ledger.path_of("recorded") == "/data/Files/recorded.txt"
    assert ledger.text_at("/data/Files/recorded.txt") == LONG


def test_an_unreferenced_entry_dies_after_its_grace_and_drifts_to_another_path() -> None:
    ledger = BlobLedger("/data", {})
    ledger.begin_turn(0)
    first = ledger.offload(LONG)
    ledger.begin_turn(GRACE_MS)
    assert ledger.offload(LONG) == first
    ledger.begin_turn(GRACE_MS + 1)
    second = ledger.offload(LONG, referenced=True)
    assert second != first
    ledger.begin_turn(10 * GRACE_MS)
    assert ledger.offload(LONG) == second


def test_removed_middle_tells_lines_files_and_items() -> None:
    middle = removed_middle(LONG, 500, 1000, recoverable=True)
    shown = excerpt(LONG)
    assert middle.chars == len(LONG) - len(shown.head) - len(shown.tail)
    assert middle.lines == LONG.count("\n") - shown.head.count("\n") - shown.tail.count("\n")
    assert middle.json_items is None
    assert "src/module-200.ts" not in shown.head + shown.tail
    assert len(middle.files) == 10
    listing = js_json.dumps([{"n": n, "text": "x" * 40} for n in range(100)])
    items = removed_middle(listing, 100, 100, recoverable=False).json_items
    assert items is not None
    assert 90 < items < 100


def test_running_size_equals_measuring_anew() -> None:
    memo = SizeMemo(Dialect.ANTHROPIC)
    running = RunningSize(memo)
    messages = [{"role": "user", "content": [{"type": "text", "text": f"{n} 电池 😀"}]} for n in range(6)]
    for prompt in (messages[:2], messages[:5], messages[1:4], messages):
        size = total(running.measure(prompt), len(prompt))
        text = js_json.dumps(prompt)
        assert (size.chars, size.bytes) == (utf16.length(text), utf16.utf8_length(text))
        assert running.by_part["text"].tokens == size.tokens - 3 * len(prompt)


def test_reusable_prefix_ends_within_the_first_differing_message() -> None:
    running = RunningSize(SizeMemo(Dialect.OPENAI))
    first, second = {"role": "user", "content": "same"}, {"role": "user", "content": "one"}
    other = {"role": "user", "content": "other"}
    running.measure([first, second])
    whole = len(js_json.dumps(first)) + 1
    assert running.reusable([first, second, other]) == whole + len(js_json.dumps(second)) + 1
    assert running.reusable([first, other]) == whole + len('{"role":"user","content":"o')
    assert running.reusable([]) == 0


def test_items_nested_deeper_than_python_follows_are_not_counted() -> None:
    assert removed_middle("[" * 100_000, 100, 100, recoverable=False).json_items is None


def test_cache_marks_come_off_messages_and_parts_and_nothing_else_does() -> None:
    mark = {"anthropic": {"cacheControl": {"type": "ephemeral"}}}
    plain = {"role": "user", "content": [{"type": "text", "text": "x"}]}
    assert without_marks({**plain, "providerOptions": mark}) == plain
    part = {"type": "text", "text": "x", "providerOptions": {**mark, "openai": {"itemId": "i"}}}
    cleaned = without_marks({"role": "user", "content": [part]})
    assert cleaned["content"][0]["providerOptions"] == {"openai": {"itemId": "i"}}
    assert without_marks(plain) is plain
