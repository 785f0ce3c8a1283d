"""What `replay`, `compare` and `sweep` share: settings, probes, a live summariser, and how results are written."""

from __future__ import annotations

import argparse
import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from inspector.cli.parsing import PROGRAM
from inspector.model.presets import PRESETS, RECORDED
from inspector.model.problems import Problem, register_templates
from inspector.model.settings import ReplaySettings
from inspector.model.settings_files import load_settings

if TYPE_CHECKING:
    from inspector.replay.compressors.live import LiveSettings
    from inspector.replay.engine import Replayer
    from inspector.replay.probes import Probe
    from inspector.sources.base import Source

PRESET_NAMES: Final = (*PRESETS, RECORDED)
_MOST_SUMMARY_TOKENS: Final = 16_384

register_templates(
    {
        "unknown-preset": "There is no preset called {name}. Did you mean {suggestion}? There are {names}.",
        "bad-side": (
            "--{side} {text}: neither a preset ({names}), nor a settings file, nor assignments such as "
            "truncate_threshold=20000,in_loop_memo=off."
        ),
        "live-incomplete": "{given} needs {missing} too.",
        "bad-prices": "--live-prices {value}: expected two prices per million tokens, such as 3,15.",
        "live-unconfirmed": "{cost} Nothing was sent. Add --yes to send it.",
    }
)


@dataclass(frozen=True, slots=True)
class Side:
    """Settings as a user names them.

    Attributes:
        base: settings, or a preset's name ("recorded" = the session's own).
        assignments: `name=value` texts over it.
    """

    base: ReplaySettings | str
    assignments: tuple[str, ...] = ()

    def of(self, replayer: Replayer) -> ReplaySettings:
        """The settings for one session."""
        return replayer.settings(self.base, self.assignments)

    @property
    def compressor(self) -> str:
        """Who writes the summaries, whatever the session."""
        return self._sample().compressor

    def checked(self) -> Side:
        """Itself; raises `Problem` for a bad assignment before anything is opened."""
        self._sample()
        return self

    def _sample(self) -> ReplaySettings:
        base = self.base if isinstance(self.base, ReplaySettings) else ReplaySettings()
        return base.with_assignments(self.assignments)

    def over(self, *assignments: str) -> Side:
        """The same with more assignments on top."""
        return Side(self.base, (*self.assignments, *assignments))


class ListSettings(argparse.Action):
    """`--list-settings`: print the table of all settings and exit, as `--help` does."""

    def __call__(self, parser: argparse.ArgumentParser, *ignored: Any) -> None:
        """Print and exit."""
        from inspector.cli.replay_output import print_tables
        from inspector.reports.replay_tables import settings_list

        print_tables([settings_list()])
        parser.exit()


def add_settings_options(parser: argparse.ArgumentParser) -> None:
    """Add what chooses the settings."""
    group = parser.add_argument_group("settings")
    chosen = group.add_mutually_exclusive_group()
    chosen.add_argument(
        "--preset",
        metavar="NAME",
        help=f"start from {', '.join(PRESETS)} or {RECORDED} (the session's own settings, the default)",
    )
    chosen.add_argument("--settings", metavar="FILE", type=Path, help="start from a settings file (TOML)")
    group.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="change one setting; may be repeated; codecs.TOOL=RULE changes one tool's rule",
    )
    add_list_option(group)


def add_list_option(group: argparse._ActionsContainer) -> None:
    """Add `--list-settings`."""
    group.add_argument(
        "--list-settings", action=ListSettings, nargs=0, help="list all settings with their ranges and exit"
    )


def add_probe_option(parser: argparse.ArgumentParser) -> None:
    """Add `--probe`."""
    parser.add_argument(
        "--probe",
        metavar="[NAME=]TEXT",
        action="append",
        default=[],
        help="a fact to follow: a text, or /regular expression/; may be repeated",
    )


def add_common_options(parser: argparse.ArgumentParser) -> None:
    """Add probes, the live summariser and output formats."""
    add_probe_option(parser)
    live = parser.add_argument_group("live summariser (the key is read from CONTEXT_INSPECTOR_API_KEY)")
    live.add_argument("--live-url", metavar="URL", help="endpoint, without /chat/completions or /messages")
    live.add_argument("--live-model", metavar="ID", help="model to ask")
    live.add_argument("--live-api", choices=("openai", "anthropic"), default="openai", help="wire format")
    live.add_argument("--live-prices", metavar="IN,OUT", help="per million tokens, to show the cost")
    live.add_argument("--yes", action="store_true", help="send it, having seen the cost")
    shape = parser.add_mutually_exclusive_group()
    for name, what in (("json", "JSON"), ("csv", "CSV"), ("md", "Markdown"), ("html", "an HTML page")):
        shape.add_argument(
            f"--{name}",
            dest="format",
            action="store_const",
            const=name,
            help=f"print {what} instead of tables",
        )


def add_conversation_option(parser: argparse.ArgumentParser) -> None:
    """Add what chooses one conversation."""
    parser.add_argument(
        "--topic",
        "--run",
        dest="conversation",
        metavar="NAME",
        help="one conversation, by title or id (of a run: the conversation it belongs to); default: all",
    )


def side_of(options: argparse.Namespace) -> Side:
    """The settings chosen by --preset, --settings and --set; a live endpoint asks for the live summariser."""
    live = ["compressor=live"] if options.live_url else []
    if options.settings is not None:
        return Side(load_settings(options.settings), (*live, *options.set)).checked()
    return Side(_preset(options.preset or RECORDED), (*live, *options.set)).checked()


def parse_side(side: str, text: str) -> Side:
    """Settings of `--a` or `--b`: a preset, a settings file, assignments, or one of the first two and assignments."""
    if Path(text).is_file():
        return Side(load_settings(Path(text)))
    words = [word.strip() for word in text.split(",") if word.strip()]
    base: ReplaySettings | str = RECORDED
    if words and "=" not in words[0]:
        first = words.pop(0)
        if first in PRESET_NAMES:
            base = first
        elif Path(first).is_file():
            base = load_settings(Path(first))
        else:
            raise Problem("bad-side", {"side": side, "text": text, "names": ", ".join(PRESET_NAMES)})
    return Side(base, tuple(words)).checked()


def _preset(name: str) -> str:
    if name not in PRESET_NAMES:
        near = difflib.get_close_matches(name, PRESET_NAMES, n=1, cutoff=0)
        names = ", ".join(PRESET_NAMES)
        raise Problem("unknown-preset", {"name": name, "suggestion": near[0], "names": names})
    return name


def probes_of(options: argparse.Namespace) -> list[Probe]:
    """The facts to follow."""
    from inspector.replay.probes import Probe

    return [Probe.parse(text) for text in options.probe]


def conversations_of(source: Source, wanted: str | None) -> list[str]:
    """Ids of the conversations chosen: all, or one by title, id or the id of one of its runs."""
    from inspector.replay.engine import conversation_ids

    if wanted is not None:
        by_run = [record.conversation_id for record in source.requests() if record.run_id == wanted]
        wanted = by_run[0] if by_run else wanted
    return conversation_ids(source, wanted)


def live_of(options: argparse.Namespace) -> LiveSettings | None:
    """The live endpoint, when one is given; raises `Problem`."""
    from inspector.replay.compressors.live import Api, LiveSettings

    if not options.live_url and not options.live_model:
        return None
    if not options.live_url or not options.live_model:
        given, missing = (
            ("--live-url", "--live-model") if options.live_url else ("--live-model", "--live-url")
        )
        raise Problem("live-incomplete", {"given": given, "missing": missing})
    paid_in, paid_out = _prices(options.live_prices)
    return LiveSettings(
        base_url=options.live_url,
        model=options.live_model,
        api=Api(options.live_api),
        input_price=paid_in,
        output_price=paid_out,
    )


def _prices(text: str | None) -> tuple[float | None, float | None]:
    if text is None:
        return None, None
    try:
        paid_in, paid_out = map(float, text.split(","))
    except ValueError:
        raise Problem("bad-prices", {"value": text}) from None
    return paid_in, paid_out


def confirm_live(options: argparse.Namespace, live: LiveSettings, calls: int, input_tokens: int) -> None:
    """Show what the live summariser will cost; raises `Problem` unless that was agreed to with --yes."""
    from inspector.cli.figures import count
    from inspector.cli.output import write_error

    output = calls * _MOST_SUMMARY_TOKENS
    cost = "cost unknown (give --live-prices)"
    if live.input_price is not None and live.output_price is not None:
        money = (input_tokens * live.input_price + output * live.output_price) / 1e6
        cost = f"at most about {money:.2f} in the currency of --live-prices"
    words = (
        f"{live.model} at {live.base_url} would be asked {calls} times: about {count(input_tokens)} input tokens, "
        f"at most {count(output)} output tokens; {cost}. Answers kept from earlier runs cost nothing."
    )
    if calls and not options.yes:
        raise Problem("live-unconfirmed", {"cost": words})
    write_error(f"{PROGRAM}: {words}")
