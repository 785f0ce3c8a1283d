"""lost-readback: attachments and persisted outputs that the model has no way left to read (PIPELINE §8, §17.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence
from inspector.analysis.findings.marker_text import Marker
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.request_facts import RequestFacts
from inspector.analysis.findings.served import Served, served_messages
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.blob import BlobState
from inspector.model.envelope import BlobRef
from inspector.model.message import Message, Role
from inspector.model.part import FilePart, ToolPart, ToolState
from inspector.pipeline.read_back.handles import unique_handles
from inspector.wire import dumps

_DEAD: Final = (BlobState.MISSING_ENTRY, BlobState.REFUSED, BlobState.MISSING_FILE)
READER: Final = "fs_read"


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """What is folded or windowed away, and markers that lead nowhere."""
    if subject.of.database is not None:
        served = served_messages(subject)
        yield from _attachments(subject, served)
        yield from _outputs(subject, served)
        yield from _dead_envelopes(subject, served)
    else:
        yield from _captured(subject)


def _attachments(subject: ConversationSubject, served: Served) -> Iterator[Finding]:
    gone = {message.id for message in served.gone}
    files = [
        (message, index, part)
        for message in (*served.gone, *served.messages)
        for index, part in enumerate(message.parts)
        if isinstance(part, FilePart) and part.file_entry_id
    ]
    handles = unique_handles(part.filename for _, _, part in files)
    known = _known_text(served)
    for (message, index, part), handle in zip(files, handles, strict=True):
        if message.id not in gone or handle in known:
            continue
        yield DETECTOR.finding(
            "attachment-windowed" if served.windowed else "attachment-folded",
            where=subject.place(message, index),
            data={"handle": handle, "entry": part.file_entry_id, **_boundary(served)},
            handle=handle,
            limit=subject.settings.max_messages or 0,
            try_settings=("max_messages=none",) if served.windowed else ("manifests=true",),
        )


def _outputs(subject: ConversationSubject, served: Served) -> Iterator[Finding]:
    refs = [(message, index, ref) for message in served.gone for index, ref in _persisted(message)]
    known = _known_text(served)
    lost = [item for item in refs if item[2].file_entry_id not in known]
    if not lost:
        return
    message, index, _ = lost[0]
    yield DETECTOR.finding(
        "outputs-windowed" if served.windowed else "outputs-folded",
        where=subject.place(message, index),
        severity=Severity.WARNING if served.windowed else Severity.INFO,
        data={
            "entries": list(dict.fromkeys(item[2].file_entry_id for item in lost)),
            "chars": sum(item[2].total_chars for item in lost),
            **_boundary(served),
        },
        count=len(lost),
        chars=sum(item[2].total_chars for item in lost),
        limit=subject.settings.max_messages or 0,
        try_settings=("max_messages=none",) if served.windowed else ("manifests=true",),
    )


def _known_text(served: Served) -> str:
    """Where the model still has names from: the summary, and what it called with since."""
    inputs = (
        dumps(part.input)
        for message in served.messages
        for part in message.parts
        if isinstance(part, ToolPart) and part.state is ToolState.OUTPUT_AVAILABLE
    )
    return "\n".join((served.summary or "", *inputs))


def _boundary(served: Served) -> dict[str, str | None]:
    """The row the summary is on, and the first question asked without what is gone."""
    asking = next((message.id for message in served.messages if message.role is Role.USER), None)
    return {
        "boundary": None if served.boundary is None else served.boundary.id,
        "asking_message": asking,
    }


def _dead_envelopes(subject: ConversationSubject, served: Served) -> Iterator[Finding]:
    """Markers of the served messages, which the model is told to read and cannot."""
    for message in served.messages:
        for index, ref in _persisted(message):
            blob = subject.source.blob(ref)
            if blob.state in _DEAD:
                yield _dead(subject, message, index, ref, blob.state)


def _dead(
    subject: ConversationSubject, message: Message, index: int, ref: BlobRef, state: BlobState
) -> Finding:
    without_path = state is not BlobState.MISSING_FILE
    return DETECTOR.finding(
        "marker-without-path" if without_path else "blob-gone",
        where=subject.place(message, index),
        severity=Severity.ERROR,
        path=ref.key,
        data={"entry": ref.file_entry_id, "state": state.value, "chars": ref.total_chars},
        chars=ref.total_chars,
        name=ref.vfs_filename,
        state=state.value,
    )


def _persisted(message: Message) -> Iterator[tuple[int, BlobRef]]:
    """Blobs behind the finished outputs of a message, with the parts they belong to."""
    for index, part in enumerate(message.parts):
        if isinstance(part, ToolPart) and part.envelope and part.state is ToolState.OUTPUT_AVAILABLE:
            yield from ((index, ref) for ref in part.envelope.refs)


def _captured(subject: ConversationSubject) -> Iterator[Finding]:
    gone: set[str] = set()
    unread: list[tuple[RequestFacts, str]] = []
    for facts in subject.main_facts:
        for result in facts.results:
            if result.denied:
                yield DETECTOR.finding(
                    "denied",
                    where=subject.request(facts.record),
                    path=result.path,
                    excerpt=evidence(result.denied, end=300),
                    data={"tool": result.tool, "call_id": result.call_id},
                    note=evidence(result.denied, end=160),
                )
            for marker in result.markers:
                if marker.vfs_filename not in gone and _blob_gone(subject, marker):
                    gone.add(marker.vfs_filename)
                    yield _gone(subject, facts, result.path, marker)
            if result.markers:
                unread.append((facts, result.path))
    yield from _no_reader(subject, unread)
    yield from _folded_in_capture(subject)


def _folded_in_capture(subject: ConversationSubject) -> Iterator[Finding]:
    """What the newest summary that was served stands for and does not name."""
    chain = subject.main_facts
    at = next((i for i in range(len(chain) - 1, -1, -1) if chain[i].summary is not None), None)
    if at is None:
        return
    first = next(i for i in range(at + 1) if chain[i].summary == chain[at].summary)
    summary, record = chain[first].summary or "", chain[first].record
    files = dict.fromkeys(name for facts in chain[:first] for name in facts.files)
    for handle in unique_handles(name for name in files if name not in chain[at].files):
        if handle not in summary:
            yield DETECTOR.finding(
                "attachment-folded",
                where=subject.request(record),
                data={"handle": handle},
                handle=handle,
            )
    markers = {m.vfs_filename: m for facts in chain[:first] for r in facts.results for m in r.markers}
    lost = [m for m in markers.values() if m.vfs_filename not in summary and (m.path or "\0") not in summary]
    if lost:
        yield DETECTOR.finding(
            "outputs-folded",
            where=subject.request(record),
            severity=Severity.INFO,
            data={"paths": [m.path for m in lost], "chars": sum(m.chars for m in lost)},
            count=len(lost),
            chars=sum(m.chars for m in lost),
        )


def _gone(subject: ConversationSubject, facts: RequestFacts, path: str, marker: Marker) -> Finding:
    return DETECTOR.finding(
        "blob-gone",
        where=subject.request(facts.record),
        severity=Severity.ERROR,
        path=path,
        data={"path": marker.path, "name": marker.vfs_filename, "chars": marker.chars},
        chars=marker.chars,
        name=marker.vfs_filename,
        state=BlobState.MISSING_FILE.value,
    )


def _blob_gone(subject: ConversationSubject, marker: Marker) -> bool:
    """Missing among blobs that are there; where no blobs are at all, nobody knows."""
    ref = BlobRef("", "", marker.vfs_filename, "", "", marker.chars, marker.lines)
    return subject.source.blob(ref).state is BlobState.MISSING_FILE


def _no_reader(subject: ConversationSubject, marked: Sequence[tuple[RequestFacts, str]]) -> Iterator[Finding]:
    """Markers in requests that register no tool to read them with."""
    without = [(facts, path) for facts, path in marked if READER not in {tool.name for tool in facts.tools}]
    if without and len(without) == len(marked):
        facts, path = without[0]
        yield DETECTOR.finding(
            "no-reader",
            where=subject.request(facts.record),
            path=path,
            data={"requests": sorted({item[0].record.index for item in without})},
            count=len(without),
        )


DETECTOR = Detector(
    id="lost-readback",
    title="Lost read-back",
    severity=Severity.WARNING,
    meaning="A text was moved out of the prompt and the model has no way to read it again.",
    remedy="Name what is folded in a manifest, and register the tool that reads it.",
    wordings={
        "attachment-folded": Wording(
            message="{handle} is folded away and the summary does not name it",
            explanation="The summary names no handle, and nothing since shows that the model knew it. Builds that "
            "append a manifest to the summary keep it readable; earlier ones lose it.",
            remedy="Serve the summary with its manifest of attachments.",
        ),
        "attachment-windowed": Wording(
            message="{handle} lies outside the window of the last {limit} messages, and the right to read it is gone",
            explanation="With a message window read-back rights shrink to what the window holds.",
            remedy="Widen or remove the message window, or attach the file again.",
        ),
        "outputs-folded": Wording(
            message="archived outputs that are folded away, their paths not in the summary: {count} ({chars} chars)",
            explanation="Builds that append a manifest to the summary keep them readable; earlier ones lose them.",
            remedy="Serve the summary with its manifest of archived outputs.",
        ),
        "outputs-windowed": Wording(
            message="archived outputs outside the window of the last {limit} messages: {count} ({chars} chars)",
            explanation="With a message window read-back rights shrink to what the window holds.",
            remedy="Widen or remove the message window.",
        ),
        "marker-without-path": Wording(
            message="an archived output of {chars} chars is served without a path ({state})",
            explanation="Its file entry is missing or is no blob of the store, so the marker names no path and "
            "fs_read refuses everything else.",
            remedy="Restore the entry from a backup; the head and the tail are all that is left otherwise.",
        ),
        "blob-gone": Wording(
            message="the blob {name} ({chars} chars) behind a marker is gone",
            explanation="The marker tells the model to read a file that is not there.",
            remedy="Restore the file from a backup, or name the folder it lies in.",
        ),
        "denied": Wording(
            message="a read-back was refused: {note}",
            explanation="The path is not among those whose markers stand in this request.",
            remedy="Keep the marker, or a manifest with its path, in the prompt as long as the model may need it.",
        ),
        "no-reader": Wording(
            message="outputs that show a marker although no request registers fs_read: {count}",
            explanation="The marker tells the model to use a tool that it does not have.",
            remedy="Register fs_read whenever a marker is in the prompt.",
        ),
    },
    conversation=find,
    replays=True,
)
