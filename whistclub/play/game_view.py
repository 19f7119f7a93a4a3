"""Everything a page shows of one game for one viewer: its table, its score sheet in words, the score, how it ended."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from whistclub.club.names import with_names
from whistclub.engine.game import Row, is_extra_hand, play_game
from whistclub.engine.hand import Hand
from whistclub.engine.scoring import score
from whistclub.engine.winnings import settlement
from whistclub.play import replay, text
from whistclub.play.models import AdjustmentRecord, EntryRecord, Game, Seat
from whistclub.play.replay import ScoreSheet
from whistclub.play.table import COMPASS, Chair, pairings, sides_of
from whistclub.play.text import Line
from whistclub.web.formatting import format_number, format_score, number_of, plural, short_names
from whistclub.web.lines import polylines


class GameView:
    """From the rows of a game; made once for each page.

    `viewer` is a seat, drawn at the bottom, and its side is "Us"; None for someone who does not play. A *position*
    counts all entries of the score sheet from 1, a *hand number* only hands that were played.
    """

    def __init__(self, game: Game, seats: Sequence[Seat], sheet: ScoreSheet, viewer: int | None) -> None:
        self.game = game
        self.sheet = sheet
        self.state = replay.fold(game, sheet)
        self.rules = game.rules  # as the fold has set their end
        self.viewer = viewer if viewer is not None and viewer < len(seats) else None
        seats = sorted(seats, key=lambda seat: seat.position)
        self.players = [seat.player_id for seat in seats]
        self.names = [seat.player.name for seat in seats]
        self.short_names = short_names(self.names)
        self.sides = sides_of(self.rules.form, self.names, self.viewer)
        self.side_order = text.viewer_first(self.sides)
        # The side whose score comes first and whose tricks are entered in a low hand.
        self.viewer_side = self.side_order[0]

    # The table

    def short_name(self, seat: int | None) -> str:
        return "" if seat is None else self.short_names[seat]

    @cached_property
    def chairs(self) -> list[Chair]:
        """The people around the table, the dealer of the next hand marked while there is one."""
        return self.chairs_at(None if self.state.over else self.sheet.next_position)

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
            return f"{open_ones} {has} not been confirmed." if open_ones else ""
        first = f"{number_of(disputed, 'hand is', 'hands are')} disputed"
        return f"{first}, {number_of(open_ones, 'is', 'are')} not confirmed." if open_ones else f"{first}."

    # The hand being played

    @property
    def next_hand_number(self) -> int:
        return self.sheet.number_at(self.sheet.next_position)

    @property
    def hands_played(self) -> int:
        return self.next_hand_number - 1

    @property
    def heading(self) -> str:
        """The words in the middle of the table: "Hand 3 of 8". A tied game goes on with extra hands."""
        if self.game.state != Game.State.RUNNING:
            return "No result" if self.game.state == Game.State.STOPPED else "The end"
        if is_extra_hand(self.state, self.rules):
            return f"Hand {self.next_hand_number}, extra hand"
        return f"Hand {self.next_hand_number}{f' of {self.rules.hand_limit}' if self.rules.hand_limit else ''}"

    # What was entered last

    @property
    def last_entry(self) -> EntryRecord | None:
        """The entry that undo would remove: the last hand or redeal."""
        return self.sheet.current_entries[-1] if self.sheet.current_entries else None

    @property
    def saved_entry(self) -> EntryRecord | None:
        """The entry that `saved_text` is about; None if that is an adjustment, or nothing."""
        newest = self.sheet.newest
        # A redeal has no number of its own, by which to say that it was corrected.
        if newest and newest.current and newest is not self.last_entry and not newest.is_redeal:
            return newest
        return self.lines[-1].entry if self.lines else None

    @property
    def saved_text(self) -> str:
        """Confirms what was saved last: the last hand, or the one that was just corrected or restored."""
        if not self.lines:
            return ""
        line, saved = self.lines[-1], self.saved_entry
        if saved and saved is not line.entry:
            done = "corrected" if saved.corrects_id else "restored"
            return f"✓ Hand {self.sheet.number_at(saved.position)} {done}: {self.entry_text(saved)}"
        # That it is to be confirmed takes the room of its notes.
        if line.disputed:
            return f"✗ {line.brief} {line.confirmation}."
        if line.confirmation:
            return f"✓ {line.brief.removesuffix('.')} – {line.confirmation}"
        return f"✓ {line.numbered}"

    # The score, and how the game ended

    @property
    def scores(self) -> list[dict[str, Any]]:
        """The score boxes, the viewer's first. The hint says what a side still needs, or how far it is behind."""
        hints = [""] * len(self.sides) if self.ended else text.points_to_go(self.state, self.rules)
        return [
            {
                "side": side,
                "label": self.sides[side].short,
                "people": self.sides[side].people,
                "total": format_number(self.state.totals[side]),
                "won": self.ended and self.state.winner == side,
                "stars": stars,
                "drawn_stars": "★" * stars,
                "hint": hints[side],
            }
            for side in self.side_order
            for stars in [self.state.stars[side]]
        ]

    @property
    def score_text(self) -> str:
        return text.score(self.state.totals, self.sides, self.state.stars)

    @property
    def score_lines(self) -> list[str]:
        """The lines of the totals of each side, from 0 to the last hand that counts."""
        totals = [row.totals for _record, row in self.rows if row.totals is not None]
        sides = zip((0,) * self.rules.form.sides, *totals, strict=True)
        return polylines(list(sides), 0, self.rules.target or 1)

    @property
    def ended(self) -> bool:
        return self.state.over and self.game.state != Game.State.STOPPED

    @property
    def ended_early(self) -> bool:
        return self.ended and (self.game.conceded_by is not None or self.game.ended_early)

    @property
    def verdict(self) -> str:
        """How the game ended; empty while it goes on, and for one that was stopped, whatever its entries say since."""
        if not self.ended:
            return ""
        verdict = text.verdict(self.state.winner, self.state.totals, self.sides)
        if self.game.conceded_by is None or self.game.paper_result is not None:
            return verdict
        return f"{self.sides[self.game.conceded_by].subject} conceded. {verdict}"

    @property
    def settlement(self) -> str:
        """Who pays whom. A party settles at its end, among its people and not on public pages."""
        winner, stars = self.state.winner, self.state.stars
        if not self.ended or winner is None or self.game.party_code:
            return ""
        amounts = settlement(winner, stars, self.rules)
        return text.settlement(amounts, stars[winner], self.sides, self.rules.form, self.game.club.currency)

    @property
    def pairings(self) -> list[tuple[int, str]]:
        return pairings(self.rules.form, self.short_names)

    @property
    def remark(self) -> str:
        return with_names(self.game.remark, self.sheet.names)
