"""Model and provider names as people write them, brought to one form: who serves, and which model it is.

`vendor/`, `region.vendor.`, `:tag` and `@date` are split off and `4.6` is written `4-6`, so that one rule serves a
model wherever it is reached: by its vendor, a cloud, a gateway or an OpenAI-compatible proxy.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_REGION: Final = re.compile(r"^(?:us|eu|apac|ap|jp|au|ca|sa|global|us-gov)\.(?=[a-z])")
_BEDROCK_VENDOR: Final = re.compile(
    r"^(?:anthropic|amazon|meta|mistral|cohere|deepseek|openai|qwen|ai21|minimax)\."
)
_BEDROCK_VERSION: Final = re.compile(r"-v\d+(?::\d+)*$")
_DOT_BETWEEN_DIGITS: Final = re.compile(r"(?<=\d)\.(?=\d)")


@lru_cache(maxsize=1024)
def model_name(model: str) -> str:
    """The model's own name: `us.anthropic.claude-sonnet-4-5-20250929-v1:0` is `claude-sonnet-4-5-20250929`."""
    name = model.lower().strip().rsplit("/", 1)[-1]
    name = _BEDROCK_VENDOR.sub("", _REGION.sub("", name))
    name = _BEDROCK_VERSION.sub("", name)
    name = name.split(":", 1)[0].split("@", 1)[0]
    return _DOT_BETWEEN_DIGITS.sub("-", name)


def host_name(provider: str) -> str:
    """Who answers: `openai.chat` and `openai.responses` are one host with one cache."""
    return provider.lower().split(".", 1)[0].split("/", 1)[0]
