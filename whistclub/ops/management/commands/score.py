"""A game written down as JSON is scored by the engine alone, without a database."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from whistclub.engine.game import EntryStatus, GameResult, Row, play_game
from whistclub.engine.hand import Adjustment, Contract, Entry, Hand, Redeal, Revoke
from whistclub.engine.options import PRESETS, RuleOptions, options_from_mapping
from whistclub.engine.problems import InvalidInput, Problem
from whistclub.play.text import problem_of_hand
from whistclub.rules.options_text import OF_RULES, problem_of_rules

GAME = '{"rules": "askov", "first_dealer": 0, "hands": [{"contract": "high", "declarer": 2, "tricks": [9, 4]}]}'


class Command(BaseCommand):
    help = (
        f"Scores a game: reads JSON, like {GAME}, and prints the score sheet as JSON; with exit status 2 what is wrong."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the game; - reads standard input")

    def handle(self, *, file: str, **_options: Any) -> None:
        try:
            raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            result = score(json.loads(raw.decode("utf-8-sig")))
        except InvalidInput as error:
            self.refuse(*[_sentence(problem) for problem in error.problems])
        except OSError as error:
            self.refuse(f"{file} cannot be read: {error.strerror}.")
        except (ValueError, RecursionError) as error:
            self.refuse(f"The game cannot be read: {error}.")
        self.stdout.write(json.dumps(asdict(result) | {"rows": [_row(row) for row in result.rows]}, indent=2))

    def refuse(self, *sentences: str) -> None:
        self.stderr.write("\n".join(sentences))
        raise SystemExit(2)


def score(data: Any) -> GameResult:
    """Raises ValueError, and InvalidInput with everything that is against the rules."""
    match data:
        case {"rules": str() | dict() as rules, "hands": list() as hands, **others}:
            dealer: Any = others.pop("first_dealer", 0)
            if _are_whole(dealer) and not others:
                entries = [_entry(hand, number) for number, hand in enumerate(hands, start=1)]
                return play_game(_options(rules), dealer, entries)
    raise ValueError(f"it must be like {GAME}")


def _options(rules: str | dict[str, Any]) -> RuleOptions:
    changes = {"preset": rules} if isinstance(rules, str) else dict(rules)
    preset = changes.pop("preset", None)
    if preset is not None and preset not in list(PRESETS):
        raise ValueError(f"the preset must be one of {', '.join(PRESETS)}")
    return options_from_mapping(changes, PRESETS[preset] if preset else RuleOptions())


def _entry(data: Any, number: int) -> Entry:
    match data:
        case {"redeal": "same_dealer" | "next_dealer" as dealer, **others} if not others:
            return Redeal(deal_passes=dealer == "next_dealer")
        case {"adjust": list() as points, **others} if _are_whole(*points) and others.keys() <= {"reason"}:
            return Adjustment(tuple(points))
        case {"revoke": [by, against], **others} if _are_whole(by, against) and "contract" in others:
            hand = _entry(others, number)
            assert isinstance(hand, Hand)
            return replace(hand, revoke=Revoke(by, against))
        case {"contract": str() as bid, "tricks": list() as tricks, **others} if others.keys() <= {"declarer"}:
            declarer: Any = others.get("declarer")
            if bid in list(Contract) and _are_whole(*tricks) and (declarer is None or _are_whole(declarer)):
                return Hand(Contract(bid), declarer, tuple(tricks))
    raise ValueError(f"hand {number} must be like those in {GAME}")


def _are_whole(*values: Any) -> bool:
    return all(type(value) is int for value in values)  # Python counts true as 1; in a game it is not a number


def _sentence(problem: Problem) -> str:
    place = f"hand {problem.position}" if problem.position else ""
    said = problem_of_rules if problem.code in OF_RULES else problem_of_hand
    return ": ".join(filter(None, [place, problem.field, said(problem)]))


def _row(row: Row) -> dict[str, Any]:
    """An entry after the end has no totals and can end nothing, so it has no such keys."""
    left_out = ("totals", "total_stars", "ended") if row.status is EntryStatus.AFTER_END else ()
    return {name: value for name, value in asdict(row).items() if name not in left_out}
