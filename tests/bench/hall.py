"""What a hall of people costs: a party of 40, 200 and 400 who all follow it on their phones.

    .venv/bin/python -m tests.bench.hall

takes about eight minutes and prints one table: how long until the last phone shows a result or a new seat, what the
server works for it, how many results can be typed meanwhile, and what each of the organiser's pages costs after a
change; then how long pads wait for "Saved." while a crowd watches the final. Phones ask as real ones do. Trust the
processor times: the seconds depend on what else the machine does, and the phones run on it too. The first row says how
fast this machine is: its floor is a view that only does the three statements of a hand, by the ORM. The aims are those
of a machine where that takes 0.89 ms. It measures SQLite in a folder of its own, or the empty PostgreSQL database that
DATABASE_URL names; there the processor time is that of the web server only.
"""

import argparse
import asyncio
import multiprocessing
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from statistics import median, quantiles

from tests.bench import server
from tests.bench.evenings import ROUNDS_BEFORE, Evening, evening
from tests.bench.hall_phones import TOKEN, Follower, Hall, Visitor

PEOPLE = (40, 200, 400)
SECONDS_OF_WAITING = 10
WAITING = 1_000
SPECTATORS, PADS, HANDS = 2_000, 20, 10
SECONDS_TO_OPEN = 120
CHANGES = 5  # the system counts hundredths of a second
AT_ONCE = 8
REQUESTS = 800
FLOOR, FLOOR_GAMES = "the floor: ms", 60
AIMS = {
    FLOOR: "0.89",
    "waiting, nothing new: cores": "0.05",
    "a result: last phone after, s": "2.5",
    "a result: processor time, s": "1",
    "a round: last phone after, s": "2.5",
    "a round: processor time, s": "",
    "results typed meanwhile, per s": "10",
    "… each answered in, ms (p99)": "150",
    "results typed alone, per s": "300",
    "draft of a round: ms": "100",
    "announcing it: ms": "100",
    "public page, per s": "1500",
    "1,000 waiting pages: cores": "0.1",
    "a hand saved, 2,000 watch, ms (p50)": "",
    "a hand saved, 2,000 watch, ms (p99)": "100",
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hall", description=__doc__.partition("\n")[0])
    parser.add_argument("people", nargs="*", type=int, default=PEOPLE, help="default: 40 200 400")
    sizes = parser.parse_args().people
    with server.empty_site():
        parties = [evening(size) for size in sizes]
        games = running_games()
        close_connections()
        port = server.free_port()
        with server.running(port) as process:
            floor = asyncio.run(measure_floor(games[PADS:], port, process.pid))
            columns = [
                floor | asyncio.run(measure(each, size, port, process.pid))
                for each, size in zip(parties, sizes, strict=True)
            ]
            columns[-1] |= asyncio.run(measure_final(games[:PADS], port))
    show(list(sizes), columns)


def running_games() -> list[tuple[str, str]]:
    """Codes and pad links of games without a hand."""
    from tests.bench import filling
    from whistclub.play.links import PadLink

    games = filling.running_games(filling.make_club(), PADS + FLOOR_GAMES, 0, random.Random(1))
    return [(game.code, PadLink(game.pk, game.link_version).token) for game in games]


def close_connections() -> None:
    from django.db import connections

    connections.close_all()


async def measure_floor(games: list[tuple[str, str]], port: int, pid: int) -> dict[str, float]:
    """The processor time of the three statements of a hand. The first games load code."""
    from tests.bench.rounds import hands_fields

    async def record(lane: list[tuple[int, str]]) -> None:
        pad = Visitor(port)
        for seed, token in lane:
            for fields in hands_fields(range(1, HANDS + 1), random.Random(seed)):
                status, text = await pad.post(f"/floor/{token}/", fields)
                if status != 201:
                    raise SystemExit(f"{status}: {text[:300]}")

    tokens = list(enumerate((token for _code, token in games), PADS))
    first, others = tokens[:AT_ONCE], tokens[AT_ONCE:]
    await asyncio.gather(*(record([each]) for each in first))
    before = server.cpu_seconds(pid) or 0
    await asyncio.gather(*(record(others[lane::AT_ONCE]) for lane in range(AT_ONCE)))
    return {FLOOR: ((server.cpu_seconds(pid) or 0) - before) * 1000 / (HANDS * len(others))}


async def measure(of: Evening, people: int, port: int, pid: int) -> dict[str, float]:
    """One column of the table."""
    public = f"/p/{of.code}/"
    desk = Visitor(port, sessionid=of.session, csrftoken=TOKEN)
    phones = [Follower(port, f"{public}?me={number}", me=str(number)) for number in range(1, people + 1)]
    projector = Follower(port, f"{public}projector/")
    console = Follower(port, of.console, sessionid=of.session, csrftoken=TOKEN)
    found: dict[str, float] = {}
    number = ROUNDS_BEFORE + 1

    def cpu() -> float:
        return server.cpu_seconds(pid) or 0

    async def typed(table: int, points: tuple[int, int] = (12, 7), *, replaces: str = "") -> None:
        fields = {"table": str(table), "first": str(points[0]), "second": str(points[1]), "replaces": replaces}
        status, text = await desk.post(f"{of.console}rounds/{number}/result/", fields, is_part=True)
        if status != 200:
            raise SystemExit(f"{status}: {text[:500]}")

    async def cost(name: str, work: Callable[[], Awaitable[object]]) -> None:
        before = cpu()
        await work()
        found[name] = found.get(name, 0) + (cpu() - before) * 1000

    hall = Hall([*phones, projector, console])
    await hall.open()
    await asyncio.sleep(3)
    before, began = cpu(), time.monotonic()
    await asyncio.sleep(SECONDS_OF_WAITING)
    found["waiting, nothing new: cores"] = (cpu() - before) / (time.monotonic() - began)

    for each in (projector, console):
        hall.followers.remove(each)  # they go on asking, but show other words
    hall.expect(lambda text: f"1 of {of.tables} results" in text)
    before, began = cpu(), time.monotonic()
    await typed(1)
    found["a result: last phone after, s"] = await hall.until_all_saw(began)
    await asyncio.sleep(1)
    found["a result: processor time, s"] = cpu() - before

    waits = []
    began = time.monotonic()
    tables = list(range(2, of.tables + 1))
    for table in tables[: max(9, len(tables) // 2)]:
        sent = time.monotonic()
        await typed(table)
        waits.append(time.monotonic() - sent)
        if time.monotonic() - began > 30:
            break
    found["results typed meanwhile, per s"] = len(waits) / (time.monotonic() - began)
    found["… each answered in, ms (p99)"] = quantiles(waits, n=100, method="inclusive")[98] * 1000
    for table in tables[len(waits) :]:
        await typed(table)
    hall.expect(lambda text: f"Round {number + 1}" in text and "results in" in text)
    await desk.post(f"{of.console}draft/", {})
    await asyncio.sleep(3)
    before, began = cpu(), time.monotonic()
    await desk.post(f"{of.console}announce/", {})
    found["a round: last phone after, s"] = await hall.until_all_saw(began)
    found["a round: processor time, s"] = cpu() - before
    hall.close()
    await asyncio.sleep(1)

    number += 1
    before, began = cpu(), time.monotonic()
    for table in range(1, of.tables + 1):
        await typed(table)
    found["results typed alone, per s"] = of.tables / (time.monotonic() - began)
    for path in pages(of).values():
        await desk.get(path)
    for name, path in pages(of).items():
        for _ in range(CHANGES):
            await typed(1, (8, 9), replaces="12.7")
            await typed(1, (12, 7), replaces="8.9")
            await cost(f"{name}: ms", lambda path=path: desk.get(path))
        found[f"{name}: ms"] /= CHANGES
    await cost("draft of a round: ms", lambda: desk.post(f"{of.console}draft/", {}))
    await cost("announcing it: ms", lambda: desk.post(f"{of.console}announce/", {}))

    visitors = [Visitor(port) for _ in range(AT_ONCE)]
    began = time.monotonic()
    await asyncio.gather(*(_ask_often(each, public, REQUESTS // AT_ONCE) for each in visitors))
    found["public page, per s"] = REQUESTS / (time.monotonic() - began)

    paths = [public, f"{public}standings/", f"{public}projector/"]
    crowd = Hall(Follower(port, paths[each % 3]) for each in range(WAITING))
    await crowd.open()
    await asyncio.sleep(3)
    before, began = cpu(), time.monotonic()
    await asyncio.sleep(SECONDS_OF_WAITING)
    found["1,000 waiting pages: cores"] = (cpu() - before) / (time.monotonic() - began)
    crowd.close()
    return found


async def measure_final(games: list[tuple[str, str]], port: int) -> dict[str, float]:
    """How long pads wait while spectators of the first game get each of its hands; all pads save one each second."""
    from tests.bench.rounds import hands_fields

    waits: list[float] = []

    async def record(token: str, chance: random.Random) -> None:
        pad = Visitor(port, seat="0")
        for fields in hands_fields(range(1, HANDS + 1), chance):
            await asyncio.sleep(chance.uniform(0.5, 1.5))
            sent = time.monotonic()
            status, text = await pad.post(f"/t/{token}/hands/", fields, accept="application/json")
            if status != 201:
                raise SystemExit(f"{status}: {text[:300]}")
            waits.append(time.monotonic() - sent)

    code, _token = games[0]
    with watched(f"/p/game/{code}/", port):
        await asyncio.gather(*(record(token, random.Random(seed)) for seed, (_code, token) in enumerate(games)))
    name = f"a hand saved, {SPECTATORS:,} watch, ms"
    return {f"{name} (p50)": median(waits) * 1000, f"{name} (p99)": quantiles(waits, n=100)[98] * 1000}


@contextmanager
def watched(path: str, port: int) -> Iterator[None]:
    """Spectators follow a page. They are in a process of their own: who waits here, waits for the server only."""
    context = multiprocessing.get_context("spawn")
    follow = context.Event()
    crowd = context.Process(target=_watch, args=(path, port, follow), daemon=True)
    crowd.start()
    if not follow.wait(SECONDS_TO_OPEN):
        raise SystemExit(f"{SPECTATORS:,} spectators could not open {path}.")
    yield
    if not crowd.is_alive():
        raise SystemExit(f"The spectators of {path} gave up.")
    crowd.terminate()
    crowd.join()


def _watch(path: str, port: int, follow: Event) -> None:
    async def watch() -> None:
        crowd = Hall(Follower(port, path) for _ in range(SPECTATORS))
        await crowd.open()
        follow.set()
        await asyncio.gather(*crowd.tasks)

    asyncio.run(watch())


def pages(of: Evening) -> dict[str, str]:
    """Pages whose cost is wanted, each after a change."""
    public = f"/p/{of.code}/"
    return {
        "console": of.console,
        "standings": f"{of.console}standings/",
        "check-in": f"{of.console}people/",
        "print everything": f"{of.console}print/everything/",
        "phone": f"{public}?me=1",
        "public standings": f"{public}standings/",
        "projector": f"{public}projector/",
    }


async def _ask_often(visitor: Visitor, path: str, times: int) -> None:
    for _ in range(times):
        status, _text = await visitor.get(path)
        if status != 200:
            raise SystemExit(f"{status} at {path}")


def show(sizes: list[int], columns: list[dict[str, float]]) -> None:
    print(f"{'':<36}" + "".join(f"{size:>10}" for size in sizes) + f"{'aim':>8}")
    for name in columns[-1]:
        aim = AIMS.get(name, "100")
        figures = (f"{column[name]:>10.3g}" if name in column else f"{'':>10}" for column in columns)
        print(f"{name:<36}{''.join(figures)}{aim:>8}")


if __name__ == "__main__":
    main()
