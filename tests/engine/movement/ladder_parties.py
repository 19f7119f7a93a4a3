"""Parties of the ladder for the tests: words of the golden file, and evenings that play themselves."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import count, product
from random import Random

from tests.engine.builders import golden
from whistclub.engine.movement.progressive import LADDER, LADDER_PAIRS
from whistclub.engine.movement.protocol import PlayedRound, Seating, SeatingInput, TopTablePartners, pair_of, table_of

PARTIES = golden("rotations.json")


def movement_of(party):
    return LADDER_PAIRS if party["policy"]["pairs"] == "fixed" else LADDER


def field_of(party, people, max_tables):
    """The field of a golden party for the coming round, its people in the order of the draw."""
    policy = party["policy"]
    return SeatingInput(
        people=tuple(people),
        top=TopTablePartners(policy["top"]),
        max_tables=max_tables,
        pairs=tuple(zip(people[::2], people[1::2], strict=True)) if policy["pairs"] == "fixed" else (),
        groups={int(person): group for person, group in party["groups"].items()},
    )


def replayed(party):
    """For each round of a golden party: its entry in the file, the seating worked out, and the round as played."""
    people, max_tables, history = list(party["draw"]), party["policy"]["max_tables"], []
    for entry in party["rounds"]:
        seating = movement_of(party).seat(field_of(party, people, max_tables), tuple(history))
        tables, sitting_out = seating.tables, seating.sitting_out
        if "override_tables" in entry:
            tables = tuple(table_of(*pairs) for pairs in entry["override_tables"])
            sitting_out = tuple(entry["override_bench"])
        winners = tuple(
            [list(pair) for pair in table.pairs].index(pair)
            for table, pair in zip(tables, entry["winners"], strict=True)
        )
        history.append(PlayedRound(tables, sitting_out, winners))
        yield entry, seating, history[-1]
        for event, value in entry.get("events_after", ()):
            if event == "arrive":
                people.append(value)
            elif event == "leave":
                people.remove(value)
            else:
                assert event == "tables"
                max_tables = value


@dataclass(frozen=True)
class Evening:
    """All that decides an evening that plays itself.

    `events`: people come late, go home, come back and are replaced within a round, and the number of tables is
    limited now and then. `overrides`: the organiser puts everybody somewhere else in some rounds.
    """

    seed: int
    size: int
    rounds: int = 6
    top: TopTablePartners = TopTablePartners.KEEP
    pairs: bool = False
    mixed: bool = False
    events: bool = False
    overrides: bool = False

    @property
    def movement(self):
        return LADDER_PAIRS if self.pairs else LADDER


@dataclass(frozen=True)
class Step:
    """One seating of an evening with what it was worked out from."""

    field: SeatingInput
    history: tuple[PlayedRound, ...]
    seating: Seating

    @property
    def last(self):
        return self.history[-1]

    @cached_property
    def table_of(self):
        """Where everybody who plays now sits."""
        return tables_by_person(self.seating.tables)

    @cached_property
    def results(self):
        """Everyone who played in the last round: at which table, and whether they won."""
        return {
            person: (number, self.last.winners[number - 1] == index)
            for number, table in enumerate(self.last.tables, start=1)
            for index, pair in enumerate(table.pairs)
            for person in pair
        }

    @cached_property
    def goals(self):
        """Where everybody who played is due, as the rule book has it: max(1, k - 1) or min(N, k + 1)."""
        bottom = len(self.last.tables)
        return {person: max(1, at - 1) if won else min(bottom, at + 1) for person, (at, won) in self.results.items()}


def tables_by_person(tables):
    return {person: number for number, table in enumerate(tables, start=1) for person in table.people}


def partners_at(tables):
    return {pair for table in tables for pair in table.pairs}


def steps(evening):
    """The evening, seating by seating."""
    chance, number = Random(evening.seed), count(1)
    party = _Party(evening, chance, number)
    history, found = [], []
    for _round in range(evening.rounds):
        coming = party.field()
        seating = evening.movement.seat(coming, tuple(history))
        found.append(Step(coming, tuple(history), seating))
        history.append(party.play(seating))
        if evening.events:
            party.stir()
    return found


def later(evening):
    """All seatings but the first."""
    return steps(evening)[1:]


def recount(history):
    """How often every two people were partners, and opponents."""
    partners, opponents = Counter(), Counter()
    for played in history:
        for table in played.tables:
            one, other = table.pairs
            partners[one] += 1
            partners[other] += 1
            for a, b in product(one, other):
                opponents[pair_of(a, b)] += 1
    return partners, opponents


class _Party:
    """Who is there, and the chances of the evening. In a party of pairs they come and go as pairs."""

    def __init__(self, evening, chance, number):
        self.evening, self.chance, self.number = evening, chance, number
        self.gone, self.groups = [], {}
        self.max_tables = None
        self.units = [self._new() for _ in range(evening.size // (2 if evening.pairs else 1))]
        chance.shuffle(self.units)

    def field(self):
        return SeatingInput(
            people=tuple(person for unit in self.units for person in unit),
            top=self.evening.top,
            max_tables=self.max_tables,
            pairs=tuple(self.units) if self.evening.pairs else (),
            groups=dict(self.groups),
        )

    def play(self, seating):
        tables, sitting_out = seating.tables, seating.sitting_out
        if self.evening.overrides and self.chance.random() < 0.3:
            tables, sitting_out = self._overridden(len(tables))
        if self.evening.events and sitting_out and not self.evening.pairs and self.chance.random() < 0.2:
            tables = self._with_substitute(tables, sitting_out)
        return PlayedRound(tables, sitting_out, tuple(self.chance.randrange(2) for _table in tables))

    def stir(self):
        """Between two rounds; at least eight people stay, so that even pairs can play on."""
        chance, fewest = self.chance, 4 if self.evening.pairs else 8
        for _ in range(chance.choice([0, 0, 0, 1, 2, 5])):
            if len(self.units) > fewest:
                self.gone.append(self.units.pop(chance.randrange(len(self.units))))
        for _ in range(chance.choice([0, 0, 0, 1, 1, 4])):
            returns = self.gone and chance.random() < 0.5
            self.units.append(self.gone.pop(chance.randrange(len(self.gone))) if returns else self._new())
        if chance.random() < 0.25:
            self.max_tables = chance.choice([None, None, 1, 2, 3, len(self.units) // 5 or 1])

    def _new(self):
        people = tuple(next(self.number) for _ in range(2 if self.evening.pairs else 1))
        if self.evening.mixed:
            self.groups.update((person, self.chance.choice("ABB")) for person in people)
        return people

    def _overridden(self, tables):
        units = self.chance.sample(self.units, len(self.units))
        people = [person for unit in units for person in unit]
        fours = [people[4 * table : 4 * table + 4] for table in range(tables)]
        return tuple(table_of(four[:2], four[2:]) for four in fours), tuple(sorted(people[4 * tables :]))

    def _with_substitute(self, tables, sitting_out):
        """A player goes home mid-round and a substitute plays on; the substitute’s sit-out stays recorded."""
        leaver, substitute = self.chance.choice(tables[0].people), self.chance.choice(sitting_out)
        self.units.remove((leaver,))
        self.gone.append((leaver,))
        first = [tuple(substitute if person == leaver else person for person in pair) for pair in tables[0].pairs]
        return (table_of(*first), *tables[1:])
