"""One game played hand by hand into rows, as phones at a table would have left them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from tests.bench.generating import unusual
from tests.bench.generating.hands import Dealing, Fall, GameRules, ended_after
from tests.bench.generating.people import Person
from tests.bench.generating.rows import Store
from whistclub.engine.game import EndReason, GameState, advance, sole_leader, start
from whistclub.engine.options import LimitTie
from whistclub.play.models import Game

# Of all games that are of no party: those given up, and those ended early, after so many hands at the earliest.
CONCEDED, ENDED_EARLY, EARLIEST = 0.03, 0.015, 4
# Nobody gives up who is less behind.
HOPELESS = 5
# Games kept by the organiser, on no seat.
NO_SEAT = 0.1
UNUSUAL = 0.06
# After so many hands everybody wants to go home.
ENOUGH = 30
PUBLIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
NOTHING: dict = {}


@dataclass
class Town:
    """What everything made up has in common. All chance is `chance`."""

    chance: Random
    store: Store
    rules: dict[str, GameRules]
    club: int
    organiser: int

    def uid(self) -> str:
        """A random name of an entry, as a phone makes it."""
        bits = self.chance.getrandbits(128) & ~(0xF << 76) & ~(0x3 << 62)
        return f"{bits | 0x4 << 76 | 0x2 << 62:032x}"

    def code(self) -> str:
        """As `play.models.public_code`."""
        return "".join(self.chance.choices(PUBLIC, k=10))


@dataclass(frozen=True, slots=True)
class AtParty:
    """What a game of a party has beside those of others. `on_paper`: its hands were written on a slip only."""

    code: str
    round_number: int
    table_number: int
    bell_at: datetime | None
    on_paper: bool


class Play:
    """A game from its first deal to its end, stored when it is made. `state` is what the engine says of its entries."""

    def __init__(
        self,
        town: Town,
        rules: GameRules,
        people: Sequence[Person],
        at: datetime,
        *,
        first_dealer: int,
        follows: int | None = None,
        followed: bool = False,
        party: AtParty | None = None,
    ) -> None:
        self.town, self.rules, self.party = town, rules, party
        self.key = town.store.games.reserve()
        self.options = rules.options
        self.state = start(rules.options, first_dealer)
        self.number, self.revision, self.hands_won = 0, 1 + followed, [0, 0]
        self.finished_at: datetime | None = None
        self.conceded_by: int | None = None
        self.last_hand: int | None = None
        self.last_position: int | None = None
        self.hand_at = 0
        self.deal = Dealing(town.chance, rules.options, people).next
        self._writes = party is None or not party.on_paper
        self._scorer = None if town.chance.random() < NO_SEAT else town.chance.randrange(len(people))
        self._play(at)
        self._store(people, at, first_dealer, follows)

    def _play(self, at: datetime) -> None:
        random, outcomes, sides = self.town.chance.random, self.rules.outcomes, self.options.form.sides
        bell = self.party.bell_at if self.party else None
        stops, gives_up = self._stops()
        while not self.state.over:
            at += timedelta(seconds=150 + int(random() * 150))
            if random() < UNUSUAL and self._writes:
                at = unusual.happen(self, at, bell)
            else:
                contract, declarer, tricks = fall = self.deal(self.state.dealer)
                self.number += 1
                self.hear(bell, at)
                side = None if declarer is None else declarer % sides
                self.take(advance(self.state, outcomes[contract, side, tricks], self.options), at)
                self.write(fall, at)
            if self.state.hands_scored >= stops and not self.state.over:
                self._stop(at + timedelta(minutes=1), gives_up=gives_up)

    def hear(self, bell: datetime | None, at: datetime) -> None:
        """The first hand entered after the bell is the last one."""
        if bell and self.last_hand is None and at >= bell:
            self.last_hand, self.last_position = self.state.hands_scored + 1, self.number
            self.options = ended_after(self.rules.options, self.last_hand)

    def take(self, state: GameState, at: datetime) -> None:
        """Go on to what the entries say now, with the time of the end as `play.changing` has it."""
        if state.hands_scored > self.state.hands_scored:
            self.hand_at = self.number
        if not state.over:
            self.finished_at = None
        elif self.finished_at is None:
            self.finished_at = at
        if self.party and state.hands_scored > self.state.hands_scored:
            won, lost = (state.totals[side] - self.state.totals[side] for side in (0, 1))
            if won != lost:
                self.hands_won[won < lost] += 1
        self.state = state

    def write(
        self,
        fall: Fall,
        at: datetime,
        notes: dict = NOTHING,
        *,
        replaces: int | None = None,
        removed: bool = False,
        current: bool = True,
        bid: bool = False,
    ) -> int | None:
        """One row for the place that the game has come to; its key. On paper nothing is written."""
        if not self._writes:
            return None
        self.revision += 1
        contract, declarer, tricks = fall
        return self.town.store.hands.add(
            self.town.uid(),
            self.key,
            self.number,
            contract,
            declarer,
            None if bid else tricks,
            notes,
            removed,
            current,
            replaces,
            self._scorer,
            at,
        )

    def _stops(self) -> tuple[int, bool]:
        """After how many hands the table may stop before the end, and whether somebody gives up then."""
        lot = 1.0 if self.party else self.town.chance.random()
        if lot >= CONCEDED + ENDED_EARLY:
            return ENOUGH, False
        gives_up = lot < CONCEDED
        if gives_up and self.options.form.sides != 2:
            # Of three, nobody can give up.
            return ENOUGH, False
        return EARLIEST + self.town.chance.randrange(5), gives_up

    def _stop(self, at: datetime, *, gives_up: bool) -> None:
        totals = self.state.totals
        winner = sole_leader(totals)
        if gives_up:
            if abs(totals[0] - totals[1]) < HOPELESS:
                return
            self.conceded_by = 1 - winner
        elif winner is None and self.options.limit_tie is LimitTie.EXTRA:
            return
        else:
            self.last_hand, self.last_position = self.state.hands_scored, self.hand_at
        self.revision += 1
        self.take(self.state._replace(reason=EndReason.CONCEDED if gives_up else EndReason.HANDS, winner=winner), at)

    def _store(self, people: Sequence[Person], at: datetime, first_dealer: int, follows: int | None) -> None:
        state, party, store, rules = self.state, self.party, self.town.store, self.rules
        paper = None
        if not self._writes:
            paper, nothing = state.totals, start(rules.options, first_dealer)
            self.hands_won = [0, 0]
            state = nothing._replace(totals=paper, reason=EndReason.PAPER, winner=sole_leader(paper))
            self.state, self.number, self.last_hand, self.last_position = state, 0, None, None
            self.revision += 1
        store.games.put(
            self.key,
            self.town.club,
            self.town.code(),
            rules.preset,
            rules.rules_name,
            rules.mapping,
            first_dealer,
            Game.State.FINISHED.value,
            self.revision + (party is not None),
            follows,
            at,
            self.finished_at,
            state.totals,
            state.stars,
            state.winner,
            state.reason.value,
            state.hands_scored,
            state.dealer,
            self.number,
            self.conceded_by,
            party.code if party else "",
            party and party.round_number,
            party and party.table_number,
            party is not None,
            paper,
            party and party.bell_at,
            self.last_position,
            self.last_hand,
        )
        for position, person in enumerate(people):
            store.seats.add(self.key, position, person.key)
            person.played += 1
