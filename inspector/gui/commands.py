"""What the declared actions do in a window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog

from inspector.app.actions import ACTIONS, ActionSpec
from inspector.app.clipboard import json_of, text_of
from inspector.app.copies import copy_source, save_blob
from inspector.app.i18n import translate
from inspector.app.navigator import Grouping
from inspector.app.selection import Selection
from inspector.app.timeline.locate import next_problem
from inspector.app.wording import units
from inspector.app.wording.navigator import title
from inspector.gui import theme
from inspector.gui.helpers import Helpers
from inspector.gui.i18n import Language, switch_language
from inspector.gui.shell import Shell
from inspector.gui.theme import ThemeChoice
from inspector.gui.views.command_palette import Command, CommandPalette
from inspector.gui.views.help import AboutDialog, ShortcutsDialog
from inspector.resources import demo_capture, demo_database
from inspector.wire import utf16


class WindowCommands(QObject):
    """The handlers of one window."""

    def __init__(self, shell: Shell, helpers: Helpers) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self._helpers = helpers

    def handlers(self) -> dict[str, Callable[[], None]]:
        """Bound method per action id; a test compares the ids with the declarations."""
        shell, helpers = self._shell, self._helpers
        return {
            "open": self.open_file,
            "open-folder": self.open_folder,
            "reopen": self.reopen,
            "demo-capture": self.open_demo_capture,
            "demo-database": self.open_demo_database,
            "follow": self.follow,
            "reload": shell.session.look_again,
            "save-copy": self.save_copy,
            "close": shell.session.close,
            "quit": self.quit,
            "copy-text": self.copy_text,
            "copy-json": self.copy_json,
            "save-blob": self.save_blob,
            "find": shell.search_bar.focus,
            "find-next": shell.search.next,
            "find-previous": shell.search.previous,
            "filter": self.filter,
            "palette": self.palette,
            "toggle-row": shell.timeline.toggle_current,
            "unfold-all": self.unfold_all,
            "fold-all": self.fold_all,
            "diff": self.diff,
            "presenter": helpers.citations.toggle,
            "export": helpers.exports.open_dialog,
            "save-picture": helpers.exports.save_picture,
            "open-workspace": helpers.workspaces.choose,
            "save-workspace": helpers.workspaces.save,
            "requests": shell.centre.toggle,
            "dock": shell.dock.toggle,
            "compare": helpers.replay.compare,
            "largest-difference": shell.replay.go_to_largest_difference,
            "full-screen": self.full_screen,
            "maximise": helpers.panes.toggle,
            "group.conversations": self.group,
            "group.runs": self.group,
            **{f"theme.{choice}": self.choose_theme for choice in ThemeChoice},
            **{f"language.{choice}": self.choose_language for choice in Language},
            "next-turn": self.next_turn,
            "previous-turn": self.previous_turn,
            "next-cache-break": self.next_cache_break,
            "previous-cache-break": self.previous_cache_break,
            "next-finding": self.next_finding,
            "previous-finding": self.previous_finding,
            "next-problem": self.next_problem,
            "branch": shell.top_bar.branches.open_menu,
            "next-conversation": self.next_conversation,
            "previous-conversation": self.previous_conversation,
            "shortcuts": self.shortcuts,
            "reference": self.reference,
            "about": self.about,
        }

    # -- opening and saving

    @Slot()
    def open_file(self) -> None:
        """Choose a file to open."""
        shell = self._shell
        filters = ";;".join(
            (
                self.tr("Captures, sessions and databases (*.json *.jsonl *.har *.lhar *.sqlite *.db)"),
                self.tr("All files (*)"),
            )
        )
        name, _ = QFileDialog.getOpenFileName(shell.frame, self.tr("Open"), self._folder(), filters)
        if name:
            shell.session.open(Path(name))

    @Slot()
    def open_folder(self) -> None:
        """Choose a project, `.devtools`, `Data` or user-data folder to open."""
        name = QFileDialog.getExistingDirectory(self._shell.frame, self.tr("Open folder"), self._folder())
        if name:
            self._shell.session.open(Path(name))

    @Slot()
    def reopen(self) -> None:
        """Open the most recent file."""
        if recent := self._shell.settings.recent:
            self._shell.session.open(recent[0])

    @Slot()
    def open_demo_capture(self) -> None:
        """Open the bundled capture."""
        self._shell.session.open(demo_capture())

    @Slot()
    def open_demo_database(self) -> None:
        """Open the bundled conversation database."""
        self._shell.session.open(demo_database())

    @Slot()
    def follow(self) -> None:
        """Watch the file, or stop that."""
        shell = self._shell
        shell.session.follow(shell.actions.by_id["follow"].isChecked())
        shell.status.show_session(shell.session)

    @Slot()
    def save_copy(self) -> None:
        """Copy the opened file elsewhere, in the background."""
        shell = self._shell
        opened = shell.session.current
        if opened is None:
            return
        source = opened.source.path
        name, _ = QFileDialog.getSaveFileName(shell.frame, self.tr("Save a copy"), source.name)
        if name:
            shell.background.run(
                lambda progress: copy_source(source, Path(name), progress),
                on_result=self._on_saved,
                on_progress=shell.status.show_progress,
                channel="copy",
            )

    @Slot()
    def save_blob(self) -> None:
        """Write the full text behind the selected row to a file."""
        shell = self._shell
        selection = shell.on_screen.selection
        if selection is None or selection.blob is None:
            return
        source, ref = selection.source, selection.blob
        name, _ = QFileDialog.getSaveFileName(shell.frame, self.tr("Save the full text"), ref.vfs_filename)
        if name:
            shell.background.run(
                lambda progress: save_blob(source, ref, Path(name)), on_result=self._on_saved, channel="copy"
            )

    def _on_saved(self, path: Path) -> None:
        self._shell.status.hide_progress()
        self._shell.status.show_message(self.tr("Saved {0}").format(path))

    @Slot()
    def quit(self) -> None:
        """Close the shell.frame, which ends the program."""
        self._shell.frame.close()

    def _folder(self) -> str:
        recent = self._shell.settings.recent
        return str(recent[0].parent) if recent else str(Path.home())

    # -- copying and finding

    @Slot()
    def copy_text(self) -> None:
        """Put the selection on the clipboard as text."""
        self._copy_made_by(text_of)

    @Slot()
    def copy_json(self) -> None:
        """Put the stored value of the selection on the clipboard."""
        self._copy_made_by(json_of)

    def _copy_made_by(self, make: Callable[[Selection], str]) -> None:
        """Make the text in the background: a request's prompt may have megabytes."""
        selection = self._shell.on_screen.selection
        if selection is not None:
            self._shell.background.run(
                lambda progress: make(selection), on_result=self._copy, channel="clipboard"
            )

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._shell.status.show_message(self.tr("Copied {0}").format(units.chars(utf16.length(text))))

    @Slot()
    def filter(self) -> None:
        """Type into the navigator's filter."""
        self._shell.navigator.filter.setFocus()
        self._shell.navigator.filter.selectAll()

    # -- viewing

    @Slot()
    def palette(self) -> None:
        """Offer every enabled action and every conversation."""
        shell = self._shell
        commands = [
            Command(
                text=_palette_text(spec, action),
                hint=action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
                run=action.trigger,
            )
            for spec in ACTIONS
            if (action := shell.actions.by_id[spec.id]).isEnabled() and spec.id != "palette"
        ]
        commands += [
            Command(text=title(row), hint=self.tr("conversation"), run=partial(self._load, row.summary.id))
            for row in shell.navigator.entries()
        ]
        CommandPalette(commands, shell.frame).open_over(shell.frame)

    def _load(self, conversation_id: str) -> None:
        self._shell.session.load(conversation_id)

    @Slot()
    def unfold_all(self) -> None:
        """Unfold every turn."""
        self._shell.timeline.set_all_expanded(True)

    @Slot()
    def fold_all(self) -> None:
        """Fold every turn."""
        self._shell.timeline.set_all_expanded(False)

    @Slot()
    def diff(self) -> None:
        """Show what changed since the previous request."""
        self._shell.inspector.show_page(self._shell.inspector.diff)

    @Slot()
    def full_screen(self) -> None:
        """Fill the screen, or go back."""
        shell = self._shell
        shell.frame.showNormal() if shell.frame.isFullScreen() else shell.frame.showFullScreen()

    @Slot()
    def group(self) -> None:
        """Group the navigator by what the triggering action names."""
        self._shell.navigator.set_grouping(Grouping(self._choice()))

    @Slot()
    def choose_theme(self) -> None:
        """Take the theme the triggering action names."""
        choice = ThemeChoice(self._choice())
        self._shell.settings.theme = choice
        theme.manager().choose(choice)

    @Slot()
    def choose_language(self) -> None:
        """Take the language the triggering action names."""
        choice = Language(self._choice())
        self._shell.settings.language = choice
        switch_language(choice)

    def _choice(self) -> str:
        """The part of the triggering action's id behind the dot."""
        return self.sender().objectName().partition(".")[2]

    # -- going

    @Slot()
    def next_turn(self) -> None:
        """Select the next turn."""
        self._shell.timeline.step_turns(1)

    @Slot()
    def previous_turn(self) -> None:
        """Select the previous turn."""
        self._shell.timeline.step_turns(-1)

    @Slot()
    def next_cache_break(self) -> None:
        """Select the next request whose prefix broke, and show why."""
        self._helpers.cache.step(1)

    @Slot()
    def previous_cache_break(self) -> None:
        """Select the previous request whose prefix broke, and show why."""
        self._helpers.cache.step(-1)

    @Slot()
    def next_finding(self) -> None:
        """Show the next finding, wherever it lies."""
        self._helpers.findings.step(1)

    @Slot()
    def previous_finding(self) -> None:
        """Show the finding before, wherever it lies."""
        self._helpers.findings.step(-1)

    @Slot()
    def next_problem(self) -> None:
        """Select the next turn that failed, never finished or is damaged."""
        timeline = self._shell.timeline
        if timeline.presenter is None:
            return
        row = timeline.current_row
        key = next_problem(timeline.presenter, None if row is None else row.key)
        if key is None:
            self._shell.status.show_message(self.tr("No problems in this conversation"))
        else:
            timeline.select_key(key)

    @Slot()
    def next_conversation(self) -> None:
        """Choose the next entry of the navigator."""
        self._shell.navigator.step(1)

    @Slot()
    def previous_conversation(self) -> None:
        """Choose the previous entry of the navigator."""
        self._shell.navigator.step(-1)

    # -- help

    @Slot()
    def shortcuts(self) -> None:
        """List the shortcuts."""
        ShortcutsDialog(self._shell.actions, self._shell.frame).open()

    @Slot()
    def reference(self) -> None:
        """Open the reference, at the cause of the break on screen where there is one."""
        from inspector.gui.views.reference import ReferenceDialog

        dialog = ReferenceDialog(self._shell.frame)
        topic = self._shell.inspector.breaks.topic
        if topic and self._shell.inspector.current_page is self._shell.inspector.breaks:
            dialog.show_topic(topic)
        dialog.open()

    @Slot()
    def about(self) -> None:
        """Say what this program is."""
        AboutDialog(self._shell.frame).open()


def _palette_text(spec: ActionSpec, action: QAction) -> str:
    """`Theme: Dark`: away from its submenu a choice says what it is a choice of."""
    text = action.text().replace("&", "")
    return f"{translate('Actions', spec.submenu)}: {text}" if spec.submenu else text
