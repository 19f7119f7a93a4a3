"""What is measured, in turns, as the machine has moods: a bare insert, the floor, two kinds of games, typed results."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, cycle, islice
from statistics import median, quantiles
from uuid import UUID

from tests.bench import clients, filling, server
from tests.bench.evenings import Evening, evening
from whistclub.club.models import Club
from whistclub.engine.hand import Contract
from whistclub.play.links import PadLink
from whistclub.play.models import Game

# Every game is met with this many hands and left with ten more.
ALREADY_RECORDED = {"hands 1-10": 0, "hands 21-30": 20}
HANDS_RECORDED = 10
BARE, FLOOR, TYPED = "bare insert", "floor", "typed result"
KINDS = (BARE, FLOOR, *ALREADY_RECORDED, TYPED)
REQUESTS = {1: 300, 8: 480}  # by clients, in one turn
TURNS = 5
TABLES = 24  # of a party in which results are typed; each client has one
TOKEN = "a" * 32  # the site compares the form's token with the cookie's, and these are equal

Script = list[bytes]


@dataclass
class Figures:
    """What came of all turns of one kind of request. CPU is None where the system does not tell."""

    clients: int
    rates: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    cpu: float | None = 0.0

    @property
    def rate(self) -> float:
        return median(self.rates)

    @property
    def p50(self) -> float:
        return median(self.waits) * 1000

    @property
    def p99(self) -> float:
        return quantiles(self.waits, n=100)[98] * 1000

    @property
    def cpu_ms(self) -> float | None:
        return None if self.cpu is None else self.cpu * 1000 / len(self.waits)

    def add(self, seconds: float, waits: list[float], cpu: float | None) -> None:
        self.rates.append(len(waits) / seconds)
        self.waits.extend(waits)
        self.cpu = None if cpu is None or self.cpu is None else self.cpu + cpu


def measure(club: Club, chance: random.Random) -> dict[tuple[int, str], Figures]:
    """By clients and kind of request, on a server started for it."""
    port = server.free_port()
    with server.running(port) as process:
        scripts = script_maker(club, port, chance)
        for kind in KINDS:
            clients.send_all(port, scripts(kind, 1, HANDS_RECORDED * 5))  # first requests load code
        found = {(phones, kind): Figures(phones) for phones in REQUESTS for kind in KINDS}
        for turn in range(TURNS):
            for (phones, kind), figures in _rotated(list(found.items()), turn):
                batch = scripts(kind, phones, REQUESTS[phones])
                before = server.cpu_seconds(process.pid)
                seconds, waits = clients.send_all(port, batch)
                after = server.cpu_seconds(process.pid)
                figures.add(seconds, waits, None if before is None else after - before)
    return found


def script_maker(club: Club, port: int, chance: random.Random) -> Callable[[str, int, int], list[Script]]:
    """A function that makes games and the requests that play them: for each phone its own."""
    [first] = filling.running_games(club, 1, 0, chance)
    visit = clients.visit(port, pad_path(first))
    desks: list[Iterator[bytes]] = []

    def game_script(path: str, recorded: int) -> Script:
        numbers = range(recorded + 1, recorded + HANDS_RECORDED + 1)
        return [visit.post(path, fields) for fields in hands_fields(numbers, chance)]

    def scripts(kind: str, phones: int, requests: int) -> list[Script]:
        count = requests // HANDS_RECORDED
        if kind == TYPED:
            while len(desks) < phones:
                desks.append(typed_results(evening(TABLES * 4, name=f"{club.slug}{port}{len(desks)}"), visit.host))
            return [list(islice(desk, requests // phones)) for desk in desks[:phones]]
        if kind == BARE:
            games = [game_script("/bare/", 0) for _ in range(count)]
        elif kind == FLOOR:
            made = filling.running_games(club, count, 0, chance)
            games = [game_script(f"/floor/{PadLink(game.pk, game.link_version).token}/", 0) for game in made]
        else:
            made = filling.running_games(club, count, ALREADY_RECORDED[kind], chance)
            games = [game_script(f"{pad_path(game)}hands/", ALREADY_RECORDED[kind]) for game in made]
        return [list(chain.from_iterable(games[phone::phones])) for phone in range(phones)]

    return scripts


def typed_results(of: Evening, host: str) -> Iterator[bytes]:
    """Requests that type the results of all tables from paper, again and again: each replaces the one before."""
    cookies = f"Cookie: sessionid={of.session}; csrftoken={TOKEN}"
    desk = clients.Visit(host, (cookies, "Accept: text/html", "HX-Request: true"))
    before = ""
    for points in cycle(((12, 7), (8, 9))):
        for table in range(1, of.tables + 1):
            result = {"table": str(table), "first": str(points[0]), "second": str(points[1]), "replaces": before}
            yield desk.post(of.result_path(), {"csrfmiddlewaretoken": TOKEN, **result})
        before = f"{points[0]}.{points[1]}"


def hands_fields(numbers: Iterable[int], chance: random.Random) -> Iterator[dict[str, str]]:
    """Hands of a game as the pad's form sends them, one after the other."""
    after = ""
    for number in numbers:
        hand = filling.endless(number)
        uid = str(UUID(int=chance.getrandbits(128), version=4))
        yield {
            "uid": uid,
            "number": str(number),
            "replaces": "",
            "after": after,
            "counted": str(hand.tricks.index(7)),
            "contract": Contract.HIGH.value,
            "bid": "low" if hand.declarer is None else str(hand.declarer),
            "tricks": "7-6",
            "save": "hand",
        }
        after = uid


def pad_path(game: Game) -> str:
    return f"/t/{PadLink(game.pk, game.link_version).token}/"


def _rotated(items: list, by: int) -> list:
    by %= len(items)
    return items[by:] + items[:by]
