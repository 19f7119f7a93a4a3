"""Every entry of a club's games as a line of one table, from which all can be counted again without this program.

Each line says when, where and by which rules its game was played, by whom, and how it ended, so that a spreadsheet can
filter and sort the lines. All options of the rules are on the first line of each game only.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from whistclub.club.models import Club
from whistclub.engine.options import TableFormat, options_to_mapping
from whistclub.play.models import REDEAL, AdjustmentRecord, EntryRecord, Game, Seat
from whistclub.play.statistics import batches
from whistclub.rules.summary import title_of
from whistclub.stats.inputs import evening_of, rules_key

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

    What was corrected stands as it is now; what was removed does not stand. Three queries for each batch of games, and
    one for all.
    """
    yield [*OF_A_GAME, *OF_AN_ENTRY]
    for games in batches(Game.objects.filter(club=club, binned_at=None).order_by("started_at", "pk")):
        keys = [game.pk for game in games]
        seats = _by_game(Seat.objects.filter(game__in=keys), "position", "player", "player__name")
        hands = _by_game(
            EntryRecord.objects.filter(game__in=keys, current=True),
            *("position", "contract", "declarer", "tricks", "notes", "recorded_at"),
        )
        given = _by_game(AdjustmentRecord.objects.filter(game__in=keys, undone_at=None), "after", "pk", "points", "at")
        for game in games:
            head = _of_game(game, club, seats[game.pk])
            found = [(hand[0], 0, _of_hand(club, *hand)) for hand in hands[game.pk]]
            for after, key, points, at in given[game.pk]:
                found.append((after, 1 + key, ["adjustment", "", "", "", "", _json(points), _moment(at, club)]))
            entries = [[number, *entry] for number, (_at, _key, entry) in enumerate(sorted(found), start=1)]
            for entry in entries or [NO_ENTRY]:
                yield [*head, *entry]
                head[OPTIONS] = ""


def _of_game(game: Game, club: Club, seats: Sequence[tuple[Any, ...]]) -> Line:
    players = {position: (player, name) for position, player, name in seats}
    seated = [players.get(position, ("", "")) for position in range(MOST_SEATS)]
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
        game.rules_name or title_of(game.preset),
        # With the end that the bell gave the game.
        _json(options_to_mapping(game.rules)),
        game.first_dealer,
        _known(game.conceded_by),
        "" if game.paper_result is None else _json(game.paper_result),
        *(player for player, _name in seated),
        *(name for _player, name in seated),
        _json(game.totals),
        _json(game.stars),
        _known(game.winner),
    ]


def _of_hand(
    club: Club,
    _position: int,
    contract: str,
    declarer: int | None,
    tricks: list[int],
    notes: dict[str, Any],
    at: datetime,
) -> Line:
    noted = _json(notes) if notes else ""
    if contract == REDEAL:
        return ["redeal", "", "", "", noted, "", _moment(at, club)]
    return ["hand", contract, _known(declarer), _json(tricks), noted, "", _moment(at, club)]


def _moment(at: datetime, club: Club) -> str:
    return at.astimezone(ZoneInfo(club.time_zone)).isoformat(timespec="seconds")


def _by_game(rows: Any, *columns: str) -> dict[int, list[tuple[Any, ...]]]:
    """Columns of rows by game, in the order of the first columns. One query."""
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for game, *values in rows.order_by("game", *columns[:2]).values_list("game", *columns).iterator(chunk_size=5000):
        found[game].append(tuple(values))
    return found


def _known(value: int | None) -> int | str:
    return "" if value is None else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
