"""Names of the IR's pass-through fields in the two lanes (PIPELINE §9, "IR").

They are data because they are measured: the rough size of an IR counts its keys (golden vectors `roundtrip`,
`mm-roundtrip`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One lane.

    Attributes:
        user_content, assistant_content, tool_content: keys of the original content.
        text: key of the text as it was read; equal to `content` = not changed since.
        tool_name, options: keys of the tool's name and of the message's provider options.
        keeps_approvals: approval responses of tool messages are kept.
    """

    user_content: str
    assistant_content: str
    tool_content: str
    text: str
    tool_name: str
    options: str
    keeps_approvals: bool

    def content_key(self, role: str) -> str:
        """Key of the original content of a role; system messages have none."""
        return {"user": self.user_content, "assistant": self.assistant_content}.get(role, self.tool_content)


PROMPT: Final = Lane(
    user_content="_userContent",
    assistant_content="_assistantContent",
    tool_content="_toolContent",
    text="_originalText",
    tool_name="_toolName",
    options="_providerOptions",
    keeps_approvals=False,
)
MODEL_MESSAGES: Final = Lane(
    user_content="_mmUserContent",
    assistant_content="_mmAssistantContent",
    tool_content="_mmToolContent",
    text="_mmOriginalText",
    tool_name="_mmToolName",
    options="_mmProviderOptions",
    keeps_approvals=True,
)
