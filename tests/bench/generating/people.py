"""People of a made-up club: what they can and how much they play, which nobody is told, and who plays with whom."""

from dataclasses import dataclass
from math import exp
from random import Random

# Of all games of one person, beside the mean: the least, and the most that anybody gets.
LEAST, MOST = 0.4, 8.0
# How long the tail of those between them is (the spread of a lognormal).
TAIL = 1.05
CIRCLE = range(7, 19)
FROM_THE_START, TO_THIS_DAY = 0.2, 0.35
# Which rules a circle likes best, by key as in `hands.rules_of_club`.
FAVOURITES = {"neuralplay": 76, "minnesota": 11, "askov": 8, "own": 5}
# The part of somebody's games that are played at parties, about the mean of a third.
AT_PARTIES = (2.2, 4.4)

FIRST_NAMES = """
Ann Anna Anders Arne Astrid Åsa Bengt Berit Betty Birgit Bob Bonnie Carl Carol Clara Clarence Dan Dagny Donna Doris
Edith Einar Elaine Ella Elmer Elsa Emil Erik Erna Esther Eva Evelyn Florence Frank Frieda Gerda Gladys Göran Greta
Gunnar Gustav Hans Harold Harriet Hazel Helga Henrik Hilda Hjalmar Ida Inga Ingrid Irene Ivar Jack Janet Jim Johan
Joyce Judith June Karin Karl Kirsten Knut Lars Laverne Leif Lena Lillian Linnea Lois Lorraine Magnus Maja Marge Marian
Martin Mavis Mildred Myrtle Nels Nils Nora Norman Oddny Olaf Ole Opal Oscar Pearl Per Pete Phyllis Ragnar Ralph Roy
Ruth Selma Signe Sigrid Solveig Stella Sven Sylvia Thelma Thor Ulla Unni Vera Verner Viola Walter Wanda Wilma Yngve
"""
LAST_NAMES = """
Aase Abrahamson Amundson Anderson Arneson Bakken Benson Berg Bergstrom Bjorklund Blomquist Borg Brekke Carlson Dahl
Dahlberg Danielson Edwards Eide Ekstrom Engebretson Engstrom Erickson Fiskum Fjeld Forsberg Foss Gilbertson Grønlund
Gunderson Gustafson Haagenson Hagen Halvorson Hansen Haugen Hedlund Helgeson Henrikson Holm Hovland Isaacson Iverson
Jacobson Jensen Johnson Jorgenson Kjos Knutson Kolstad Larsen Larson Lien Lind Lindberg Lindquist Lund Lundeen
Magnuson Malmstrom Mattson Moe Mortenson Myhre Nelson Ness Nordby Norgaard Nygaard Odegaard Olson Ostby Overby Paulson
Pederson Peterson Quist Rasmussen Rolfson Rosvold Rud Samuelson Sandberg Sather Selvig Severson Sjoberg Skoglund
Solberg Sorenson Stenberg Strand Sundberg Swanson Thompson Thorson Torkelson Tveit Ulvestad Vik Wallin Westby Wold
Ylvisaker Østergaard
"""


@dataclass(slots=True, eq=False)
class Person:
    """Somebody of the club; `skill` and `boldness` are normal with a spread of one.

    `due` is how many games he is to play in all, `at_parties` of them at parties; `planned` counts those that the
    calendar has for him, `played` those that were played. He plays from day `first` to day `last` of it.
    """

    key: int
    name: str
    skill: float
    boldness: float
    due: float = 0
    at_parties: float = 0
    first: int = 0
    last: int = 0
    played: int = 0
    planned: int = 0


@dataclass(slots=True, eq=False)
class Circle:
    """People who meet one evening of the week, over some years."""

    members: list[Person]
    weekday: int
    favourite: str
    first: int = 0
    last: int = 0


def make_people(count: int, chances: int, chance: Random) -> list[Person]:
    """So many people who between them take so many seats, a few of them very many."""
    names = [f"{first} {last}" for first in FIRST_NAMES.split() for last in LAST_NAMES.split()]
    people = [
        Person(key, name, chance.gauss(0, 1), chance.gauss(0, 1))
        for key, name in enumerate(_names(names, count, chance), start=1)
    ]
    mean = chances / count
    shape = [chance.lognormvariate(0, TAIL) for _person in people]
    scale = _scale(shape, mean)
    for person, each in zip(people, shape, strict=True):
        person.due = _games(each, scale, mean)
        person.at_parties = person.due * chance.betavariate(*AT_PARTIES)
    return people


def make_circles(people: list[Person], days: int, chance: Random) -> list[Circle]:
    """Everybody in one circle, with others who play about as much; and the years in which it meets."""
    by_zeal = sorted(people, key=lambda person: person.due * exp(chance.gauss(0, 0.25)))
    circles = []
    while by_zeal:
        size = chance.choice(CIRCLE)
        if len(by_zeal) - size < CIRCLE.start:
            size = len(by_zeal)
        members = [by_zeal.pop() for _member in range(size)]
        favourite = chance.choices(list(FAVOURITES), list(FAVOURITES.values()))[0]
        circle = Circle(members, chance.choice((0, 1, 2, 3, 4, 6)), favourite)
        # A table takes a game or three from each of four: so many evenings there must be at least.
        evenings = sum(person.due for person in members) * 2 / 3 / 4 / 3 / max(1, size // 8)
        length = min(days, max(200, int(7 * evenings * chance.uniform(1.1, 4))))
        circle.first = int((days - length) * _when(chance))
        circle.last = circle.first + length
        for person in members:
            person.first, person.last = circle.first, circle.last
        circles.append(circle)
    return circles


def _when(chance: Random) -> float:
    """When a circle has its years, of those it could have: from the first day (0) to the last (1)."""
    lot = chance.random()
    if lot < FROM_THE_START:
        return 0.0
    return 1.0 if lot < FROM_THE_START + TO_THIS_DAY else chance.random()


def _names(names: list[str], count: int, chance: Random) -> list[str]:
    """So many different names; where there are not enough, second ones of a name get a number."""
    chosen: list[str] = []
    for again in range(-(-count // len(names))):
        left = min(len(names), count - len(chosen))
        chosen += [f"{name} {again + 1}" if again else name for name in chance.sample(names, left)]
    return chosen


def _games(shape: float, scale: float, mean: float) -> float:
    return min(MOST * mean, LEAST * mean + shape * scale)


def _scale(shape: list[float], mean: float) -> float:
    """What the tail must be stretched by for the mean to be right, found by halving."""
    low, high = 0.0, 10 * mean
    for _step in range(60):
        middle = (low + high) / 2
        if sum(_games(each, middle, mean) for each in shape) > mean * len(shape):
            high = middle
        else:
            low = middle
    return low
