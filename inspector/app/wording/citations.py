"""Words of the presentation view that need counting or joining."""

from __future__ import annotations

from inspector.analysis.citations.skeleton import Card, Entry, MarkState, Skeleton
from inspector.analysis.citations.skeleton_forms import FormView, Shown, hidden_chars
from inspector.app.i18n import Words, counted
from inspector.app.wording import units
from inspector.app.wording.numbers import group
from inspector.wire import length

DOT = " · "
NO_BREAK = "\u00a0"


class CitationWords(Words):
    """Texts in the context "CitationWords"."""

    def subtitle(self, skeleton: Skeleton) -> str:
        """`turn 4 · web_fetch + 3 × web_search`."""
        turn = self.tr("turn {0}").format(group(skeleton.turn))
        tools = " + ".join(name if n == 1 else f"{n} × {name}" for name, n in skeleton.tools.items())
        return DOT.join(piece for piece in (turn, tools) if piece)

    def headline(self, skeleton: Skeleton, view: FormView) -> str:
        """`17 152 → 9 378 chars · 4 of 4 citations resolve`; "" of an answer that cites nothing."""
        if not skeleton.marks:
            return ""
        resolving = self.tr("{0} of {1} citations resolve").format(
            group(len(view.resolving)), group(len(skeleton.marks))
        )
        return DOT.join((self.sizes(view), resolving))

    def summary(self, skeleton: Skeleton, view: FormView) -> str:
        """How many citations resolve, and what is wrong with the others."""
        if not skeleton.marks:
            return ""
        sentences = [
            self.tr("{0} of {1} citations resolve.").format(
                group(len(view.resolving)), group(len(skeleton.marks))
            )
        ]
        if dangling := skeleton.count(MarkState.DANGLING):
            sentences.append(
                counted(
                    self.tr("%n name(s) an id that no tool output of this conversation holds.", "", dangling),
                    dangling,
                )
            )
        if earlier := skeleton.count(MarkState.EARLIER):
            text = self.tr(
                "%n lead(s) to an earlier message only, so the application shows no link.", "", earlier
            )
            sentences.append(counted(text, earlier))
        if lost := skeleton.count(MarkState.OWN) - len(view.resolving):
            sentences.append(counted(self.tr("%n do(es) not resolve in this form.", "", lost), lost))
        return " ".join(sentences)

    def sizes(self, view: FormView) -> str:
        """`81 204 → 3 112 chars`."""
        if view.chars == view.chars_full:
            return units.chars(view.chars)
        return self.tr("{0} → {1}").format(group(view.chars_full), units.chars(view.chars))

    def card_size(self, card: Card, shown: list[Shown]) -> str:
        """`2 210 chars, whole`, or only the number when something is cut."""
        text = units.chars(card.chars)
        whole = not card.from_turn and bool(shown) and all(item.is_whole for item in shown)
        return self.tr("{0}, whole").format(text) if whole else text

    def origin(self, card: Card) -> str:
        """`example.org/survey · web_fetch 8356312e-1`."""
        found = self.entries(card)
        place = card.url.partition("://")[2].rstrip("/") or card.url or card.host
        turn = self.tr("found in turn {0}").format(group(card.from_turn)) if card.from_turn else ""
        return DOT.join(piece for piece in (place, found, turn) if piece)

    def entries(self, card: Card) -> str:
        """Tools and ids: `web_search 683ad590-1, web_fetch 9218d359-1`."""
        return ", ".join(f"{entry.tool}{NO_BREAK}{entry.id}".strip() for entry in card.entries)

    def excerpt(self, entry: Entry, shown: Shown) -> str:
        """`first 500 chars … 122 614 chars kept in vfs_ae25a1a219fd7f54 … last 1 000 chars`."""
        pieces = []
        if shown.snippet:
            pieces.append(self.tr("snippet of {0}").format(units.chars(length(shown.snippet))))
        if shown.head:
            pieces.append(self.tr("first {0}").format(units.chars(length(shown.head))))
        pieces.append(
            self.tr("{0} kept in {1}").format(units.chars(hidden_chars(entry, shown)), shown.vfs_filename)
        )
        if shown.tail:
            pieces.append(self.tr("last {0}").format(units.chars(length(shown.tail))))
        return " … ".join(pieces)


words = CitationWords()
