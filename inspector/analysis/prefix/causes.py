"""Why a prefix stopped matching: the closed set of causes, declared once; every surface words them from here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final


class CauseId(StrEnum):
    """Identifiers of the JSON contract of `cache --json`."""

    FIRST = "first"
    EXTENDS = "extends"
    IDENTICAL = "identical"
    TOOL_ADDED = "tool-added"
    TOOL_REMOVED = "tool-removed"
    TOOL_CHANGED = "tool-changed"
    TOOLS_REORDERED = "tools-reordered"
    TOOLS_EMPTY = "tools-empty"
    SYSTEM_TIME = "system-time"
    SYSTEM_CHANGED = "system-changed"
    TOOL_CHOICE_CHANGED = "tool-choice-changed"
    THINKING_CHANGED = "thinking-changed"
    EFFORT_CHANGED = "effort-changed"
    VERBOSITY_CHANGED = "verbosity-changed"
    TEXT_FORMAT_CHANGED = "text-format-changed"
    SERVICE_TIER_CHANGED = "service-tier-changed"
    CACHE_KEY_CHANGED = "cache-key-changed"
    MODEL_CHANGED = "model-changed"
    COMPACTED = "compacted"
    TOOL_RESULT_CHANGED = "tool-result-changed"
    MARKER_CHANGED = "marker-changed"
    KEY_ORDER = "key-order"
    WHITESPACE = "whitespace"
    MESSAGE_REMOVED = "message-removed"
    MESSAGE_CHANGED = "message-changed"
    BRANCH_SWITCHED = "branch-switched"
    BLOCK_SHAPE_CHANGED = "block-shape-changed"
    BLOCK_MOVED = "block-moved"
    IMAGE_CHANGED = "image-changed"
    ATTACHMENT_CHANGED = "attachment-changed"
    TTL_EXPIRED = "ttl-expired"
    BELOW_MINIMUM = "below-minimum"
    LOOKBACK_EXCEEDED = "lookback-exceeded"
    NO_BREAKPOINT = "no-breakpoint"
    TOO_MANY_MARKS = "too-many-marks"
    MARK_TOO_EARLY = "mark-too-early"
    NOT_COMPARABLE = "not-comparable"
    UNEXPLAINED = "unexplained"
    SIDE_CALL = "side-call"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class CauseInfo:
    """How a cause reads.

    Attributes:
        title: a few words, for a table cell.
        detail: a sentence; `{names}` are the keys of `Cause.arguments`.
        breaks: whether it costs cached tokens (False: the normal course of a conversation).
        remedy: what to do about it; "" when nothing is wrong.
        variants: other sentences for special cases, by `Cause.variant`.
    """

    title: str
    detail: str
    breaks: bool = True
    remedy: str = ""
    variants: Mapping[str, str] = field(default_factory=dict)


_SORT_TOOLS: Final = "Send the tools in one fixed order with unchanged schemas for the whole conversation."
_KEEP_BYTES: Final = "Render the same output to the same bytes in every request."

CAUSES: Final[dict[CauseId, CauseInfo]] = {
    CauseId.FIRST: CauseInfo(
        "First request",
        "Nothing of this conversation was cached before.",
        breaks=False,
        variants={
            "read": "The first recorded request of this conversation, yet {read} tokens were read: an earlier request "
            "that was not recorded, or another conversation that opens alike.",
            "shared": "The first request of this conversation; {read} tokens were read of another that opens alike.",
            "parallel": "The first request of this conversation; an entry of the same opening was still being written "
            "by a parallel request and could not be read.",
            "explicit": "The first request of this conversation; {read} tokens were read from the explicit cache "
            "{name}.",
        },
    ),
    CauseId.EXTENDS: CauseInfo(
        "Appended only", "The previous request is a prefix of this one.", breaks=False
    ),
    CauseId.IDENTICAL: CauseInfo("Identical", "The same bytes as the request before.", breaks=False),
    CauseId.TOOL_ADDED: CauseInfo(
        "Tool added",
        "Tool {name} was added at {where}.",
        remedy=_SORT_TOOLS,
        variants={"many": "{count} tools were added, the first is {name} at {where}."},
    ),
    CauseId.TOOL_REMOVED: CauseInfo(
        "Tool removed",
        "Tool {name} was removed at {where}.",
        remedy=_SORT_TOOLS,
        variants={
            "many": "{count} tools were removed, the first was {name} at {where}.",
            "all": "All tools are gone ({count} before), here and in the requests after.",
        },
    ),
    CauseId.TOOL_CHANGED: CauseInfo(
        "Tool changed",
        "The description or schema of tool {name} changed at {where}.",
        remedy=_SORT_TOOLS,
        variants={"unseen": "By the provider's own account the tools changed; they are not in this file."},
    ),
    CauseId.TOOLS_REORDERED: CauseInfo(
        "Tools reordered", "The same tools stand in another order: {where}.", remedy=_SORT_TOOLS
    ),
    CauseId.TOOLS_EMPTY: CauseInfo(
        "Tools missing once",
        "All tools are missing ({count} before) in this request alone: a tool list that was not ready yet.",
        remedy="Wait for the tool list before the first request, or keep the last known list.",
    ),
    CauseId.SYSTEM_TIME: CauseInfo(
        "Time in the system prompt",
        "A date or time in the system prompt changed: {after}.",
        remedy="Move the time to the last user message; the system prompt then stays the same.",
    ),
    CauseId.SYSTEM_CHANGED: CauseInfo(
        "System prompt changed",
        "The system prompt differs from character {offset} on: {after}",
        remedy="Keep what varies (memory, dates, ids) out of the system prompt.",
        variants={
            "unseen": "By the provider's own account the system prompt changed; it is not in this file."
        },
    ),
    CauseId.TOOL_CHOICE_CHANGED: CauseInfo(
        "Tool choice changed",
        "toolChoice went from {before} to {after}; cached messages are lost, tools and system are kept.",
        remedy="Keep toolChoice the same within a conversation.",
    ),
    CauseId.EFFORT_CHANGED: CauseInfo(
        "Reasoning effort changed",
        "The reasoning effort went from {before} to {after}.",
        remedy="Keep the reasoning effort the same within a conversation.",
    ),
    CauseId.VERBOSITY_CHANGED: CauseInfo(
        "Verbosity changed",
        "The verbosity went from {before} to {after}.",
        remedy="Keep the verbosity the same within a conversation.",
    ),
    CauseId.TEXT_FORMAT_CHANGED: CauseInfo(
        "Text format changed",
        "The format asked for went from {before} to {after}.",
        remedy="Keep one response format within a conversation, or ask for another in a message.",
    ),
    CauseId.SERVICE_TIER_CHANGED: CauseInfo(
        "Service tier changed",
        "The {where} went from {before} to {after}.",
        remedy="Stay on one service tier and speed within a conversation.",
    ),
    CauseId.CACHE_KEY_CHANGED: CauseInfo(
        "Cache key changed",
        "prompt_cache_key went from {before} to {after}: the request may be routed to where nothing is cached.",
        remedy="Send one fixed prompt_cache_key for the whole conversation.",
    ),
    CauseId.THINKING_CHANGED: CauseInfo(
        "Thinking changed",
        "Thinking blocks or settings changed at {where}.",
        remedy="Keep thinking settings and send thinking blocks back unchanged.",
    ),
    CauseId.MODEL_CHANGED: CauseInfo(
        "Model changed",
        "{before} → {after}: every model has its own cache.",
        remedy="Stay on one model.",
        variants={"provider": "{before} → {after}: every provider has its own cache."},
    ),
    CauseId.COMPACTED: CauseInfo(
        "History folded",
        "{count} message blocks were replaced by a summary.",
        remedy="Expected once per fold; many folds in a row mean that the window is too small.",
        variants={"again": "The history was folded again: another summary stands where one stood before."},
    ),
    CauseId.TOOL_RESULT_CHANGED: CauseInfo(
        "Tool result changed",
        "An earlier tool result was sent differently: {before_chars} → {after_chars} characters.",
        remedy=_KEEP_BYTES,
    ),
    CauseId.MARKER_CHANGED: CauseInfo(
        "Marker changed",
        "The marker of a persisted output was rendered differently at {where}: its path appeared, vanished or moved.",
        remedy=_KEEP_BYTES,
    ),
    CauseId.KEY_ORDER: CauseInfo(
        "JSON key order", "The same values with another key order at {where}.", remedy=_KEEP_BYTES
    ),
    CauseId.WHITESPACE: CauseInfo(
        "Whitespace", "Only whitespace differs at {where}.", remedy="Trim text once, when it is stored."
    ),
    CauseId.MESSAGE_REMOVED: CauseInfo(
        "Messages removed",
        "{count} blocks of the previous request are gone at {where}.",
        remedy="Drop old messages at a fold, not one by one.",
    ),
    CauseId.MESSAGE_CHANGED: CauseInfo(
        "Message changed",
        "An earlier message differs at {where}.",
        remedy="Never rewrite sent messages; append what is new.",
        variants={"inserted": "{count} blocks were put in before what had been sent, at {where}."},
    ),
    CauseId.BRANCH_SWITCHED: CauseInfo(
        "Another branch", "The conversation goes on from an earlier point: edited, regenerated or branched."
    ),
    CauseId.BLOCK_SHAPE_CHANGED: CauseInfo(
        "Block shape changed",
        "The same text was sent as another kind or number of blocks at {where}.",
        remedy="Always send content in the same form (string or parts).",
    ),
    CauseId.BLOCK_MOVED: CauseInfo(
        "Block moved", "A block of the previous request stands elsewhere: {where}.", remedy=_KEEP_BYTES
    ),
    CauseId.IMAGE_CHANGED: CauseInfo(
        "Image changed",
        "An image was added, removed or changed at {where}; cached messages are lost.",
        remedy="Keep images in the messages they came with, encoded once.",
    ),
    CauseId.ATTACHMENT_CHANGED: CauseInfo(
        "Attachment changed", "File data differs at {where}.", remedy="Encode a file once and keep its bytes."
    ),
    CauseId.TTL_EXPIRED: CauseInfo(
        "Cache expired",
        "The prefix was unchanged, but {gap_s} s passed since it was last used; entries live {ttl_s} s.",
        remedy="Ask for the longer lifetime, or send requests closer together.",
    ),
    CauseId.BELOW_MINIMUM: CauseInfo(
        "Below the minimum",
        "{total} tokens are fewer than the {minimum} this model needs to cache a prefix.",
        remedy="Nothing to do: a prompt this small is not cached.",
    ),
    CauseId.LOOKBACK_EXCEEDED: CauseInfo(
        "Out of look-back",
        "The cached prefix ends {distance} blocks before the breakpoint; {lookback} are searched.",
        remedy="Place a breakpoint at least every {lookback} blocks.",
    ),
    CauseId.NO_BREAKPOINT: CauseInfo(
        "No breakpoint",
        "The request carries no cache mark, so this provider caches nothing.",
        remedy="Mark the system prompt and the last message with cache_control.",
    ),
    CauseId.TOO_MANY_MARKS: CauseInfo(
        "Too many cache marks",
        "{count} cache marks where {allowed} are allowed: {where}.",
        remedy="Mark the last tool, the system prompt and the last one or two messages, and nothing else.",
    ),
    CauseId.MARK_TOO_EARLY: CauseInfo(
        "Cache mark too early",
        "The last cache mark of the request before sat at {where}; what stood behind it was not cached.",
        remedy="Put the last cache mark on the newest message of every request.",
    ),
    CauseId.NOT_COMPARABLE: CauseInfo(
        "Not comparable",
        "Only what is new was sent ({previous}): the history lies at the provider and its bytes are unknown here.",
        breaks=False,
    ),
    CauseId.UNEXPLAINED: CauseInfo(
        "Unexplained miss",
        "The bytes match and the entry should have been alive, but it was not read: the bytes do not explain it.",
        remedy="Look at routing: one upstream provider, one cache key, no parallel first requests.",
    ),
    CauseId.SIDE_CALL: CauseInfo(
        "Side call", "A summary or title request, apart from the main chain.", breaks=False
    ),
    CauseId.UNKNOWN: CauseInfo(
        "Unknown",
        "No prompt was recorded for this request.",
        breaks=False,
        variants={
            "replay": "The provider read less than it held, but the replayed prompts do not show why: "
            "what was sent then was not recorded."
        },
    ),
}


class RemarkId(StrEnum):
    """What else is known of a request's cache use; identifiers of the JSON contract of `cache --json`."""

    SETTING_KEEPS = "setting-keeps"
    SETTING_SPARED = "setting-spared"
    PROVIDER_RENAMED = "provider-renamed"
    DEFERRED_TOOLS = "deferred-tools"
    EXPLICIT_CACHE = "explicit-cache"
    RULE_TOO_STRICT = "rule-too-strict"
    SDK_DIFFERS = "sdk-differs"
    IMPOSSIBLE_ACCOUNT = "impossible-account"
    FOLDED_BY_PROVIDER = "folded-by-provider"
    EDITED_BY_PROVIDER = "edited-by-provider"
    PROVIDER_AGREES = "provider-agrees"
    PROVIDER_DISAGREES = "provider-disagrees"
    PROVIDER_SAYS = "provider-says"
    SERVED_ELSEWHERE = "served-elsewhere"
    STILL_WRITING = "still-writing"
    PROMISES_NOTHING = "promises-nothing"
    NO_RULE = "no-rule"
    NO_ACCOUNT = "no-account"


REMARKS: Final[dict[RemarkId, str]] = {
    RemarkId.SETTING_KEEPS: "{name} went from {before} to {after}, which is no part of this provider's prefix.",
    RemarkId.SETTING_SPARED: "{name} went from {before} to {after}; nothing was lost by it.",
    RemarkId.PROVIDER_RENAMED: "The provider is called {after} instead of {before}; nothing was lost by it.",
    RemarkId.DEFERRED_TOOLS: "Deferred tools differ, which are no part of the prefix.",
    RemarkId.EXPLICIT_CACHE: "It reads from the explicit cache {name}.",
    RemarkId.RULE_TOO_STRICT: "More was read than the rule predicts: the rule is too strict.",
    RemarkId.SDK_DIFFERS: "The SDK reported {told} tokens read, the provider's own account {measured}.",
    RemarkId.IMPOSSIBLE_ACCOUNT: "The account cannot be true: {read} read and {written} written of {total} sent.",
    RemarkId.FOLDED_BY_PROVIDER: "The provider folded the history itself: a pass of {total} tokens, accounted apart.",
    RemarkId.EDITED_BY_PROVIDER: "The provider edited the history itself: {edits}.",
    RemarkId.PROVIDER_AGREES: "The provider says so too: {reason}.",
    RemarkId.PROVIDER_DISAGREES: "The provider says otherwise: {reason}.",
    RemarkId.PROVIDER_SAYS: "The provider says: {reason}.",
    RemarkId.SERVED_ELSEWHERE: "Another upstream provider answered: {after} instead of {before}.",
    RemarkId.STILL_WRITING: "A parallel request was still writing the entry.",
    RemarkId.PROMISES_NOTHING: "Implicit caching is not guaranteed: entries are evicted, requests routed elsewhere.",
    RemarkId.NO_RULE: "No cache rule is known here: nothing is predicted.",
    RemarkId.NO_ACCOUNT: "The provider did not account its cache: what was read is unknown.",
}
"""The sentences in English; `{names}` are the keys of `Remark.arguments`."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing known besides the cause."""

    id: RemarkId
    arguments: Mapping[str, str] = field(default_factory=dict)

    @property
    def template(self) -> str:
        """The sentence with its `{names}` still in it."""
        return REMARKS[self.id]

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.template.format_map(self.arguments)


@dataclass(frozen=True, slots=True)
class Cause:
    """One diagnosed cause.

    Attributes:
        id: which.
        where: path in the body, "" when it is the request as a whole.
        arguments: values for `CauseInfo.detail`.
        block: index of the first differing block in this request; None when none differs.
        previous_block: its counterpart in the request compared with.
        variant: which of `CauseInfo.variants` says it best; "" = `CauseInfo.detail`.
        also: what differs behind the first difference, at later levels.
        remarks: what else is known.
    """

    id: CauseId
    where: str = ""
    arguments: dict[str, str] | None = None
    block: int | None = None
    previous_block: int | None = None
    variant: str = ""
    also: tuple[CauseId, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def info(self) -> CauseInfo:
        """Title, detail template and remedy."""
        return CAUSES[self.id]

    @property
    def template(self) -> str:
        """The sentence with its `{names}` still in it."""
        return self.info.variants.get(self.variant, self.info.detail)

    @property
    def detail(self) -> str:
        """The detail sentence in English."""
        return self.template.format_map({"where": self.where, **(self.arguments or {})})

    @property
    def remedy(self) -> str:
        """What to do about it, in English; "" when nothing is wrong."""
        return self.info.remedy.format_map({"where": self.where, **(self.arguments or {})})

    @property
    def sentence(self) -> str:
        """The detail and all remarks in English."""
        return " ".join([self.detail, *(remark.text for remark in self.remarks)])

    def remarked(self, *remarks: Remark) -> Cause:
        """The same cause with more remarks."""
        return replace(self, remarks=(*self.remarks, *remarks)) if remarks else self
