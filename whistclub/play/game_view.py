"""The people at a table as a page draws them: on their chairs, and as sides in this viewer's words."""

from collections.abc import Sequence
from functools import cached_property

from django.utils.translation import gettext as _

from whistclub.engine.deal import first_leader
from whistclub.engine.game import GameResult, GameState, Row
from whistclub.engine.hand import Contract
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.engine.notation import notes_from_mapping
from whistclub.engine.options import RuleOptions, TableFormat
from whistclub.engine.scoring import score
from whistclub.play import replay
from whistclub.play.models import REDEAL, AdjustmentRecord, EntryRecord, Game, Seat
from whistclub.play.replay import GameEntries
from whistclub.play.score_chart import ScoreLine, score_line
from whistclub.play.text import hands as hand_text
from whistclub.play.text import hints as hint_text
from whistclub.play.text import notes as note_text
from whistclub.play.text.hands import SideNames
from whistclub.play.view_models import Adjusted, Chair, Line, Pairing, SideScore
from whistclub.rules.summary import NO_LIMIT
from whistclub.web.formatting import short_names

# Where chairs stand around the drawn table, clockwise from the one at the bottom, by how many there are.
COMPASS = {4: ("south", "west", "north", "east"), 3: ("south", "west", "east"), 2: ("south", "north")}


class TableView:
    """`viewer` is the seat a page is drawn for (it stands at the bottom, and its side is "Us"), None for anybody."""

    def __init__(self, game: Game, seats: Sequence[Seat], viewer: int | None) -> None:
        self.game = game
        self.rules: RuleOptions = game.rules
        seats = sorted(seats, key=lambda seat: seat.position)
        self.viewer = viewer if viewer is not None and viewer < len(seats) else None
        self.names = [seat.player.name for seat in seats]
        self.players = [seat.player_id for seat in seats]

    @cached_property
    def sides(self) -> list[SideNames]:
        form = self.rules.form
        if form.seats == form.sides:
            return [
                hand_text.yourself(name) if seat == self.viewer else hand_text.alone(name, short)
                for seat, (name, short) in enumerate(zip(self.names, short_names(self.names), strict=True))
            ]
        people = [
            hand_text.join_names([name for seat, name in enumerate(self.names) if form.side_of(seat) == side])
            for side in range(form.sides)
        ]
        if self.viewer is None:
            return [hand_text.named(who) for who in people]
        own = form.side_of(self.viewer)
        return [hand_text.ours(who) if side == own else hand_text.theirs(who) for side, who in enumerate(people)]

    @property
    def near_side(self) -> int:
        """The side whose score stands first and whose tricks are counted in a low hand."""
        return self.rules.form.side_of(self.viewer or 0)

    @property
    def side_order(self) -> list[int]:
        sides = self.rules.form.sides
        return [(self.near_side + step) % sides for step in range(sides)]

    def name(self, seat: int | None) -> str:
        return "" if seat is None else self.names[seat]

    def called(self, seat: int | None) -> str:
        """The same in a sentence that has little room."""
        return "" if seat is None else short_names(self.names)[seat]

    def seated(self, dealer: int | None) -> list[Chair]:
        """The people around the table, one of them marked as the dealer."""
        bottom = self.viewer or 0
        return [
            Chair(
                position=seat,
                name=name,
                side=self.rules.form.side_of(seat),
                place=COMPASS[len(self.names)][(seat - bottom) % len(self.names)],
                deals=seat == dealer,
            )
            for seat, name in enumerate(self.names)
        ]


class GameView(TableView):
    """Everything a page says about one game, from its rows; computed once for each page."""

    def __init__(self, game: Game, seats: Sequence[Seat], book: GameEntries, viewer: int | None) -> None:
        super().__init__(game, seats, viewer)
        self.book = book
        self.played = book.complete
        self.waiting = book.waiting
        self.result: GameResult = replay.fold(game, book)

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
        return next(line for line in self.lines if line.hand and line.hand.position == place)

    def row_at(self, place: int) -> Row:
        """What the fold says of the entry at this place."""
        rows = zip(self.book.rows, self.result.rows, strict=True)
        return next(row for stored, row in rows if isinstance(stored, EntryRecord) and stored.position == place)

    def sentence(self, hand: EntryRecord) -> str:
        """A recorded entry in words, whether it counts or not; a bid alone when it has no tricks."""
        tricks = None if hand.tricks is None else tuple(hand.tricks)
        return self.said_by(hand.contract, hand.declarer, tricks, hand.notes)

    def said_by(self, contract: str, declarer: int | None, tricks: tuple[int, ...] | None, notes: dict) -> str:
        """What a phone sent, in the same words as the entries of the book."""
        if contract == REDEAL:
            return note_text.redeal(deal_passes=bool(notes.get("deal_passes")))
        noted = notes_from_mapping(notes)
        beside = note_text.of_notes(noted, Contract(contract), self.sides, self.name, self.rules)
        if tricks is None:
            return " ".join([hand_text.bid(Contract(contract), self.name(declarer), self.rules), *beside])
        outcome = score(PlayedHand(Contract(contract), declarer, tricks, noted), self.rules)
        return " ".join([hand_text.hand(outcome, self.name(declarer), self.sides, self.rules), *beside])

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
            Adjusted(each.pk, note_text.adjustment(each.points, each.reason, self.sides))
            for each in self.book.adjustments
            if each.undone_at is None
        ]

    @property
    def hands_played(self) -> int:
        return self.number_at(self.next_place) - 1

    @property
    def next_number(self) -> int:
        return self.number_at(self.next_place)

    def number_at(self, place: int) -> int:
        """The number of the hand at a place: cards thrown in count for the hand they were dealt for."""
        return 1 + sum(not hand.is_redeal for hand in self.played if hand.position < place)

    @property
    def hand_limit(self) -> int | None:
        """After how many hands the game ends; None if something else ends it."""
        limit = self.rules.max_hands
        return limit if limit is not None and limit < NO_LIMIT else None

    @property
    def state(self) -> GameState:
        """The game after everything in the book, as the engine's value."""
        result = self.result
        return GameState(
            result.next_dealer, result.totals, result.stars, result.hands_scored, result.reason, result.winner
        )

    @property
    def dealer(self) -> str:
        return self.names[self.result.next_dealer]

    @property
    def last(self) -> EntryRecord | None:
        """The entry that undo would take out: the waiting bid, else the last hand."""
        return self.waiting or (self.played[-1] if self.played else None)

    @property
    def undone(self) -> EntryRecord | None:
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
        contract, place = Contract(self.waiting.contract), self.waiting.position
        return hand_text.bid_and_lead(self.sentence(self.waiting), self.leader(contract, self.waiting.declarer, place))

    @property
    def latest(self) -> str:
        """The last entry in the book, with the number of its hand."""
        if not self.lines:
            return ""
        line = self.lines[-1]
        return line.sentence if line.number is None else hand_text.entered(line.number, line.sentence)

    @property
    def saved(self) -> str:
        """That the last hand is in the book, or the one that was just corrected."""
        newest = max(self.book.hands, key=lambda hand: hand.pk, default=None)
        if newest and newest.current and newest is not self.last and not newest.is_redeal:
            return hand_text.corrected(self.number_at(newest.position), self.sentence(newest))
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
        answered = {answer.hand_id: answer.agrees for answer in self.book.confirmations}
        return sum(not answered.get(hand.pk) for hand in self.played if not hand.is_redeal)

    @property
    def scores(self) -> list[SideScore]:
        helpful = [] if self.ended else hint_text.missing(self.state, self.rules)
        return [
            SideScore(
                side=side,
                label=self.sides[side].short,
                people=self.sides[side].people,
                total=hand_text.number(self.result.totals[side]),
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
        if self.rules.form is not TableFormat.FOUR_IN_PAIRS:
            return [Pairing(partner=0, said=hand_text.all_against_all(self.names), same=True)]
        return [
            Pairing(
                partner=partner,
                said=hand_text.against(
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
        return hand_text.score(
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
        verdict = hand_text.verdict(self.result.winner, self.result.totals, self.sides)
        if self.game.conceded_by is None or self.game.paper_result is not None:
            return verdict
        return f"{hand_text.conceded(self.sides[self.game.conceded_by])} {verdict}"

    @property
    def ended_early(self) -> bool:
        """Whether an organiser ended it, so that he can let it go on."""
        return self.ended and (self.game.conceded_by is not None or self.game.last_hand is not None)

    @property
    def settlement(self) -> str:
        """Who pays whom. A party settles at its end, among its people and not on pages for everybody."""
        if not self.ended or self.result.winner is None or self.game.party_code:
            return ""
        return hand_text.settlement(
            self.result.settlement,
            self.result.stars[self.result.winner],
            self.sides,
            self.rules.form,
            self.game.club.currency,
        )


def lines(sheet: GameView) -> list[Line]:
    """Every entry that is folded, in order."""
    return [
        _hand(sheet, stored, row) if isinstance(stored, EntryRecord) else _adjustment(sheet, stored, row)
        for stored, row in zip(sheet.book.rows, sheet.result.rows, strict=True)
    ]


def _hand(sheet: GameView, hand: EntryRecord, row: Row) -> Line:
    if hand.is_redeal:
        return _line(sheet, hand, row, number=None, kind="thrown", bid=sheet.sentence(hand))
    played = replay.played(hand)
    assert isinstance(played, PlayedHand)
    outcome = score(played, sheet.rules)
    beside = note_text.of_notes(notes_from_mapping(hand.notes), played.contract, sheet.sides, sheet.name, sheet.rules)
    answer, disputed = _answer(sheet, hand)
    return _line(
        sheet,
        hand,
        row,
        number=sheet.number_at(hand.position),
        kind=hand_text.mark(outcome),
        bid=hand_text.bid(played.contract, sheet.name(hand.declarer), sheet.rules),
        result=hand_text.outcome(outcome, sheet.sides),
        gains=hand_text.gains(outcome, sheet.sides),
        remarks=" ".join(beside),
        answer=answer,
        disputed=disputed,
    )


def _line(sheet: GameView, hand: EntryRecord, row: Row, **said: object) -> Line:
    nothing = {"result": "", "gains": "", "remarks": ""}
    corrected = any(old.pk == hand.replaces_id and old.tricks is not None for old in sheet.book.hands)
    return Line(
        hand=hand,
        after=_after(sheet, row),
        sentence=sheet.sentence(hand),
        corrected=corrected,
        counts=row.totals is not None,
        **(nothing | said),
    )


def _adjustment(sheet: GameView, adjustment: AdjustmentRecord, row: Row) -> Line:
    sentence = note_text.adjustment(adjustment.points, adjustment.reason, sheet.sides)
    return Line(
        hand=None,
        number=None,
        kind="adjusted",
        bid=note_text.adjusted(),
        result="",
        gains=hand_text.points_by_side(adjustment.points, sheet.sides),
        remarks=adjustment.reason,
        after=_after(sheet, row),
        sentence=sentence,
        corrected=False,
        counts=row.totals is not None,
    )


def _after(sheet: GameView, row: Row) -> str:
    return hand_text.score_text([row.totals[side] for side in sheet.side_order]) if row.totals else ""


def _answer(sheet: GameView, hand: EntryRecord) -> tuple[str, bool]:
    """What another side said of a hand, and whether it is that it is wrong."""
    if not sheet.game.requires_confirmation:
        return "", False
    newest = next((each for each in reversed(sheet.book.confirmations) if each.hand_id == hand.pk), None)
    if newest is None:
        return note_text.unanswered(), False
    name = sheet.name(newest.seat)
    return (note_text.agreed(name), False) if newest.agrees else (note_text.disputed(name), True)
