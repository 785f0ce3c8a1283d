"""What a request should have read, written and sent anew, and what is not known of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.analysis.prefix.blocks import PrefixRequest
from inspector.analysis.prefix.names import host_name, model_name
from inspector.analysis.prefix.rules import CacheRule

CHARS_PER_TOKEN = 4
FRAME_CHARS = 12
"""What separates blocks (roles, brackets) in characters; the tokens of many small blocks are short without it."""


class Untold(StrEnum):
    """Why nothing can be predicted."""

    NO_RULE = "no-rule"
    NO_PROMPT = "no-prompt"
    SERVER_HISTORY = "server-history"
    EXPLICIT_CACHE = "explicit-cache"
    AGE = "age"
    ROUTING = "routing"
    NOTHING = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What a request should have read, written and sent anew, in tokens.

    Attributes:
        rule: the rule applied; `NO_RULE` where none is known.
        read, write, new, total: None = cannot be told.
        untold: why it cannot be told.
        read_from: index of the request that wrote or last used the entry; None = nothing read.
        expired_s: seconds since the best entry was last used, when it had surely expired; `ttl_s` it lived.
        beyond_lookback: blocks between the best entry and the nearest mark, when out of look-back.
        lagging: a matching entry was still being written.
        minimum: tokens a prefix needs here: the rule's, or fewer where the provider's accounts prove it.
        below_minimum: the prompt is too small to be cached.
        no_breakpoint: the rule needs marks and the request has none.
        assumed_marks: no mark was recorded though the provider cached: marks were assumed.
    """

    rule: CacheRule
    read: int | None = None
    write: int | None = None
    new: int | None = None
    total: int | None = None
    untold: Untold = Untold.NOTHING
    read_from: int | None = None
    expired_s: int | None = None
    ttl_s: int | None = None
    beyond_lookback: int | None = None
    lagging: bool = False
    minimum: int = 0
    below_minimum: bool = False
    no_breakpoint: bool = False
    assumed_marks: bool = False

    @property
    def minimum_observed(self) -> bool:
        """Whether the provider was seen caching less than its rule says."""
        return self.minimum < self.rule.minimum


Scope = tuple[str, str]
"""Who answers and with which model: caches are never shared across them."""


def scope_of(request: PrefixRequest) -> Scope:
    """The cache a request can read from."""
    return host_name(request.provider), model_name(request.model)


def total_tokens(request: PrefixRequest, rule: CacheRule) -> int:
    """The provider's own count of the prompt when it gave one, else four characters a token."""
    if request.usage.input is not None:
        return request.usage.input
    chars = request.chars + FRAME_CHARS * len(request.nodes)
    return -(-chars // CHARS_PER_TOKEN) + rule.tail
