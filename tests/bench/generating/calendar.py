"""Six years of evenings: who meets whom when, and how many games they play. Chosen before anything is played."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from heapq import nsmallest
from itertools import permutations
from random import Random
from zoneinfo import ZoneInfo

from tests.bench.generating.people import Circle, Person

YEARS = 6
DAYS = 365 * YEARS
TIME_ZONE = ZoneInfo("America/Chicago")
# Of all games, those of parties; how large these are.
OF_PARTIES = 1 / 3
TABLES, ROUNDS = range(8, 41), range(4, 9)
SATURDAY, SUNDAY = 5, 6
# How many sit down at a table of a circle, in parts; what such a table plays, if not what the circle likes best.
SITTING = {4: 92, 3: 5, 2: 3}
SMALL_TABLES = {3: "widow", 2: "two_player"}
FAITHFUL = 0.88
# Games of an evening, in parts.
GAMES = {1: 10, 2: 24, 3: 30, 4: 21, 5: 10, 6: 5}
GAMES_A_TABLE = sum(games * part for games, part in GAMES.items()) / sum(GAMES.values())
SEATS_A_GAME = sum(seats * part for seats, part in SITTING.items()) / sum(SITTING.values())
GUESTS = 0.05
# Of neighbours in a circle, how many are partners whenever both sit down.
PARTNERS = 0.7
# How little it matters who is behind with his games: more is more chance.
PARTY_LOT, EVENING_LOT = 0.35, 0.15
# Out of the years in which one plays, a party is for him only if others are not enough.
OUT_OF_TIME = 10.0


@dataclass(frozen=True, slots=True)
class Evening:
    """Some people at one table, for some games in a row; `people` by chair."""

    at: datetime
    people: list[Person]
    rules: str
    games: int


@dataclass(frozen=True, slots=True)
class PlannedParty:
    """Everybody who comes, in the order of arrival; who fills no table sits out in turn."""

    at: datetime
    people: list[Person]
    tables: int
    rounds: int


@dataclass
class Calendar:
    """`busy` are the people who have something on each day; days count from `first`."""

    first: date
    chance: Random
    busy: defaultdict[int, set[int]]

    @classmethod
    def until(cls, last: date, chance: Random) -> "Calendar":
        return cls(last - timedelta(days=DAYS), chance, defaultdict(set))

    def evenings(self, people: list[Person], circles: list[Circle], games: int) -> list[Evening | PlannedParty]:
        """Everything that happens, in its order; exactly so many games."""
        parties = list(self._parties(people, round(games * OF_PARTIES)))
        left = games - sum(party.tables * party.rounds for party in parties)
        found: list[Evening | PlannedParty] = [*parties]
        owed = [sum(_owed(person) for person in circle.members) for circle in circles]
        for index, circle in enumerate(circles):
            # Guests have played some of what a later circle owes.
            owed[index] = sum(_owed(person) for person in circle.members)
            share = round(left * owed[index] / sum(owed[index:])) if index + 1 < len(circles) else left
            left -= share
            found += self._meetings(circle, people, share)
        return sorted(found, key=lambda each: each.at)

    def _parties(self, people: list[Person], games: int) -> Iterator[PlannedParty]:
        """Parties of about so many games in all; each day has one at most."""
        chance = self.chance
        most = min(TABLES.stop - 1, len(people) // 4)
        least = min(TABLES.start, most)
        days = [*self._days(SATURDAY, 0, DAYS), *self._days(SUNDAY, 0, DAYS)]
        chance.shuffle(days)
        days.sort(key=lambda day: self._weekday(day) != SATURDAY)
        sizes = []
        while games > 0 and len(sizes) < len(days):
            tables = least + int((most - least + 1) * chance.betavariate(1.2, 2.2))
            if not sizes and games < tables * ROUNDS.start * 2:
                tables = least
            rounds = max(ROUNDS.start, min(chance.choice(ROUNDS), games // tables))
            if sizes and games < tables * rounds / 2:
                break
            sizes.append((tables, rounds))
            games -= tables * rounds
        for day, (tables, rounds) in sorted(zip(days, sizes, strict=False)):
            come = min(4 * tables + chance.randrange(4), len(people))
            guests = self._keenest(people, day, come)
            chance.shuffle(guests)
            for person in guests:
                self.busy[day].add(person.key)
                person.planned += rounds
            yield PlannedParty(self._time(day, 18 * 60 + 30), guests, tables, rounds)

    def _keenest(self, people: list[Person], day: int, count: int) -> list[Person]:
        """Those furthest behind with what they want to play at parties, more or less."""
        random, busy = self.chance.random, self.busy[day]

        def share_played(person: Person) -> float:
            wanted = person.planned / max(1.0, person.at_parties)
            if person.first <= day <= person.last:
                return wanted - (day - person.first) / (person.last - person.first) + PARTY_LOT * random()
            return wanted + OUT_OF_TIME

        return nsmallest(count, (person for person in people if person.key not in busy), key=share_played)

    def _meetings(self, circle: Circle, people: list[Person], games: int) -> Iterator[Evening]:
        chance = self.chance
        owed = {person.key: _owed(person) for person in circle.members}
        had: defaultdict[int, int] = defaultdict(int)
        tables = games / GAMES_A_TABLE
        at_once = min(len(circle.members) // 4, max(1, round(tables * 7 / (circle.last - circle.first) + 0.2)))
        for day in self._evening_days(circle, round(tables / at_once)):
            busy = self.busy[day]
            free = [person for person in circle.members if person.key not in busy]
            free.sort(key=lambda person: had[person.key] / owed[person.key] + EVENING_LOT * chance.random())
            for _table in range(at_once):
                size = min(chance.choices(list(SITTING), list(SITTING.values()))[0], len(free))
                if games <= 0 or size < min(SITTING):
                    break
                four, free = free[:size], free[size:]
                four = self._seated(
                    circle, four, self._guest(circle, people, day) if chance.random() < GUESTS * size else None
                )
                count = min(games, chance.choices(list(GAMES), list(GAMES.values()))[0])
                games -= count
                for person in four:
                    had[person.key] += count
                    busy.add(person.key)
                    person.planned += count
                faithful = chance.random() < FAITHFUL
                rules = SMALL_TABLES.get(size) or (circle.favourite if faithful else "neuralplay")
                yield Evening(self._time(day, 18 * 60 + 45), four, rules, count)
            if games <= 0:
                return

    def _seated(self, circle: Circle, people: list[Person], guest: Person | None) -> list[Person]:
        """By chair: neighbours of the circle may be partners, the others sit as they come."""
        if guest:
            people = [*people[:-1], guest]
        self.chance.shuffle(people)
        place = {person.key: index for index, person in enumerate(circle.members)}
        for one, other in permutations(people, 2) if len(people) == 4 else ():
            at = place.get(one.key, 1)
            if at % 2 == 0 and place.get(other.key) == at + 1 and self.chance.random() < PARTNERS:
                rest = [person for person in people if person not in (one, other)]
                return [one, rest[0], other, rest[1]]
        return people

    def _guest(self, circle: Circle, people: list[Person], day: int) -> Person | None:
        """Somebody of another circle who plays in these years and is free."""
        for _try in range(20):
            person = self.chance.choice(people)
            free = person.first <= day <= person.last and person.key not in self.busy[day]
            if free and person not in circle.members:
                return person
        return None

    def _evening_days(self, circle: Circle, wanted: int) -> Iterator[int]:
        """Days on which a circle meets: its own weekday, others if that is not enough; more than wanted, at the end."""
        own = list(self._days(circle.weekday, circle.first, circle.last))
        rest = [day for day in range(circle.first, circle.last) if self._weekday(day) not in (circle.weekday, SATURDAY)]
        self.chance.shuffle(own)
        self.chance.shuffle(rest)
        days = own + rest
        yield from sorted(days[:wanted])
        yield from days[wanted:]

    def _days(self, weekday: int, first: int, last: int) -> Iterator[int]:
        return (day for day in range(first, last) if self._weekday(day) == weekday)

    def _weekday(self, day: int) -> int:
        return (self.first.weekday() + day) % 7

    def _time(self, day: int, minute: int) -> datetime:
        """About this minute of the day by the clocks of the club, as the moment that is stored."""
        minute += self.chance.randrange(75)
        on = self.first + timedelta(days=day)
        return datetime(on.year, on.month, on.day, minute // 60, minute % 60, tzinfo=TIME_ZONE).astimezone(UTC)


def _owed(person: Person) -> float:
    """The games that somebody has still to play; one for who has played them all."""
    return max(1.0, person.due - person.planned)
