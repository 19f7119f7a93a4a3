"""Everything a page shows of one game: beside its score sheet the score, and how it ended, in words."""

from typing import Any

from whistclub.club.names import with_names
from whistclub.engine.game import is_extra_hand
from whistclub.engine.options import NO_LIMIT, TableFormat
from whistclub.engine.payments import settlement
from whistclub.play import text
from whistclub.play.models import EntryRecord, Game
from whistclub.play.score_sheet import SheetView
from whistclub.web.formatting import format_number, join_list, join_side
from whistclub.web.lines import polylines


class GameView(SheetView):
    """From the rows of a game; made once for each page."""

    @property
    def next_hand_number(self) -> int:
        return self.sheet.number_at(self.next_position)

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
    def saved_entry(self) -> EntryRecord | None:
        """The entry that `saved_text` is about; None for an adjustment too."""
        newest = self.sheet.newest
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
            return f"✓ Hand {self.sheet.number_at(saved.position)} corrected: {self.entry_text(saved)}"
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
        return with_names(self.game.remark, self.sheet.names)
