"""The fixed texts around a summary, and reading one out of a reply (PIPELINE §10, §11).

All but the instruction are bytes of the prompt and must match the application's. The instruction is our own
prose of the reference's exact size, because that size is part of every summariser budget.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from inspector.model.compaction import SUMMARY_OPENING
from inspector.wire import js_trim

_BEFORE: Final = f"{SUMMARY_OPENING} The summary below covers the earlier portion of the conversation.\n\n"
_AFTER: Final = (
    "\n\nContinue the conversation from where it left off without asking the user any further questions. "
    "Resume directly — do not acknowledge the summary, do not recap what was happening, do not preface with "
    '"I\'ll continue" or similar. Pick up the last task as if the break never happened.'
)

INSTRUCTION: Final = """\
You are about to lose the conversation above: everything said so far is going to be replaced by the \
summary you write now. Write it for the assistant that takes over. It has not read a single line of \
what came before, it cannot ask, and it must be able to carry on as if nothing had happened.

First think inside <analysis> tags. Go through the messages in the order they were sent and note, \
for each stretch of the conversation:
- what the user asked for, in so many words, and what was meant by it
- what was done about it, with which tools, and what came of it
- which decisions were taken and for what reasons
- what was found out that must not get lost
- what went wrong, how it was noticed, and how it was put right
- where the user corrected the course, and what must be done otherwise from then on
Check at the end that no open request and no stated wish has been left out. The analysis is thrown \
away; only the summary stays.

Then write the summary inside <summary> tags, under these headings:

1. Goal
What the user wants to reach in the end, and every wish about the way there. Quote short wordings \
that matter.

2. Rules
Constraints, preferences and corrections that hold for the rest of the work, such as "do not touch \
the schema".

3. Facts
Names, numbers, dates, versions, addresses, identifiers and settings, exactly as they were given. \
Copy them; do not round, shorten or translate them. Mark what was assumed and never confirmed.

4. Sources and files
Each file, document, page or tool output that was used: its name, path or address, what it holds \
that is still needed, and how to read it again. Keep citation identifiers with the statements they \
belong to.

5. Work done
What exists now that did not exist before, in order, with its present state. Give code, commands and\
 results verbatim where the next step depends on them.

6. Problems
Errors met and their exact messages, what was tried, what helped, and what is still unsolved.

7. Requests
Every message of the user that is not a mere tool result, briefly, in order.

8. Open
What was asked for and is not done yet, and what was being worked on at the very last moment.

9. Next step
The one step that follows directly from the last request. If there is none, say so; do not invent work.

Write in the language of the conversation. State only what the messages show. Where parts were left \
out before you saw them, say which. No tool may be called now: answer with the two tagged blocks and\
 nothing else.

The answer has this form:

<analysis>
what you went through
</analysis>

<summary>
1. Goal
and so on, heading by heading, to
9. Next step
</summary>"""
"""What a summariser is asked for: 2 630 characters, 2 684 as JSON text."""

_ANALYSIS: Final = re.compile(
    r"<[aA][nN][aA][lL][yY][sS][iI][sS]>.*?</[aA][nN][aA][lL][yY][sS][iI][sS]>", re.DOTALL
)
_SUMMARY: Final = re.compile(r"<[sS][uU][mM][mM][aA][rR][yY]>(.*?)</[sS][uU][mM][mM][aA][rR][yY]>", re.DOTALL)
_BLANK_LINES: Final = re.compile(r"\n{3,}")
# Letter by letter, because IGNORECASE would also take ſ for s and İ for i, which JavaScript does not.


def wrap_summary(summary: str) -> str:
    """The text a summary is served in, of either phase."""
    return f"{_BEFORE}{summary}{_AFTER}"


def unwrap_summary(text: str) -> str | None:
    """The summary in a served text, manifests behind it or not; None when the text is none such."""
    end = text.rfind(_AFTER)
    if not text.startswith(_BEFORE) or end < len(_BEFORE):
        return None
    return text[len(_BEFORE) : end]


def attachments_note(handles: Sequence[str]) -> str:
    """Manifest of the attachments folded behind a boundary; "" for none."""
    if not handles:
        return ""
    listed = ", ".join(handles)
    return (
        f"\n\n[Files attached in this conversation remain readable in full via the read_file tool: {listed}]"
    )


def archived_note(paths: Sequence[str]) -> str:
    """Manifest of the tool outputs folded behind a boundary; "" for none."""
    if not paths:
        return ""
    listed = ", ".join(paths)
    return (
        "\n\n[Tool output archived from this conversation remains readable in full via the fs_read tool at: "
        f"{listed}]"
    )


def instruction(custom: str | None = None) -> str:
    """The instruction, with a user's own instructions (trimmed, if any are left) behind it."""
    extra = js_trim(custom) if custom else ""
    return f"{INSTRUCTION}\n\nAdditional Instructions:\n{extra}" if extra else INSTRUCTION


def stub_text(tool_name: str | None, chars: int) -> str:
    """What stands for a tool result too long to summarise; the name falls back only when it is absent."""
    name = "unknown" if tool_name is None else tool_name
    return f"[Tool {name} returned {chars} chars; omitted before summarization]"


def omitted_text(count: int) -> str:
    """What stands for the messages a summariser has no room for."""
    return (
        f"[{count} earlier message(s) omitted — they did not fit the summarizer's context budget. "
        "Say so in the summary rather than implying full coverage.]"
    )


def fallback_summary(count: int) -> str:
    """What stands for dropped messages where nothing can summarise them."""
    return (
        '<history_summary>\n<ephemeral_message type="history_truncated">\n'
        f"[System: {count} older messages were truncated and compressed to respect context limits.]\n"
        "</ephemeral_message>\n</history_summary>"
    )


def format_summary(reply: str) -> str:
    """The summary in a reply: analysis removed, inside of the first summary tag, blank runs cut, trimmed."""
    text = _ANALYSIS.sub("", reply)
    tagged = _SUMMARY.search(text)
    return js_trim(_BLANK_LINES.sub("\n\n", tagged[1] if tagged else text))
