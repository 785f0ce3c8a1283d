"""What a recording does not hold, said of every request it touches: an id for machines, a sentence for people."""

from __future__ import annotations

from enum import StrEnum


class Unknown(StrEnum):
    """Why a replayed request may differ from what the application would have sent."""

    MODEL_DIVERGED = "model-diverged"
    POOL_ESTIMATED = "attachment-pool-estimated"
    TOKENIZER = "attachment-tokenizer-missing"
    DOCUMENT_TEXT = "attachment-text-extracted"
    NO_EXTRACTOR = "attachment-not-extracted"
    OUTSIDE_FILE = "attachment-outside-the-store"
    MEDIA_UNKNOWN = "attachment-media-unknown"
    ATTACHMENT_CUT = "attachment-cut-in-the-recording"
    OUTPUT_CUT = "output-cut-in-the-recording"
    FOLDER = "blob-folder-not-recorded"

    @property
    def sentence(self) -> str:
        """The reason in words."""
        return _SENTENCES[self]


_SENTENCES = {
    Unknown.MODEL_DIVERGED: (
        "A tool answered otherwise before this request; the model would have gone on differently."
    ),
    Unknown.POOL_ESTIMATED: (
        "An attachment was cut to what the context window leaves; how much its tool declarations take is not "
        "recorded, so the cut may lie elsewhere (setting tool_tokens)."
    ),
    Unknown.TOKENIZER: (
        "An attachment was cut by another count of tokens than OpenAI's; install context-inspector[o200k]."
    ),
    Unknown.DOCUMENT_TEXT: (
        "The text of a PDF or office document was extracted here; the application's own extraction may differ."
    ),
    Unknown.NO_EXTRACTOR: (
        "The text of a PDF or office document is not known; install context-inspector[documents] to extract it."
    ),
    Unknown.OUTSIDE_FILE: "An attachment lies outside the application's store and is not read.",
    Unknown.MEDIA_UNKNOWN: (
        "Which media the model takes is not recorded; attached images, sounds and films are shown as sent."
    ),
    Unknown.ATTACHMENT_CUT: (
        "An attachment was cut in every recorded prompt; what stands for the rest of its text is made up."
    ),
    Unknown.OUTPUT_CUT: (
        "A tool output was cut in the recording and its blob is not here; under these settings more of it would "
        "have been sent (give the blob folder)."
    ),
    Unknown.FOLDER: (
        "No recorded prompt shows the application's blob folder; markers name a made-up one (setting data_path)."
    ),
}
