"""View of one game for one viewer: seats, sides ("Us", "Them"), score, score sheet and results in words."""
# Over 300 lines because every page of a game reads from this one value; a part would need all the rest of it.

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from whistclub.club.stored_names import with_names
from whistclub.engine.game import GameResult, GameState, Row
from whistclub.engine.hand import Contract, Hand
from whistclub.engine.options import NO_LIMIT, TableFormat
from whistclub.engine.prospects import is_extra_hand
from whistclub.engine.scoring import score
from whistclub.play import hand_notes, replay
from whistclub.play.models import REDEAL, AdjustmentRecord, EntryRecord, Game, Seat
from whistclub.play.replay import GameEntries
from whistclub.play.text import entries as entries_text
from whistclub.play.text import hands as hand_text
from whistclub.play.text import hints as hint_text
from whistclub.play.text.log import removal_text
from whistclub.play.text.shapes import SHAPES
from whistclub.play.view_models import AdjustmentItem, Chair, Line, Pairing, SideScore, TableView
from whistclub.web.formatting import format_number, format_score, join_list, short_names
from whistclub.web.lines import polylines


class GameView(TableView):
    """Everything a page shows of one game, from its rows; made once for each page.

    A *position* counts all entries of the score sheet from 1, a *hand number* only hands that were played.
    """

    def __init__(self, game: Game, seats: Sequence[Seat], entries: GameEntries, viewer: int | None) -> None:
        super().__init__(game, seats, viewer)
        self.entries = entries
        self.current_entries = entries.current_entries
        self.result: GameResult = replay.fold(game, entries)

    # The table

    @cached_property
    def chairs(self) -> list[Chair]:
        """The people around the table, the dealer of the next hand marked while there is one."""
        return self.chairs_at(None if self.result.over else self.next_position)

    def chairs_at(self, position: int | None) -> list[Chair]:
        """The people around the table; the dealer of the entry at `position` is marked."""
        return self.chairs_with_dealer(None if position is None else self.dealer_at(position))

    def dealer_at(self, position: int) -> int:
        """Who deals the entry at this position, or the next one."""
        return self.result.next_dealer if self.entries.at(position) is None else self._row_at(position).dealer

    @property
    def dealer_may_change(self) -> bool:
        """Whether the first dealer can still be another person."""
        return not self.current_entries and self.game.state == Game.State.RUNNING and not self.game.locked

    @property
    def next_dealer(self) -> str:
        return self.names[self.result.next_dealer]

    # The score sheet

    @cached_property
    def lines(self) -> list[Line]:
        """Every entry that is scored, in order."""
        rows = zip(self.entries.rows, self.result.rows, strict=True)
        return [
            self._entry_line(record, row) if isinstance(record, EntryRecord) else self._adjustment_line(record, row)
            for record, row in rows
        ]

    def line_at(self, position: int) -> Line:
        return next(line for line in self.lines if line.entry and line.entry.position == position)

    def _row_at(self, position: int) -> Row:
        rows = zip(self.entries.rows, self.result.rows, strict=True)
        return next(row for record, row in rows if isinstance(record, EntryRecord) and record.position == position)

    def entry_text(self, entry: EntryRecord, number: int | None = None) -> str:
        """A recorded entry in words, whether it counts or not."""
        return self.submission_text(entry.contract, entry.declarer, tuple(entry.tricks), entry.notes, number)

    def entry_change(self, entry: EntryRecord, number: int) -> str:
        """What an entry did, for the log; `number` is that of its hand then."""
        return removal_text(entry, number) if entry.removed else self.entry_text(entry, number)

    def numbered_text(self, entry: EntryRecord) -> str:
        """A recorded entry with the number of its hand: "Hand 5: Ann granded, made 9: Us +3."."""
        return self.entry_text(entry, self.hand_number(entry.position))

    def submission_text(
        self,
        contract: str,
        declarer: int | None,
        tricks: tuple[int, ...],
        notes: dict[str, Any],
        number: int | None = None,
    ) -> str:
        """What a phone sent, in the same words as a recorded entry; `number` is that of its hand, if it is to be named.

        A redeal has none.
        """
        if contract == REDEAL:
            return entries_text.redeal(notes)
        name, note = self.short_name(declarer), hand_notes.sentence(notes, Contract(contract), self)
        outcome = score(Hand(Contract(contract), declarer, tricks, replay.revoke_in(notes)), self.rules)
        text = f"{hand_text.hand(outcome, name, self.sides, self.rules)} {note}".strip()
        return text if number is None else hand_text.numbered(number, text)

    def _entry_line(self, entry: EntryRecord, row: Row) -> Line:
        common: dict[str, Any] = {
            "key": str(entry.uid),
            "entry": entry,
            "score_after": self._score_after(row),
            "text": self.entry_text(entry),
            "corrected": entry.replaces_id is not None,
            "counts": row.totals is not None,
        }
        if entry.is_redeal:
            return Line(number=None, kind="", bid=common["text"], result="", gains="", notes="", **common)
        played = replay.played(entry)
        assert isinstance(played, Hand)
        outcome = score(played, self.rules)
        confirmation, disputed = self._confirmation(entry)
        return Line(
            number=self.hand_number(entry.position),
            kind=hand_text.result_kind(outcome),
            bid=hand_text.bid(played.contract, self.short_name(entry.declarer), self.rules),
            result=hand_text.outcome(outcome, self.sides),
            gains=hand_text.gains(outcome, self.sides),
            notes=hand_notes.sentence(entry.notes, played.contract, self),
            confirmation=confirmation,
            disputed=disputed,
            **common,
        )

    def _adjustment_line(self, adjustment: AdjustmentRecord, row: Row) -> Line:
        return Line(
            key=str(adjustment.uid),
            entry=None,
            number=None,
            kind="",
            bid="Adjustment",
            result="",
            gains=hand_text.points_by_side(adjustment.points, self.sides),
            notes=self.reason(adjustment),
            score_after=self._score_after(row),
            text=entries_text.adjustment(adjustment.points, self.reason(adjustment), self.sides),
            corrected=False,
            counts=row.totals is not None,
        )

    def _score_after(self, row: Row) -> str:
        return format_score(row.totals[side] for side in self.side_order) if row.totals else ""

    def _without_notes(self, entry: EntryRecord) -> str:
        """A recorded entry in words, with nothing that a phone on which it was not entered does not know."""
        played = replay.played(entry)
        if not isinstance(played, Hand):
            return entries_text.redeal(entry.notes)
        return hand_text.hand(score(played, self.rules), self.short_name(entry.declarer), self.sides, self.rules)

    def _confirmation(self, entry: EntryRecord) -> tuple[str, bool]:
        """Whether another side has accepted a hand, in words, and whether it disputes it."""
        if not self.game.requires_confirmation:
            return "", False
        newest = next((each for each in reversed(self.entries.confirmations) if each.hand_id == entry.pk), None)
        if newest is None:
            entered_by = None if entry.by_seat is None else self.rules.form.side_of(entry.by_seat)
            return entries_text.waiting_for([self.sides[side] for side in self.side_order if side != entered_by]), False
        name = self.short_name(newest.seat)
        return (entries_text.confirmed(name), False) if newest.agrees else (entries_text.disputed(name), True)

    @property
    def unconfirmed_text(self) -> str:
        """How many hands another side disputes or has not confirmed; empty where there are none."""
        if not self.game.requires_confirmation:
            return ""
        answers = {each.hand_id: each.agrees for each in self.entries.confirmations}
        found = [answers.get(entry.pk) for entry in self.current_entries if not entry.is_redeal]
        return entries_text.unconfirmed(disputed=found.count(False), unanswered=found.count(None))

    @property
    def adjustments(self) -> list[AdjustmentItem]:
        """The adjustments that have not been undone."""
        return [
            AdjustmentItem(each.pk, entries_text.adjustment(each.points, self.reason(each), self.sides))
            for each in self.entries.adjustments
            if each.undone_at is None
        ]

    def reason(self, adjustment: AdjustmentRecord) -> str:
        """Why points were adjusted, with the players' names as they are now."""
        return with_names(adjustment.reason, self.entries.names)

    @property
    def remark(self) -> str:
        """The remark on the game, with the players' names as they are now."""
        return with_names(self.game.remark, self.entries.names)

    # Positions and hand numbers

    @property
    def next_position(self) -> int:
        return self.entries.next_position

    def hand_number(self, position: int) -> int:
        return self.entries.number_at(position)

    @property
    def next_hand_number(self) -> int:
        return self.hand_number(self.next_position)

    @property
    def next_hand_heading(self) -> str:
        is_extra = is_extra_hand(self.state, self.rules)
        return hand_text.hand_heading(self.next_hand_number, self.hand_limit, is_extra=is_extra)

    @property
    def hands_played(self) -> int:
        return self.next_hand_number - 1

    @property
    def hand_limit(self) -> int | None:
        """After how many hands the game ends; None if something else ends it."""
        limit = self.rules.max_hands
        return limit if limit is not None and limit < NO_LIMIT else None

    # What was entered last

    @property
    def last_entry(self) -> EntryRecord | None:
        """The entry that undo would remove: the last hand or redeal."""
        return self.current_entries[-1] if self.current_entries else None

    @property
    def undo_label(self) -> str:
        """What undo would remove; empty where there is nothing."""
        if self.last_entry is None:
            return ""
        shape = "undo_redeal" if self.last_entry.is_redeal else "undo_hand"
        return SHAPES[shape].format(number=self.hands_played)

    @property
    def undone_entry(self) -> EntryRecord | None:
        """The entry just removed, while nothing has been entered since."""
        return self.entries.undone_entry

    @property
    def undone_text(self) -> str:
        return self.numbered_text(self.undone_entry) if self.undone_entry else ""

    @property
    def latest_text(self) -> str:
        """The last line of the score sheet, with the number of its hand."""
        if not self.lines:
            return ""
        line = self.lines[-1]
        return line.text if line.number is None else hand_text.numbered(line.number, line.text)

    def brief_text(self, line: Line) -> str:
        """A line of the score sheet where there is little room: a hand without its notes."""
        if line.entry is None or line.number is None:
            return line.text
        return hand_text.numbered(line.number, self._without_notes(line.entry))

    @property
    def saved_entry(self) -> EntryRecord | None:
        """The entry that `saved_text` is about; None for an adjustment too."""
        newest = self.entries.newest
        if newest and newest.current and newest is not self.last_entry and not newest.is_redeal:
            return newest
        return self.lines[-1].entry if self.lines else None

    @property
    def saved_text(self) -> str:
        """Confirms what was saved last: the last hand, or the one that was just corrected."""
        if not self.lines:
            return ""
        line, saved = self.lines[-1], self.saved_entry
        if saved and saved is not line.entry:
            number, text = self.hand_number(saved.position), self.entry_text(saved)
            return SHAPES["saved"].format(hand=hand_text.corrected(number, text))
        # That it is to be confirmed takes the room of its notes.
        hand = self.brief_text(line) if line.confirmation else self.latest_text
        if line.disputed:
            return f"✗ {hand} {line.confirmation}."
        if line.confirmation:
            return SHAPES["saved_but"].format(hand=hand.removesuffix("."), why=line.confirmation)
        return SHAPES["saved"].format(hand=hand)

    # The score, and how the game ended

    @property
    def state(self) -> GameState:
        """The game after all entries, as the engine's value."""
        result = self.result
        return GameState(
            result.next_dealer, result.totals, result.stars, result.hands_scored, result.reason, result.winner
        )

    @property
    def scores(self) -> list[SideScore]:
        hints = [""] * len(self.sides) if self.ended else hint_text.points_to_go(self.state, self.rules)
        return [
            SideScore(
                side=side,
                label=self.sides[side].short,
                people=self.sides[side].people,
                total=format_number(self.result.totals[side]),
                won=self.ended and self.result.winner == side,
                stars=self.result.stars[side],
                hint=hints[side],
            )
            for side in self.side_order
        ]

    @property
    def score_text(self) -> str:
        return self.score_of(self.result.totals, self.result.stars)

    def score_of(self, totals: Sequence[int], stars: Sequence[int]) -> str:
        """Totals and stars by side, in words, the viewer's side first."""
        order = self.side_order
        return hand_text.score(
            [totals[side] for side in order], [self.sides[side] for side in order], [stars[side] for side in order]
        )

    @property
    def score_lines(self) -> list[str]:
        """The lines of the totals of each side, from 0 to the last hand that counts."""
        totals = [row.totals for row in self.result.rows if row.totals is not None]
        sides = zip((0,) * self.rules.form.sides, *totals, strict=True)
        return polylines(list(sides), 0, self.rules.target or 1)

    @property
    def ended(self) -> bool:
        return self.result.over and self.game.state != Game.State.STOPPED

    @property
    def ended_early(self) -> bool:
        """Whether an organiser ended it, so that they can continue it."""
        return self.ended and (self.game.conceded_by is not None or self.game.ended_early)

    @property
    def verdict(self) -> str:
        """How the game ended; empty while it goes on, and for one that was stopped, whatever its entries say since."""
        if not self.ended:
            return ""
        verdict = hand_text.verdict(self.result.winner, self.result.totals, self.sides)
        if self.game.conceded_by is None or self.game.paper_result is not None:
            return verdict
        return f"{hand_text.conceded(self.sides[self.game.conceded_by])} {verdict}"

    @property
    def settlement(self) -> str:
        """Who pays whom. A party settles at its end, among its people and not on public pages."""
        if not self.ended or self.result.winner is None or self.game.party_code:
            return ""
        return hand_text.settlement(
            self.result.settlement,
            self.result.stars[self.result.winner],
            self.sides,
            self.rules.form,
            self.game.club.currency,
        )

    @property
    def pairings(self) -> list[Pairing]:
        """The ways to play again: the same partners first, then the two other pairs; without partners, one.

        By short names, where these differ: three buttons with four full names each are hard to tell apart.
        """
        shorts = short_names(self.names)
        if len(set(shorts)) < len(shorts):
            shorts = self.names
        if self.rules.form is not TableFormat.FOUR_IN_PAIRS:
            return [Pairing(partner=0, label=join_list(shorts), same=True)]
        first, *others = range(len(self.names))
        return [
            Pairing(
                partner=partner,
                label=hand_text.against(
                    [shorts[first], shorts[partner]],
                    [shorts[seat] for seat in others if seat != partner],
                ),
                same=partner == 2,
            )
            for partner in (2, 1, 3)
        ]
