"""Store the games of a notebook as one import, and delete them again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from whistclub.accounts.models import User
from whistclub.archive.imports.actions import NothingToImport, note_players
from whistclub.archive.models import Import, ImportedGame
from whistclub.archive.notebook.queries import NotebookPreview, games_there, mark_of
from whistclub.archive.notebook.reading import PastGame
from whistclub.club.actions import lock_club, players_named
from whistclub.club.models import Club, Player
from whistclub.club.queries import known_names
from whistclub.engine.entries import Entry, Redeal
from whistclub.engine.game import start
from whistclub.engine.hand import Hand
from whistclub.engine.options import options_to_mapping
from whistclub.play import replay
from whistclub.play.models import REDEAL, EntryRecord, Game, GameEvent, Seat
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

AT_ONCE = 500


class SamePersonTwiceInLine(Refused):
    """By the choices for similar names a person would be in two seats."""

    status = 422

    def __init__(self, name: str, line: int) -> None:
        sentence = "Line {line}: {name} would be in two seats. Choose again who the similar names are."
        super().__init__("same_person_twice", sentence.format(name=name, line=line))


@dataclass(frozen=True, slots=True)
class _Written:
    """A game as it will be stored."""

    past: PastGame
    game: Game


def import_games(club: Club, read: NotebookPreview, *, source: str, by: User, at: datetime) -> Import:
    """Store the new games of a notebook, all or none. A game that somebody stored meanwhile is left out.

    Raises NothingToImport, SamePersonTwiceInLine, UnusableName.
    """
    for past in read.games:
        _refuse_twice(past, read.names)
    written = [_written(club, past) for past in read.games]
    with write_transaction():
        lock_club(club.pk)
        known = known_names(club)
        there = games_there(club, read.notebook.games)
        there.subtract(filter(None, (mark_of(game, read.names, known, club) for game in read.known)))
        new = []
        for each in written:
            mark = mark_of(each.past, read.names, known, club)
            if mark is not None and there[mark] > 0:
                there[mark] -= 1
            else:
                new.append(each)
        if not new:
            raise NothingToImport
        players = _players(club, new, read.names)
        joined = [player for folded, player in players.items() if folded not in known]
        done = Import.objects.create(
            club=club, kind=Import.Kind.GAMES, source=source, games=len(new), players=len(joined), by_user=by, at=at
        )
        note_players(done, joined)
        for first in range(0, len(new), AT_ONCE):
            _store(done, new[first : first + AT_ONCE], players, read.names)
    return done


def _refuse_twice(past: PastGame, names: Mapping[str, str]) -> None:
    seen: set[str] = set()
    for name in past.names:
        meant = names[name.casefold()]
        if meant.casefold() in seen:
            raise SamePersonTwiceInLine(meant, past.line)
        seen.add(meant.casefold())


def _players(club: Club, new: Sequence[_Written], names: Mapping[str, str]) -> dict[str, Player]:
    """The players by case-folded name; unknown ones join the roster."""
    wanted = list(dict.fromkeys(names[name.casefold()] for each in new for name in each.past.names))
    return {name.casefold(): player for name, player in zip(wanted, players_named(club, wanted), strict=True)}


def _written(club: Club, past: PastGame) -> _Written:
    """A game as statistics and pages expect it: over, and with the result that its entries make."""
    game = Game(
        club=club,
        preset=past.rules.base,
        rules_name=past.rules.title if past.rules.is_own else "",
        options=options_to_mapping(past.rules.rules),
        first_dealer=past.first_dealer,
        started_at=past.started_at,
        state=Game.State.FINISHED,
        finished_at=None,  # Nobody knows when it ended; when it was imported, its log and the import say.
        awaits_statistics=True,
    )
    if not past.entries:
        game.paper_result = list(past.totals)
        game.locked = True
        game.apply_result(replay.overruled(game, start(game.rules, game.first_dealer)), entries=0)
        return _Written(past, game)
    result = replay.folded(game, past.entries)
    if not result.over:
        game.last_position, game.last_hand = len(past.entries), result.hands_scored
        result = replay.folded(game, past.entries)
        game.ended_early = result.over
        result = replay.folded(game, past.entries)
    game.apply_result(result, entries=len(past.entries))
    return _Written(past, game)


def _store(done: Import, some: Sequence[_Written], players: Mapping[str, Player], names: Mapping[str, str]) -> None:
    Game.objects.bulk_create([each.game for each in some])
    Seat.objects.bulk_create(
        Seat(game=each.game, position=position, player=players[names[name.casefold()].casefold()])
        for each in some
        for position, name in enumerate(each.past.names)
    )
    EntryRecord.objects.bulk_create(
        _row(each.game, entry, position, done.at)
        for each in some
        for position, entry in enumerate(each.past.entries, start=1)
    )
    GameEvent.objects.bulk_create(
        GameEvent(
            game=each.game,
            kind=GameEvent.Kind.IMPORTED,
            data={"line": each.past.line},
            at=done.at,
            by_user=done.by_user,
        )
        for each in some
    )
    ImportedGame.objects.bulk_create(
        ImportedGame(club_id=done.club_id, came_with=done, game=each.game) for each in some
    )


def _row(game: Game, entry: Entry, position: int, at: datetime) -> EntryRecord:
    row = EntryRecord(uid=uuid4(), game=game, position=position, recorded_at=at)
    if isinstance(entry, Hand):
        row.contract, row.declarer, row.tricks = entry.contract, entry.declarer, list(entry.tricks)
    else:
        assert isinstance(entry, Redeal)
        row.contract, row.tricks = REDEAL, []
    return row
