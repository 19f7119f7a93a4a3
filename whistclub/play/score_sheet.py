"""The table and the score sheet of one game for one viewer: seats, sides ("Us", "Them"), every entry in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from whistclub.club.names import with_names
from whistclub.engine.game import Row, play_game
from whistclub.engine.hand import Hand
from whistclub.engine.scoring import score
from whistclub.play import replay, text
from whistclub.play.models import AdjustmentRecord, EntryRecord, Game, Seat
from whistclub.play.replay import ScoreSheet
from whistclub.play.table import COMPASS, Chair, SideNames, sides_of
from whistclub.web.formatting import format_score, plural, short_names


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score sheet: a hand, a redeal or an adjustment.

    Only a hand has a `number`. `kind` is the CSS class of the result, `plain` the hand without its notes. `counts` is
    false for what was entered after the end. `confirmation` says whether another side has accepted or disputed it;
    `agrees` is its answer, None while there is none.
    """

    record: EntryRecord | AdjustmentRecord
    bid: str
    text: str
    score_after: str
    counts: bool
    number: int | None = None
    kind: str = ""
    result: str = ""
    gains: str = ""
    notes: str = ""
    plain: str = ""
    confirmation: str = ""
    agrees: bool | None = None

    @property
    def entry(self) -> EntryRecord | None:
        return self.record if isinstance(self.record, EntryRecord) else None

    @property
    def disputed(self) -> bool:
        return self.agrees is False

    @property
    def brief(self) -> str:
        """Where there is little room."""
        return f"Hand {self.number}: {self.plain}" if self.number else self.text

    @property
    def numbered(self) -> str:
        """ "Hand 5: Ann granded, made 9: Us +3."."""
        return f"Hand {self.number}: {self.text}" if self.number else self.text


class SheetView:
    """`viewer` is a seat, drawn at the bottom, and its side is "Us"; None for someone who does not play. A *position*
    counts all entries of the score sheet from 1, a *hand number* only hands that were played.
    """

    def __init__(self, game: Game, seats: Sequence[Seat], sheet: ScoreSheet, viewer: int | None) -> None:
        self.game = game
        self.sheet = sheet
        self.state = replay.fold(game, sheet)
        self.rules = game.rules
        self.viewer = viewer if viewer is not None and viewer < len(seats) else None
        seats = sorted(seats, key=lambda seat: seat.position)
        self.players = [seat.player_id for seat in seats]
        self.names = [seat.player.name for seat in seats]
        self.short_names = short_names(self.names)

    # The table

    @cached_property
    def sides(self) -> list[SideNames]:
        return sides_of(self.rules.form, self.names, self.viewer)

    @property
    def viewer_side(self) -> int:
        """The side whose score comes first and whose tricks are entered in a low hand."""
        return self.rules.form.side_of(self.viewer or 0)

    @property
    def side_order(self) -> list[int]:
        sides = self.rules.form.sides
        return [(self.viewer_side + step) % sides for step in range(sides)]

    def short_name(self, seat: int | None) -> str:
        return "" if seat is None else self.short_names[seat]

    @cached_property
    def chairs(self) -> list[Chair]:
        """The people around the table, the dealer of the next hand marked while there is one."""
        return self.chairs_at(None if self.state.over else self.next_position)

    def chairs_at(self, position: int | None) -> list[Chair]:
        seats, bottom = len(self.names), self.viewer or 0
        dealer = None if position is None else self.dealer_at(position)
        return [
            Chair(seat, name, self.rules.form.side_of(seat), COMPASS[seats][(seat - bottom) % seats], seat == dealer)
            for seat, name in enumerate(self.names)
        ]

    def dealer_at(self, position: int) -> int:
        """Who deals the entry at this position, or the next one."""
        entry = self.sheet.at(position)
        return next((row.dealer for record, row in self.rows if record is entry), self.state.dealer)

    @property
    def next_dealer(self) -> str:
        return self.names[self.state.dealer]

    # The score sheet

    @property
    def next_position(self) -> int:
        return self.sheet.next_position

    @property
    def current_entries(self) -> list[EntryRecord]:
        return self.sheet.current_entries

    @cached_property
    def rows(self) -> list[tuple[EntryRecord | AdjustmentRecord, Row]]:
        found = play_game(self.rules, self.game.first_dealer, self.sheet.values).rows
        return list(zip(self.sheet.rows, found, strict=True))

    @cached_property
    def lines(self) -> list[Line]:
        return [self._line(record, row) for record, row in self.rows]

    def line_at(self, position: int) -> Line:
        return next(line for line in self.lines if line.entry and line.entry.position == position)

    @property
    def adjustments(self) -> list[Line]:
        """Those that have not been undone."""
        return [line for line in self.lines if line.entry is None]

    def _line(self, record: EntryRecord | AdjustmentRecord, row: Row) -> Line:
        counts = row.totals is not None
        score_after = format_score(row.totals[side] for side in self.side_order) if row.totals else ""
        if isinstance(record, AdjustmentRecord):
            reason = with_names(record.reason, self.sheet.names)
            words = f"Adjustment: {text.adjustment(record.points, reason, self.sides)}"
            gains = text.points_by_side(record.points, self.sides)
            return Line(record, "Adjustment", words, score_after, counts, gains=gains, notes=reason)
        words, hand = self.entry_text(record), replay.played(record)
        if not isinstance(hand, Hand):
            return Line(record, words, words, score_after, counts)
        outcome, name = score(hand, self.rules), self.short_name(record.declarer)
        confirmation, agrees = self._confirmation(record)
        return Line(
            record,
            text.bid(hand.contract, name, self.rules),
            words,
            score_after,
            counts,
            number=self.sheet.number_at(record.position),
            kind=text.result_kind(outcome),
            result=text.outcome(outcome, self.sides),
            gains=text.gains(outcome, self.sides),
            notes=text.revoke_sentence(record.notes, hand.contract, self.sides, self.rules),
            plain=text.hand(outcome, name, self.sides, self.rules),
            confirmation=confirmation,
            agrees=agrees,
        )

    def entry_text(self, entry: EntryRecord, number: int | None = None) -> str:
        """An entry in words, stored or not, whether it counts or not; with the `number` of its hand, if asked for."""
        hand = replay.played(entry)
        if not isinstance(hand, Hand):
            return text.REDEALS[text.redeal_key(entry.notes)]
        words = text.hand(score(hand, self.rules), self.short_name(entry.declarer), self.sides, self.rules)
        revoke = text.revoke_sentence(entry.notes, hand.contract, self.sides, self.rules)
        return f"{f'Hand {number}: ' if number else ''}{words} {revoke}".strip()

    def numbered_text(self, entry: EntryRecord) -> str:
        """The same, with the number of its hand now: "Hand 5: Ann granded, made 9: Us +3."."""
        return self.entry_text(entry, self.sheet.number_at(entry.position))

    # What another side says of the hands

    def _confirmation(self, entry: EntryRecord) -> tuple[str, bool | None]:
        """Whether another side has accepted a hand, in words, and its newest answer."""
        if not self.game.requires_confirmation:
            return "", None
        newest = next((each for each in reversed(self.sheet.confirmations) if each.hand_id == entry.pk), None)
        if newest:
            name = self.short_names[newest.seat]
            return f"confirmed by {name}" if newest.agrees else f"{name} disputes this hand", newest.agrees
        entered_by = None if entry.by_seat is None else self.rules.form.side_of(entry.by_seat)
        asked = [self.sides[side] for side in self.side_order if side != entered_by]
        people = "you" if any(side.is_viewer for side in asked) else " or ".join(side.object for side in asked)
        return f"waiting for {people} to confirm", None

    @property
    def to_confirm(self) -> list[Line]:
        """The hands that this phone, of the viewer's side, may confirm and no other side has answered."""
        open_ones = (line for line in self.lines if line.agrees is None)
        return [line for line in open_ones if line.entry and self.game.may_confirm(line.entry, self.viewer)]

    @property
    def disputed(self) -> Line | None:
        """The oldest disputed hand, until it is corrected or accepted."""
        return next((line for line in self.lines if line.disputed), None)

    @property
    def unconfirmed_text(self) -> str:
        """How many hands another side disputes or has not confirmed; empty where there are none."""
        found = [line.agrees for line in self.lines if line.confirmation]
        disputed, open_ones = found.count(False), found.count(None)
        if not disputed:
            has = plural(open_ones, "hand has", "hands have")
            return f"{open_ones} {has} not been confirmed by the other side." if open_ones else ""
        first = f"{disputed} {plural(disputed, 'hand is', 'hands are')} disputed"
        return f"{first}, {open_ones} {plural(open_ones, 'is', 'are')} not confirmed." if open_ones else f"{first}."
