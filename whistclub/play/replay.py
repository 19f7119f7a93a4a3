"""Replay a game: from its rows to the engine's values, and from those to its state."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, TextField, prefetch_related_objects
from django.db.models.functions import Cast

from whistclub.club.queries import PlayerNames
from whistclub.engine.game import EndReason, GameState, last_state, sole_leader
from whistclub.engine.hand import Adjustment, Contract, Entry, Hand, Redeal, Revoke
from whistclub.play.models import REDEAL, AdjustmentRecord, Confirmation, EntryRecord, Game


@dataclass(frozen=True)
class ScoreSheet:
    """The rows of a game: all entries ever made, all adjustments, all confirmations.

    `names` are those of the club's players, for reasons that refer to them.
    """

    entries: list[EntryRecord]
    adjustments: list[AdjustmentRecord] = field(default_factory=list)
    confirmations: list[Confirmation] = field(default_factory=list)
    names: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def current_entries(self) -> list[EntryRecord]:
        """The entries that count, by position. Where one was removed, its position is missing."""
        return sorted((entry for entry in self.entries if entry.current), key=lambda entry: entry.position)

    @cached_property
    def rows(self) -> list[EntryRecord | AdjustmentRecord]:
        """Everything that is replayed, each adjustment after the entry it belongs to."""
        valid = [each for each in self.adjustments if each.undone_at is None]
        return sorted([*self.current_entries, *valid], key=_place)

    @property
    def values(self) -> list[Entry]:
        """The same as the engine's values."""
        return [played(row) if isinstance(row, EntryRecord) else Adjustment(tuple(row.points)) for row in self.rows]

    def at(self, position: int) -> EntryRecord | None:
        return next((each for each in self.current_entries if each.position == position), None)

    @property
    def next_position(self) -> int:
        """After that of the last entry ever made; its own, if that entry was removed."""
        last = max((entry.position for entry in self.entries), default=0)
        return last + 1 if last == 0 or self.at(last) else last

    @property
    def newest(self) -> EntryRecord | None:
        return max(self.entries, key=lambda entry: entry.pk, default=None)

    @property
    def just_removed(self) -> EntryRecord | None:
        """The entry that was removed last, while nothing has been entered since."""
        removed = self.newest.corrects_id if self.newest and self.newest.removed else None
        return next((entry for entry in self.entries if entry.pk == removed), None)

    def removal_of(self, uid: UUID) -> EntryRecord | None:
        """The row with which this entry was removed."""
        uids: dict[int | None, UUID] = {entry.pk: entry.uid for entry in self.entries}
        return next((entry for entry in self.entries if entry.removed and uids[entry.corrects_id] == uid), None)

    def number_at(self, position: int) -> int:
        """The number of the hand at a position: a redeal has that of the hand it was dealt for."""
        return 1 + sum(not entry.is_redeal for entry in self.current_entries if entry.position < position)


def _place(row: EntryRecord | AdjustmentRecord) -> tuple[int, int, int]:
    return (row.position, 0, row.pk) if isinstance(row, EntryRecord) else (row.after, 1, row.pk)


def read(game: Game) -> ScoreSheet:
    """Two queries, three where hands are confirmed."""
    confirmations = Confirmation.objects.filter(hand__game=game) if game.requires_confirmation else []
    names = PlayerNames(game.club_id)
    return ScoreSheet(list(game.entries.all()), list(game.adjustments.all()), list(confirmations), names)


def read_many(games: Sequence[Game]) -> Iterator[tuple[Game, ScoreSheet]]:
    """Each of these games with what counts of its entries and adjustments. Two queries."""
    prefetch_related_objects(
        games,
        Prefetch("entries", EntryRecord.objects.filter(current=True)),
        Prefetch("adjustments", AdjustmentRecord.objects.filter(undone_at=None)),
    )
    for game in games:
        yield game, ScoreSheet(list(game.entries.all()), list(game.adjustments.all()))


def hands_of(games: Sequence[int]) -> dict[int, list[Entry]]:
    """The entries of each game that count, by its key, without adjustments. One query."""
    found: dict[int, list[Entry]] = defaultdict(list)
    rows = EntryRecord.objects.filter(game__in=games, current=True).order_by("game", "position")
    texts = (Cast(name, TextField()) for name in ("tricks", "notes"))
    for game, *entry in rows.values_list("game", "contract", "declarer", *texts):
        found[game].append(_read(*entry))
    return found


def entries_of(games: Sequence[Game]) -> dict[int, list[Entry]]:
    """What counts of each game, by its key, as the engine's values. Two queries, four where points are adjusted.

    Few games have adjustments, and rows of the others are not needed: their values take a tenth of the time.
    """
    found = hands_of([game.pk for game in games])
    adjusted = set(AdjustmentRecord.objects.filter(game__in=games, undone_at=None).values_list("game", flat=True))
    found.update((game.pk, sheet.values) for game, sheet in read_many([each for each in games if each.pk in adjusted]))
    return found


@lru_cache(maxsize=1000)
def _read(contract: str, declarer: int | None, tricks: str, notes: str) -> Hand | Redeal:
    """As `value`, from columns as they are stored: there are few different hands."""
    return value(contract, declarer, json.loads(tricks), json.loads(notes))


def value(contract: str, declarer: int | None, tricks: Iterable[int], notes: Mapping[str, Any]) -> Hand | Redeal:
    """The engine's value of an entry."""
    if contract == REDEAL:
        return Redeal(deal_passes=bool(notes.get("deal_passes")))
    return Hand(Contract(contract), declarer, tuple(tricks), revoke_in(notes))


def revoke_in(notes: Mapping[str, Any]) -> Revoke | None:
    return Revoke(*notes["revoke"]) if "revoke" in notes else None


def played(entry: EntryRecord) -> Hand | Redeal:
    return value(entry.contract, entry.declarer, entry.tricks, entry.notes)


def fold(game: Game, sheet: ScoreSheet) -> GameState:
    """The game after all entries. Sets `last_hand`, which the game's rules read: the number of its last hand now."""
    game.last_hand = None if game.last_position is None else sheet.number_at(game.last_position)
    return overruled(game, last_state(game.rules, game.first_dealer, sheet.values))


def overruled(game: Game, state: GameState) -> GameState:
    """The state after all entries, as a result typed from paper, a concession or an early end makes it."""
    if game.paper_result is not None:
        totals = tuple(game.paper_result)
        stars = tuple(game.paper_stars or (0,) * len(totals))
        return state._replace(totals=totals, stars=stars, reason=EndReason.PAPER, winner=sole_leader(totals))
    if game.conceded_by is not None:
        # The points stay, and the other side has won.
        return state._replace(reason=EndReason.CONCEDED, winner=1 - game.conceded_by)
    if game.ended_early and not state.over:
        # The game stays over when a later correction ties the score or removes a hand: people had decided to stop.
        return state._replace(reason=EndReason.HANDS, winner=sole_leader(state.totals))
    return state


def hand_number_then(written: Iterable[EntryRecord], position: int) -> int:
    """The number that the hand at a position had when just these rows of a game, in their order, had been written."""
    newest = {row.position: row for row in written if row.position < position}
    return 1 + sum(not row.removed and not row.is_redeal for row in newest.values())
