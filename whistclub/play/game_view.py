"""View of one game for one viewer: seats, sides ("Us", "Them"), score, score sheet and results in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from whistclub.club.stored_names import with_names
from whistclub.engine.game import GameState, Row
from whistclub.engine.hand import Contract, Hand
from whistclub.engine.options import NO_LIMIT, TableFormat
from whistclub.engine.prospects import is_extra_hand
from whistclub.engine.scoring import score
from whistclub.play import replay, text
from whistclub.play.models import REDEAL, AdjustmentRecord, EntryRecord, Game, Seat
from whistclub.play.replay import GameEntries
from whistclub.play.table import Chair, TableView
from whistclub.web.formatting import clip_long_words, format_number, format_score, join_list, join_side, plural
from whistclub.web.lines import polylines

MOST_DRAWN_STARS = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score sheet: a hand, a redeal or an adjustment.

    Only a hand has a `number`. `kind` is the CSS class of the result, `plain` the hand without its notes. `counts` is
    false for what was entered after the end. `confirmation` says whether another side has accepted or disputed it.
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
    disputed: bool = False

    @property
    def entry(self) -> EntryRecord | None:
        return self.record if isinstance(self.record, EntryRecord) else None

    @property
    def brief(self) -> str:
        """Where there is little room."""
        return f"Hand {self.number}: {self.plain}" if self.number else self.text

    @property
    def numbered(self) -> str:
        """ "Hand 5: Ann granded, made 9: Us +3."."""
        return f"Hand {self.number}: {self.text}" if self.number else self.text


class GameView(TableView):
    """Everything a page shows of one game, from its rows; made once for each page.

    A *position* counts all entries of the score sheet from 1, a *hand number* only hands that were played.
    """

    def __init__(self, game: Game, seats: Sequence[Seat], entries: GameEntries, viewer: int | None) -> None:
        self.game = game
        self.entries = entries
        self.result = replay.fold(game, entries)
        super().__init__(game.rules, seats, viewer)

    # The table

    @property
    def place(self) -> str:
        """Where it is played, or by whom: for a list of several games."""
        if self.game.party_code:
            return f"Table {self.game.table_number}, round {self.game.round_number}"
        return ", ".join(map(clip_long_words, self.names))

    @cached_property
    def chairs(self) -> list[Chair]:
        """The people around the table, the dealer of the next hand marked while there is one."""
        return self.chairs_at(None if self.result.over else self.next_position)

    def chairs_at(self, position: int | None) -> list[Chair]:
        """The people around the table; the dealer of the entry at `position` is marked."""
        return self.chairs_with_dealer(None if position is None else self.dealer_at(position))

    def dealer_at(self, position: int) -> int:
        """Who deals the entry at this position, or the next one."""
        entry = self.entries.at(position)
        return next((row.dealer for record, row in self._rows if record is entry), self.result.next_dealer)

    @property
    def dealer_may_change(self) -> bool:
        """Whether the first dealer can still be another person."""
        return not self.current_entries and self.game.state == Game.State.RUNNING and not self.game.locked

    @property
    def next_dealer(self) -> str:
        return self.names[self.result.next_dealer]

    # The score sheet

    @property
    def current_entries(self) -> list[EntryRecord]:
        return self.entries.current_entries

    @cached_property
    def _rows(self) -> list[tuple[EntryRecord | AdjustmentRecord, Row]]:
        return list(zip(self.entries.rows, self.result.rows, strict=True))

    @cached_property
    def lines(self) -> list[Line]:
        """Every entry that is scored, in order."""
        return [self._line(record, row) for record, row in self._rows]

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
            reason = with_names(record.reason, self.entries.names)
            words = f"Adjustment: {text.adjustment(record.points, reason, self.sides)}"
            gains = text.points_by_side(record.points, self.sides)
            return Line(record, "Adjustment", words, score_after, counts, gains=gains, notes=reason)
        words, played = self.entry_text(record), replay.played(record)
        if not isinstance(played, Hand):
            return Line(record, words, words, score_after, counts)
        outcome, name = score(played, self.rules), self.short_name(record.declarer)
        confirmation, disputed = self._confirmation(record)
        return Line(
            record,
            text.bid(played.contract, name, self.rules),
            words,
            score_after,
            counts,
            number=self.entries.number_at(record.position),
            kind=text.result_kind(outcome),
            result=text.outcome(outcome, self.sides),
            gains=text.gains(outcome, self.sides),
            notes=text.revoke_sentence(record.notes, played.contract, self.sides, self.rules),
            plain=text.hand(outcome, name, self.sides, self.rules),
            confirmation=confirmation,
            disputed=disputed,
        )

    def entry_text(self, entry: EntryRecord, number: int | None = None) -> str:
        """A recorded entry in words, whether it counts or not."""
        return self.submission_text(entry.contract, entry.declarer, entry.tricks, entry.notes, number)

    def numbered_text(self, entry: EntryRecord) -> str:
        """A recorded entry with the number of its hand: "Hand 5: Ann granded, made 9: Us +3."."""
        return self.entry_text(entry, self.entries.number_at(entry.position))

    def submission_text(
        self,
        contract: str,
        declarer: int | None,
        tricks: Sequence[int],
        notes: Mapping[str, Any],
        number: int | None = None,
    ) -> str:
        """What a phone sent, in the same words as a recorded entry; with the `number` of its hand, if it has one."""
        if contract == REDEAL:
            return text.REDEALS[text.redeal_key(notes)]
        hand = replay.value(contract, declarer, tricks, notes)
        assert isinstance(hand, Hand)
        words = text.hand(score(hand, self.rules), self.short_name(declarer), self.sides, self.rules)
        revoke = text.revoke_sentence(notes, Contract(contract), self.sides, self.rules)
        return f"{f'Hand {number}: ' if number else ''}{words} {revoke}".strip()

    # What another side says of the hands

    def _confirmation(self, entry: EntryRecord) -> tuple[str, bool]:
        """Whether another side has accepted a hand, in words, and whether it disputes it."""
        if not self.game.requires_confirmation:
            return "", False
        newest = next((each for each in reversed(self.entries.confirmations) if each.hand_id == entry.pk), None)
        if newest:
            name = self.short_names[newest.seat]
            return (f"confirmed by {name}", False) if newest.agrees else (f"{name} disputes this hand", True)
        entered_by = None if entry.by_seat is None else self.rules.form.side_of(entry.by_seat)
        asked = [self.sides[side] for side in self.side_order if side != entered_by]
        people = "you" if any(side.is_viewer for side in asked) else " or ".join(side.object for side in asked)
        return f"waiting for {people} to confirm", False

    @property
    def to_confirm(self) -> list[Line]:
        """The hands that this phone, of the viewer's side, may confirm and no other side has answered."""
        answered = {answer.hand_id for answer in self.entries.confirmations}
        return [
            line
            for line in self.lines
            if line.entry and line.entry.pk not in answered and self.game.may_confirm(line.entry, self.viewer)
        ]

    @property
    def disputed(self) -> Line | None:
        """The oldest disputed hand, until it is corrected or accepted."""
        return next((line for line in self.lines if line.disputed), None)

    @property
    def unconfirmed_text(self) -> str:
        """How many hands another side disputes or has not confirmed; empty where there are none."""
        if not self.game.requires_confirmation:
            return ""
        answers = {each.hand_id: each.agrees for each in self.entries.confirmations}
        found = [answers.get(entry.pk) for entry in self.current_entries if not entry.is_redeal]
        disputed, open_ones = found.count(False), found.count(None)
        if not disputed:
            has = plural(open_ones, "hand has", "hands have")
            return f"{open_ones} {has} not been confirmed by the other side." if open_ones else ""
        first = f"{disputed} {plural(disputed, 'hand is', 'hands are')} disputed"
        return f"{first}, {open_ones} {plural(open_ones, 'is', 'are')} not confirmed." if open_ones else f"{first}."

    # Positions and hand numbers

    @property
    def next_position(self) -> int:
        return self.entries.next_position

    @property
    def next_hand_number(self) -> int:
        return self.entries.number_at(self.next_position)

    @property
    def hands_played(self) -> int:
        return self.next_hand_number - 1

    @property
    def hand_limit(self) -> int | None:
        """After how many hands the game ends; None if something else ends it."""
        limit = self.rules.max_hands
        return limit if limit is not None and limit < NO_LIMIT else None

    @property
    def next_hand_heading(self) -> str:
        """Which hand is being played: "Hand 3 of 8"; extra hands come after the limit of a tied game."""
        if is_extra_hand(self.state, self.rules):
            return f"Hand {self.next_hand_number}, extra hand"
        return f"Hand {self.next_hand_number}{f' of {self.hand_limit}' if self.hand_limit else ''}"

    # What was entered last

    @property
    def last_entry(self) -> EntryRecord | None:
        """The entry that undo would remove: the last hand or redeal."""
        return self.current_entries[-1] if self.current_entries else None

    @property
    def undo_label(self) -> str:
        return "Undo the redeal" if self.last_entry and self.last_entry.is_redeal else f"Undo hand {self.hands_played}"

    @property
    def undone_text(self) -> str:
        """The entry just removed, while nothing has been entered since."""
        return self.numbered_text(self.entries.undone_entry) if self.entries.undone_entry else ""

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
            return f"✓ Hand {self.entries.number_at(saved.position)} corrected: {self.entry_text(saved)}"
        # That it is to be confirmed takes the room of its notes.
        if line.disputed:
            return f"✗ {line.brief} {line.confirmation}."
        if line.confirmation:
            return f"✓ {line.brief.removesuffix('.')} – {line.confirmation}"
        return f"✓ {line.numbered}"

    # The score, and how the game ended

    @property
    def state(self) -> GameState:
        """The game after all entries, as the engine's value."""
        return replay.state_of(self.result)

    @property
    def scores(self) -> list[dict[str, Any]]:
        """The score boxes, the viewer's first. The hint says what a side still needs, or how far it is behind."""
        hints = [""] * len(self.sides) if self.ended else text.points_to_go(self.state, self.rules)
        return [
            {
                "side": side,
                "label": self.sides[side].short,
                "people": self.sides[side].people,
                "total": format_number(self.result.totals[side]),
                "won": self.ended and self.result.winner == side,
                "stars": stars,
                "drawn_stars": "★" * stars if stars <= MOST_DRAWN_STARS else f"{stars}★",
                "hint": hints[side],
            }
            for side in self.side_order
            for stars in [self.result.stars[side]]
        ]

    @property
    def score_text(self) -> str:
        return text.score(self.result.totals, self.sides, self.result.stars)

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
        verdict = text.verdict(self.result.winner, self.result.totals, self.sides)
        if self.game.conceded_by is None or self.game.paper_result is not None:
            return verdict
        return f"{self.sides[self.game.conceded_by].subject} conceded. {verdict}"

    @property
    def settlement(self) -> str:
        """Who pays whom. A party settles at its end, among its people and not on public pages."""
        result = self.result
        if not self.ended or result.winner is None or self.game.party_code:
            return ""
        stars, form = result.stars[result.winner], self.rules.form
        return text.settlement(result.settlement, stars, self.sides, form, self.game.club.currency)

    @property
    def pairings(self) -> list[tuple[int, str]]:
        """The ways to play again: who sits opposite seat 0 then (0 where nobody does), and all sides in words.

        The same partners come first. By short names: three buttons with four full names each are hard to tell apart.
        """
        if self.rules.form is not TableFormat.FOUR_IN_PAIRS:
            return [(0, join_list(self.short_names))]
        first, *others = self.short_names
        return [
            (
                partner,
                f"{join_side([first, self.short_names[partner]])} against "
                f"{join_side(name for seat, name in enumerate(others, start=1) if seat != partner)}",
            )
            for partner in (2, 1, 3)
        ]

    @property
    def remark(self) -> str:
        """The remark on the game, with the players' names as they are now."""
        return with_names(self.game.remark, self.entries.names)
