"""Every entry of a club's games as a line of one table, from which all can be counted again without this program.

Each line says of its game all but the options of the rules, which are on its first line only.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from whistclub.club.models import Club
from whistclub.engine.options import TableFormat, options_to_mapping
from whistclub.play.models import AdjustmentRecord, EntryRecord, Game
from whistclub.play.replay import read_many
from whistclub.play.statistics import batches, with_parties
from whistclub.rules.summary import PRESET_CARDS
from whistclub.stats.evening import evening_of
from whistclub.stats.models import rules_key

MOST_SEATS = max(form.seats for form in TableFormat)
OF_A_GAME = [
    *("game", "counts", "state", "started_at", "evening", "party", "round", "table", "form", "rules", "rules_title"),
    *("options", "first_dealer", "conceded_by", "paper"),
    *(f"player_{seat}" for seat in range(MOST_SEATS)),
    *(f"name_{seat}" for seat in range(MOST_SEATS)),
    *("totals", "stars", "winner"),
]
OF_AN_ENTRY = ["entry", "kind", "contract", "declarer", "tricks", "notes", "points", "recorded_at"]
OPTIONS = OF_A_GAME.index("options")
NO_ENTRY = ["", "none", *[""] * 6]


Line = list[Any]


def rows(club: Club) -> Iterator[Line]:
    """The heading, then a row for each entry and adjustment that stands, in order of play; one for a game without any.

    What was corrected stands as it is now; what was removed does not stand. Five queries for some games at a time.
    """
    yield [*OF_A_GAME, *OF_AN_ENTRY]
    found = Game.objects.filter(club=club, binned_at=None).order_by("started_at", "pk")
    for games in batches(found.prefetch_related("seats__player")):
        for game, sheet in read_many(with_parties(games)):
            head = _of_game(game, club)
            lines = [[number, *_of_row(row, club)] for number, row in enumerate(sheet.rows, start=1)]
            for line in lines or [NO_ENTRY]:
                yield [*head, *line]
                head[OPTIONS] = ""


def _of_game(game: Game, club: Club) -> Line:
    players = [seat.player for seat in game.seats.all()]
    free = [""] * (MOST_SEATS - len(players))
    return [
        game.code,
        "yes" if game.counts_in_statistics else "no",
        game.state,
        _moment(game.started_at, club),
        evening_of(game.started_at, club).isoformat(),
        game.party_code,
        _known(game.round_number),
        _known(game.table_number),
        game.form.value,
        rules_key(game.preset, game.rules_name),
        game.rules_name or PRESET_CARDS[game.preset].title,
        # With the end that the bell gave the game.
        _json(options_to_mapping(game.rules)),
        game.first_dealer,
        _known(game.conceded_by),
        "" if game.paper_result is None else _json(game.paper_result),
        *(player.pk for player in players),
        *free,
        *(player.name for player in players),
        *free,
        _json(game.totals),
        _json(game.stars),
        _known(game.winner),
    ]


def _of_row(row: EntryRecord | AdjustmentRecord, club: Club) -> Line:
    if isinstance(row, AdjustmentRecord):
        return ["adjustment", "", "", "", "", _json(row.points), _moment(row.at, club)]
    hand = ["", "", ""] if row.is_redeal else [row.contract, _known(row.declarer), _json(row.tricks)]
    noted = _json(row.notes) if row.notes else ""
    return ["redeal" if row.is_redeal else "hand", *hand, noted, "", _moment(row.recorded_at, club)]


def _moment(at: datetime, club: Club) -> str:
    return at.astimezone(ZoneInfo(club.time_zone)).isoformat(timespec="seconds")


def _known(value: int | None) -> int | str:
    return "" if value is None else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
