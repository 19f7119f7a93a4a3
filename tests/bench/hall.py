"""What a hall of people costs: a party of 40, 200 and 400 who all follow it on their phones.

    .venv/bin/python -m tests.bench.hall

takes a few minutes and prints one table: what the server works while nothing is new, how long until the last phone
shows a result and what that costs beside the waiting, and how long pads wait for "Saved." while results come in.
Phones ask as real ones do; every table saves a hand each half minute, four times as often as people play. Trust the
processor times: the seconds depend on what else the machine does, and the phones run on it too. It measures SQLite in
a folder of its own, or the empty PostgreSQL database that DATABASE_URL names; there the processor time is that of the
web server only.
"""

import argparse
import asyncio
import random
import time
from statistics import quantiles

from tests.bench import server
from tests.bench.evenings import ROUNDS_BEFORE, Evening, evening
from tests.bench.hall_phones import TOKEN, Follower, Hall, Visitor

PEOPLE = (40, 200, 400)
SECONDS_OF_WAITING = 10
HANDS, SECONDS_OF_A_HAND = 2, (20, 40)
SECONDS_BETWEEN_RESULTS = 8
AIMS = {
    "waiting: cores": "0.25",
    "a result: last phone after, s": "6",
    "a result: processor time, s": "1.5",
    "a hand saved meanwhile, ms (p99)": "250",
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hall", description=__doc__.partition("\n")[0])
    parser.add_argument("people", nargs="*", type=int, default=PEOPLE, help="default: 40 200 400")
    sizes = parser.parse_args().people
    with server.empty_site():
        columns = []
        for size in sizes:
            of = evening(size)
            pads = pads_of_games(of.tables, f"bench{size}")
            close_connections()
            port = server.free_port()
            with server.running(port) as process:
                columns.append(asyncio.run(measure(of, size, pads, port, process.pid)))
    print(f"{'':<36}" + "".join(f"{size:>10}" for size in sizes) + f"{'aim':>8}")
    for name, aim in AIMS.items():
        print(f"{name:<36}" + "".join(f"{column[name]:>10.3g}" for column in columns) + f"{aim:>8}")


def pads_of_games(games: int, slug: str) -> list[str]:
    """Tokens of games without a hand."""
    from tests.bench import filling
    from tests.builders import link

    return [link(game).token for game in filling.running_games(games, slug)]


def close_connections() -> None:
    from django.db import connections

    connections.close_all()


async def measure(of: Evening, people: int, pads: list[str], port: int, pid: int) -> dict[str, float]:
    """One column of the table."""
    public = f"/p/{of.code}/"
    desk = Visitor(port, sessionid=of.session, csrftoken=TOKEN)
    phones = [Follower(port, f"{public}?me={number}", me=str(number)) for number in range(1, people + 1)]
    others = [Follower(port, f"{public}projector/"), Follower(port, of.console, sessionid=of.session, csrftoken=TOKEN)]
    found: dict[str, float] = {}

    def cpu() -> float:
        return server.cpu_seconds(pid) or 0

    async def typed(table: int) -> None:
        fields = {"table": str(table), "first": "12", "second": "7", "replaces": ""}
        path = f"{of.console}rounds/{ROUNDS_BEFORE + 1}/"
        status, text = await desk.post(path, fields, is_part=True)
        if status != 200:
            raise SystemExit(f"{status}: {text[:500]}")

    hall = Hall([*phones, *others])
    await hall.open()
    await asyncio.sleep(6)
    before, began = cpu(), time.monotonic()
    await asyncio.sleep(SECONDS_OF_WAITING)
    found["waiting: cores"] = (cpu() - before) / (time.monotonic() - began)

    for each in others:
        hall.followers.remove(each)  # they go on asking, but show other words
    hall.expect(lambda text: f"1 of {of.tables} results" in text)
    before, began = cpu(), time.monotonic()
    await typed(1)
    found["a result: last phone after, s"] = await hall.until_all_saw(began)
    await asyncio.sleep(1)
    waited = found["waiting: cores"] * (time.monotonic() - began)
    found["a result: processor time, s"] = cpu() - before - waited

    saving = asyncio.gather(*(record(token, port) for token in pads))
    for table in range(2, of.tables):
        await typed(table)
        await asyncio.wait([saving], timeout=SECONDS_BETWEEN_RESULTS)
        if saving.done():
            break
    waits = [wait for of_pad in await saving for wait in of_pad]
    found["a hand saved meanwhile, ms (p99)"] = quantiles(waits, n=100)[98] * 1000
    hall.close()
    return found


async def record(token: str, port: int) -> list[float]:
    """How long a pad waits for each of its hands."""
    from tests.bench.filling import hands_fields

    pad, chance, waits = Visitor(port, seat="0"), random.Random(token), []
    for fields in hands_fields(range(1, HANDS + 1), chance):
        await asyncio.sleep(chance.uniform(*SECONDS_OF_A_HAND))
        sent = time.monotonic()
        status, text = await pad.post(f"/t/{token}/hands/", fields, accept="application/json")
        if status != 200:
            raise SystemExit(f"{status}: {text[:300]}")
        waits.append(time.monotonic() - sent)
    return waits


if __name__ == "__main__":
    main()
