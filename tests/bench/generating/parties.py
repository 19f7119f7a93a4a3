"""A party round by round: seated by the engine's own movements, played, and left as finished."""

from datetime import datetime, timedelta

from tests.bench.generating.calendar import TIME_ZONE, PlannedParty
from tests.bench.generating.games import AtParty, Play, Town
from tests.bench.generating.hands import GameRules
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.protocol import (
    PartnerChange,
    PlayedRound,
    Policy,
    Seating,
    SeatingInput,
    TopTablePartners,
)
from whistclub.engine.movement.rng import drawn
from whistclub.party.actions.drafts import as_rows
from whistclub.party.actions.setup import PartySettings
from whistclub.party.models import CODE_LENGTH, CODE_LETTERS, Party, Round

# In parts: rules, movements, how a round ends.
RULES = {"neuralplay": 80, "minnesota": 8, "own": 8, "askov": 4}
MOVED = {"ladder": 70, "meets": 30}
ENDS = {"hands": 60, "bell": 25, "target": 15}
# Tables that hand in a slip of paper: at most parties, and at the few without phones.
ON_PAPER, WITHOUT_PHONES, NO_PHONES = 0.015, 0.95, 0.02
# How often somebody who was not needed at a table goes home.
GOES_HOME = 0.3
MONTHS = (
    *("Epiphany", "Winter", "Lent", "Spring", "May", "Midsummer"),
    *("Summer", "Corn", "Harvest", "Autumn", "Thanksgiving", "Christmas"),
)
HAND_COUNTS = (6, 8, 8, 10)
MINUTES = (25, 30, 35)
SEEDS = 1_000_000
BETWEEN_ROUNDS = timedelta(minutes=6)
CHECK_IN = timedelta(minutes=40)


class Evening:
    """One party: made, it has been played and stored."""

    def __init__(self, town: Town, planned: PlannedParty) -> None:
        self._town, self._chance, self._planned = town, town.chance, planned
        known = town.rules[self._drawn(RULES)]
        self._setup = self._chosen_setup(known)
        self._rules = GameRules(known.preset, self._setup.rules, known.rules_name, known.rules_key)
        self._movement = MOVEMENTS[self._setup.movement]
        self._code = "".join(self._chance.choices(CODE_LETTERS, k=CODE_LENGTH))
        self._on_paper = WITHOUT_PHONES if self._chance.random() < NO_PHONES else ON_PAPER
        self._people = dict(enumerate(planned.people, start=1))
        self._entrants = {number: town.store.entrants.reserve() for number in self._people}
        self._gone: set[int] = set()
        self._history: list[PlayedRound] = []
        self._key = town.store.parties.reserve()
        at = planned.at
        for number in range(1, planned.rounds + 1):
            at = self._round(number, at) + BETWEEN_ROUNDS
        self._store(at)

    def _chosen_setup(self, rules: GameRules) -> PartySettings:
        chance, on = self._chance, self._planned.at.astimezone(TIME_ZONE)
        end = self._drawn(ENDS)
        return PartySettings(
            name=f"{MONTHS[on.month - 1]} whist {on.year}",
            preset=rules.preset,
            options=rules.options,
            rules_key=rules.rules_key,
            rules_name=rules.rules_name,
            movement=self._drawn(MOVED),
            policy={
                "swap": PartnerChange.FEWEST_REPEATS,
                "top": TopTablePartners.KEEP,
                "one_table": TopTablePartners.CHANGE,
                "max_tables": None,
            },
            round_end=end,
            hands=chance.choice(HAND_COUNTS) if end == Party.RoundEnd.HANDS else None,
            minutes=chance.choice(MINUTES) if end == Party.RoundEnd.BELL else None,
            to_target=chance.random() < 0.2,
            one_more=chance.random() < 0.6,
            planned_rounds=self._planned.rounds,
            until=None,
            sit_out_worth="half",
            drop_out=Party.DropOut.WALKOVER,
            criteria=("wins", "points", "difference"),
            prizes=("best", "booby", "most_grands", "longest_top"),
            own_prizes=(),
        )

    def _drawn(self, parts: dict[str, int]) -> str:
        return self._chance.choices(list(parts), list(parts.values()))[0]

    def _round(self, number: int, at: datetime) -> datetime:
        """Seat everybody who is there and play all tables; answers when the last one is done."""
        seed = self._chance.randrange(SEEDS)
        seating = self._seated(seed)
        minutes = self._setup.minutes
        bell = at + timedelta(minutes=minutes) if minutes else None
        # As the product leaves them: only the next announcement makes a round one that is over.
        state = Round.State.OVER if number < self._planned.rounds else Round.State.RUNNING
        method = Round.SeatingMethod.MOVEMENT if self._history else Round.SeatingMethod.DRAW
        key = self._town.store.rounds.add(
            self._key, number, state.value, method.value, seed, at - BETWEEN_ROUNDS / 2, at, bell
        )
        self._store_places(key, seating)
        done, winners = at, []
        for place, table in enumerate(seating.tables, start=1):
            on_paper = self._chance.random() < self._on_paper
            play = Play(
                self._town,
                self._rules,
                [self._people[person] for person in table.chairs],
                at,
                first_dealer=(number - 1) % 4,
                party=AtParty(self._code, number, place, bell, on_paper),
            )
            winner, cut = play.state.winner, None
            if winner is None and play.hands_won[0] != play.hands_won[1]:
                winner = int(play.hands_won[1] > play.hands_won[0])
            elif winner is None:
                winner = self._chance.randrange(2)
                # Nobody has to cut where it makes no difference.
                cut = winner if self._movement.needs_winners else None
            winners.append(winner)
            self._town.store.tables.add(key, place, play.key, cut)
            done = max(done, play.finished_at)
        self._history.append(PlayedRound(seating.tables, seating.sitting_out, tuple(winners)))
        if seating.sitting_out and self._chance.random() < GOES_HOME:
            self._gone.add(self._chance.choice(seating.sitting_out))
        return done

    def _seated(self, seed: int) -> Seating:
        here = [number for number in self._people if number not in self._gone]
        field = SeatingInput(
            people=tuple(here) if self._history else drawn(here, seed),
            policy=Policy(PartnerChange.FEWEST_REPEATS, TopTablePartners.KEEP, TopTablePartners.CHANGE),
            ranking=tuple(here),
            rounds=self._planned.rounds,
            seed=seed,
        )
        return self._movement.seat(field, self._history)

    def _store_places(self, round_key: int, seating: Seating) -> None:
        """In the order of `party.actions.seating`: pair by pair on their chairs, then whoever sits out."""
        assignments = self._town.store.assignments
        for number, table in enumerate(seating.tables, start=1):
            for chair, person in enumerate(table.chairs):
                reasons = as_rows(seating.reasons[person])
                assignments.add(round_key, self._entrants[person], number, chair, False, reasons)
        for person in seating.sitting_out:
            assignments.add(round_key, self._entrants[person], None, None, True, as_rows(seating.reasons[person]))

    def _store(self, finished_at: datetime) -> None:
        store, setup, rules, rounds = self._town.store, self._setup, self._rules, self._planned.rounds
        # Set up, everybody checked in, each round seated and announced and its bell set, finished.
        revision = 1 + len(self._people) + rounds * (3 if setup.minutes else 2) + 1
        store.parties.put(
            self._key,
            self._town.club,
            self._code,
            setup.name,
            Party.State.FINISHED.value,
            setup.preset,
            setup.rules_key,
            setup.rules_name,
            rules.mapping,
            setup.movement,
            setup.policy,
            setup.round_end,
            setup.minutes,
            setup.planned_rounds,
            setup.sit_out_worth,
            setup.criteria,
            setup.prizes,
            revision,
            self._planned.at - CHECK_IN,
            finished_at,
        )
        for number, person in self._people.items():
            store.entrants.put(self._entrants[number], self._key, person.key, number, number not in self._gone)
