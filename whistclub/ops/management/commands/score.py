"""Scores a game written down as JSON. Works without a database: the engine does it all."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from whistclub.engine.game import EntryStatus, Row, play_game
from whistclub.ops.transcript import UnreadableTranscript, quoted, read_transcript

STANDARD_INPUT = "-"
BAD_INPUT = 2


class Command(BaseCommand):
    help = (
        "Score a game: read {rules, first_dealer, hands} as JSON and print the score sheet as JSON. "
        "For bad input, print every fault to standard error and exit with status 2."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the game; - reads standard input")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            game = read_transcript(_contents(file))
        except UnreadableTranscript as error:
            for sentence in error.sentences:
                self.stderr.write(sentence)
            raise SystemExit(BAD_INPUT) from error
        result = play_game(game.options, game.first_dealer, game.entries)
        sheet = asdict(result) | {"rows": [_row(row) for row in result.rows]}
        self.stdout.write(json.dumps(sheet, indent=2))


def _contents(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        raise UnreadableTranscript([f"{quoted(file)} cannot be read"]) from error


def _row(row: Row) -> dict[str, Any]:
    """An entry after the end has no totals and can end nothing, so it has no such keys."""
    columns = asdict(row)
    if row.status is EntryStatus.AFTER_END:
        for name in ("totals", "total_stars", "ended"):
            del columns[name]
    return columns
