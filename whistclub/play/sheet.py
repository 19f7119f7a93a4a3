"""A game as its pages show it: people on their seats, sides as this viewer calls them, the hands in words."""

from collections.abc import Sequence
from functools import cached_property

from django.utils.translation import gettext as _

from whistclub.engine.deal import first_leader
from whistclub.engine.game import GameResult, Row, State
from whistclub.engine.hand import Contract
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.engine.notation import notes_from_mapping
from whistclub.engine.options import Form
from whistclub.engine.scoring import score
from whistclub.play import folding, helps, remarks, words
from whistclub.play.folding import Book
from whistclub.play.lines import lines
from whistclub.play.models import REDEAL, Game, Hand, Seat
from whistclub.play.parts import Adjusted, Chair, Line, Pairing, SideScore
from whistclub.play.picture import ScoreLine, score_line
from whistclub.play.seated import Seated
from whistclub.rules.rulebook import NO_LIMIT


class Sheet(Seated):
    """Everything a page says about one game, from its rows; computed once for each page."""

    def __init__(self, game: Game, seats: Sequence[Seat], book: Book, viewer: int | None) -> None:
        super().__init__(game, seats, viewer)
        self.book = book
        self.played = book.complete
        self.waiting = book.waiting
        self.result: GameResult = folding.fold(game, book)

    @cached_property
    def chairs(self) -> list[Chair]:
        """The people around the table, the dealer of the next hand marked while there is one."""
        return self.chairs_for(None if self.result.over else self.next_place)

    def chairs_for(self, place: int | None) -> list[Chair]:
        """The people around the table; the dealer of the entry at `place` in the book is marked."""
        return self.seated(None if place is None else self.dealer_at(place))

    @cached_property
    def lines(self) -> list[Line]:
        return lines(self)

    def line_at(self, place: int) -> Line:
        return next(line for line in self.lines if line.hand and line.hand.number == place)

    def row_at(self, place: int) -> Row:
        """What the fold says of the entry at this place."""
        rows = zip(self.book.rows, self.result.rows, strict=True)
        return next(row for stored, row in rows if isinstance(stored, Hand) and stored.number == place)

    def sentence(self, hand: Hand) -> str:
        """A recorded entry in words, whether it counts or not; a bid alone when it has no tricks."""
        tricks = None if hand.tricks is None else tuple(hand.tricks)
        return self.said_by(hand.contract, hand.declarer, tricks, hand.notes)

    def said_by(self, contract: str, declarer: int | None, tricks: tuple[int, ...] | None, notes: dict) -> str:
        """What a phone sent, in the same words as the entries of the book."""
        if contract == REDEAL:
            return remarks.redeal(deal_passes=bool(notes.get("deal_passes")))
        noted = notes_from_mapping(notes)
        beside = remarks.of_notes(noted, Contract(contract), self.sides, self.name, self.rules)
        if tricks is None:
            return " ".join([words.bid(Contract(contract), self.name(declarer), self.rules), *beside])
        outcome = score(PlayedHand(Contract(contract), declarer, tricks, noted), self.rules)
        return " ".join([words.hand(outcome, self.name(declarer), self.sides, self.rules), *beside])

    def dealer_at(self, place: int) -> int:
        """Who deals the entry at this place, or the next one."""
        return self.result.next_dealer if place > len(self.played) else self.row_at(place).dealer

    def leader(self, contract: Contract, declarer: int | None, place: int) -> str:
        """Who leads to the first trick of the hand at this place."""
        return self.called(first_leader(contract, declarer, self.dealer_at(place), self.rules))

    @property
    def next_place(self) -> int:
        """Where the next entry will stand in the book."""
        return len(self.played) + 1

    @property
    def adjustments(self) -> list[Adjusted]:
        """Points given or taken that count, in words."""
        return [
            Adjusted(each.pk, remarks.adjustment(each.points, each.reason, self.sides))
            for each in self.book.adjustments
            if each.taken_back_at is None
        ]

    @property
    def hands_played(self) -> int:
        return self.number_at(self.next_place) - 1

    @property
    def next_number(self) -> int:
        return self.number_at(self.next_place)

    def number_at(self, place: int) -> int:
        """The number of the hand at a place: cards thrown in count for the hand they were dealt for."""
        return 1 + sum(not hand.is_redeal for hand in self.played if hand.number < place)

    @property
    def hand_limit(self) -> int | None:
        """After how many hands the game ends; None if something else ends it."""
        limit = self.rules.max_hands
        return limit if limit is not None and limit < NO_LIMIT else None

    @property
    def state(self) -> State:
        """The game after everything in the book, as the engine's value."""
        result = self.result
        return State(result.next_dealer, result.totals, result.stars, result.hands_scored, result.reason, result.winner)

    @property
    def dealer(self) -> str:
        return self.names[self.result.next_dealer]

    @property
    def last(self) -> Hand | None:
        """The entry that undo would take out: the waiting bid, else the last hand."""
        return self.waiting or (self.played[-1] if self.played else None)

    @property
    def undone(self) -> Hand | None:
        """The entry just taken out, while nothing has been entered since."""
        newest = max(self.book.hands, key=lambda hand: hand.pk, default=None)
        return newest if newest and newest.removed else None

    @property
    def undone_said(self) -> str:
        return self.sentence(self.undone) if self.undone else ""

    @property
    def waiting_said(self) -> str:
        """The bid that waits for its tricks, and who leads."""
        if self.waiting is None:
            return ""
        contract, place = Contract(self.waiting.contract), self.waiting.number
        return words.bid_and_lead(self.sentence(self.waiting), self.leader(contract, self.waiting.declarer, place))

    @property
    def latest(self) -> str:
        """The last entry in the book, with the number of its hand."""
        if not self.lines:
            return ""
        line = self.lines[-1]
        return line.sentence if line.number is None else words.entered(line.number, line.sentence)

    @property
    def saved(self) -> str:
        """That the last hand is in the book, or the one that was just corrected."""
        newest = max(self.book.hands, key=lambda hand: hand.pk, default=None)
        if newest and newest.current and newest is not self.last and not newest.is_redeal:
            return words.corrected(self.number_at(newest.number), self.sentence(newest))
        if not self.lines:
            return ""
        line = self.lines[-1]
        if line.disputed:
            return _("✗ {hand} {answer}.").format(hand=self.latest, answer=line.answer)
        said = _("✓ {hand}").format(hand=self.latest)
        return f"{said} ({line.answer})" if line.answer else said

    @property
    def unaccepted(self) -> int:
        """How many hands another side has not accepted, where it is asked."""
        answered = {answer.hand_id: answer.agrees for answer in self.book.answers}
        return sum(not answered.get(hand.pk) for hand in self.played if not hand.is_redeal)

    @property
    def scores(self) -> list[SideScore]:
        helpful = [] if self.ended else helps.missing(self.state, self.rules)
        return [
            SideScore(
                side=side,
                label=self.sides[side].short,
                people=self.sides[side].people,
                total=words.number(self.result.totals[side]),
                won=self.ended and self.result.winner == side,
                stars=self.result.stars[side],
                more=helpful[side] if helpful else "",
            )
            for side in self.side_order
        ]

    @property
    def pairings(self) -> list[Pairing]:
        """The ways to play again: same partners first, then the two other pairs; without partners, one."""
        first, *others = range(len(self.names))
        if self.rules.form is not Form.PAIRS4:
            return [Pairing(partner=0, said=words.all_against_all(self.names), same=True)]
        return [
            Pairing(
                partner=partner,
                said=words.against(
                    [self.names[first], self.names[partner]],
                    [self.names[seat] for seat in others if seat != partner],
                ),
                same=partner == 2,
            )
            for partner in (2, 1, 3)
        ]

    @property
    def picture(self) -> ScoreLine:
        """The score line, from 0 to the last hand that counts."""
        totals = [row.totals for row in self.result.rows if row.totals is not None]
        return score_line([(0,) * self.rules.form.sides, *totals], self.rules.target, self.side_order)

    @property
    def score(self) -> str:
        return words.score(
            [self.result.totals[side] for side in self.side_order],
            [self.sides[side] for side in self.side_order],
            [self.result.stars[side] for side in self.side_order],
        )

    @property
    def ended(self) -> bool:
        return self.result.over and self.game.state != Game.State.STOPPED

    @property
    def verdict(self) -> str:
        """How the game ended; empty while it goes on, and for one that was stopped, whatever its hands say since."""
        if not self.ended:
            return ""
        verdict = words.verdict(self.result.winner, self.result.totals, self.sides)
        if self.game.given_up is None or self.game.paper is not None:
            return verdict
        return f"{words.gave_up(self.sides[self.game.given_up])} {verdict}"

    @property
    def ended_early(self) -> bool:
        """Whether an organiser ended it, so that he can let it go on."""
        return self.ended and (self.game.given_up is not None or self.game.ends_after is not None)

    @property
    def settlement(self) -> str:
        """Who pays whom. A party settles at its end, among its people and not on pages for everybody."""
        if not self.ended or self.result.winner is None or self.game.party_code:
            return ""
        return words.settlement(
            self.result.settlement,
            self.result.stars[self.result.winner],
            self.sides,
            self.rules.form,
            self.game.club.currency,
        )
