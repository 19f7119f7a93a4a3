"""A game as its pages show it: people on their seats, sides as this viewer calls them, the hands in words."""

from collections.abc import Sequence
from functools import cached_property

from django.utils.translation import gettext as _

from whistclub.engine.deal import dealer_of, first_leader
from whistclub.engine.game import GameResult, Row
from whistclub.engine.hand import Contract
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.engine.options import RuleOptions
from whistclub.engine.scoring import score
from whistclub.play import folding, words
from whistclub.play.models import Game, Hand, Seat
from whistclub.play.parts import Chair, Line, Pairing, SideScore
from whistclub.play.picture import ScoreLine, score_line
from whistclub.play.rulebook import NO_LIMIT
from whistclub.play.words import SideNames

# Where chairs stand around the drawn table, clockwise from the one at the bottom.
PLACES = ("south", "west", "north", "east")


class Sheet:
    """Everything a page says about one game, from its rows; computed once for each page.

    `viewer` is the seat this page is drawn for (it stands at the bottom, and its side is "Us"), None for anybody.
    """

    def __init__(self, game: Game, seats: Sequence[Seat], hands: Sequence[Hand], viewer: int | None) -> None:
        self.game = game
        self.rules: RuleOptions = game.rules
        self.viewer = viewer
        seats = sorted(seats, key=lambda seat: seat.position)
        self.names = [seat.player.name for seat in seats]
        self.players = [seat.player_id for seat in seats]
        self.hands = list(hands)
        self.played = folding.complete(hands)
        self.waiting = folding.waiting_bid(hands)
        self.result: GameResult = folding.fold(game, hands)

    @cached_property
    def sides(self) -> list[SideNames]:
        form = self.rules.form
        people = [
            words.together([name for seat, name in enumerate(self.names) if form.side_of(seat) == side])
            for side in range(form.sides)
        ]
        if self.viewer is None:
            return [words.named(who) for who in people]
        own = form.side_of(self.viewer)
        return [words.ours(who) if side == own else words.theirs(who) for side, who in enumerate(people)]

    @property
    def near_side(self) -> int:
        """The side whose score stands first and whose tricks are counted in a low hand."""
        return self.rules.form.side_of(self.viewer or 0)

    @property
    def side_order(self) -> list[int]:
        sides = self.rules.form.sides
        return [(self.near_side + step) % sides for step in range(sides)]

    @cached_property
    def chairs(self) -> list[Chair]:
        """The people around the table, the dealer of the next hand marked while there is one."""
        return self.chairs_for(None if self.result.over else self.next_number)

    def chairs_for(self, number: int | None) -> list[Chair]:
        """The people around the table; `number` is the hand whose dealer is marked."""
        bottom = self.viewer or 0
        dealer = None if number is None else dealer_of(number, self.game.first_dealer, self.rules.form)
        return [
            Chair(
                position=seat,
                name=name,
                side=self.rules.form.side_of(seat),
                place=PLACES[(seat - bottom) % len(self.names)],
                deals=seat == dealer,
            )
            for seat, name in enumerate(self.names)
        ]

    @cached_property
    def lines(self) -> list[Line]:
        return [self.line(hand, row) for hand, row in zip(self.played, self.result.rows, strict=True)]

    def line(self, hand: Hand, row: Row) -> Line:
        outcome = score(folding.played(hand), self.rules)
        declarer = self.name(hand.declarer)
        return Line(
            hand=hand,
            row=row,
            outcome=outcome,
            bid=words.bid(outcome.contract, declarer, self.rules),
            result=words.outcome(outcome, self.sides),
            gains=words.gains(outcome, self.sides),
            after=words.standing([row.totals[side] for side in self.side_order]) if row.totals else "",
            sentence=self.sentence(hand),
            corrected=hand.replaces_id is not None and self._was_complete(hand.replaces_id),
        )

    def sentence(self, hand: Hand) -> str:
        """A recorded hand in words, whether it counts or not; a bid alone when it has no tricks."""
        return self.said_by(Contract(hand.contract), hand.declarer, hand.tricks and tuple(hand.tricks))

    def said_by(self, contract: Contract, declarer: int | None, tricks: tuple[int, ...] | None) -> str:
        """What a phone sent, in the same words as the hands of the book."""
        if tricks is None:
            return words.bid(contract, self.name(declarer), self.rules)
        outcome = score(PlayedHand(contract, declarer, tricks), self.rules)
        return words.hand(outcome, self.name(declarer), self.sides, self.rules)

    def name(self, seat: int | None) -> str:
        return "" if seat is None else self.names[seat]

    def leader(self, contract: Contract, declarer: int | None, number: int | None = None) -> str:
        """Who leads to the first trick of the next hand, or of hand `number`."""
        dealer = self.result.next_dealer if number is None else self.result.rows[number - 1].dealer
        return self.names[first_leader(contract, declarer, dealer, self.rules)]

    @property
    def next_number(self) -> int:
        return len(self.played) + 1

    @property
    def hand_limit(self) -> int | None:
        """After how many hands the game ends; None if something else ends it."""
        limit = self.rules.max_hands
        return limit if limit is not None and limit < NO_LIMIT else None

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
        newest = max(self.hands, key=lambda hand: hand.pk, default=None)
        return newest if newest and newest.removed else None

    @property
    def undone_said(self) -> str:
        return self.sentence(self.undone) if self.undone else ""

    @property
    def waiting_said(self) -> str:
        """The bid that waits for its tricks, and who leads."""
        if self.waiting is None:
            return ""
        contract = Contract(self.waiting.contract)
        return words.bid_and_lead(self.sentence(self.waiting), self.leader(contract, self.waiting.declarer))

    @property
    def latest(self) -> str:
        """The last hand in the book, with its number."""
        return words.entered(self.lines[-1].hand.number, self.lines[-1].sentence) if self.lines else ""

    @property
    def saved(self) -> str:
        """That the last hand is in the book."""
        return _("✓ {hand}").format(hand=self.latest) if self.latest else ""

    @property
    def scores(self) -> list[SideScore]:
        return [
            SideScore(
                side=side,
                label=self.sides[side].short,
                people=self.sides[side].people,
                total=words.number(self.result.totals[side]),
                won=self.ended and self.result.winner == side,
            )
            for side in self.side_order
        ]

    @property
    def pairings(self) -> list[Pairing]:
        """Same partners first, then the two other ways to pair four people."""
        first, *others = range(len(self.names))
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
        )

    @property
    def ended(self) -> bool:
        return self.result.over and self.game.state != Game.State.STOPPED

    @property
    def verdict(self) -> str:
        """How the game ended; empty while it goes on, and for one that was stopped, whatever its hands say since."""
        if not self.ended:
            return ""
        return words.verdict(self.result.winner, self.result.totals, self.sides)

    @property
    def settlement(self) -> str:
        if not self.ended or self.result.winner is None:
            return ""
        return words.settlement(
            self.result.settlement, self.result.stars[self.result.winner], self.sides, self.game.club.currency
        )

    def _was_complete(self, pk: int) -> bool:
        return any(hand.pk == pk and hand.tricks is not None for hand in self.hands)
