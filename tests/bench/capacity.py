"""How many clubs one machine carries: the processor time of all that an evening asks of the server.

    .venv/bin/python -m tests.bench.capacity

takes about three minutes and prints one table. It plays a part of an evening of 24 tables against the real server, and
multiplies. Only processor time counts: what else the machine does meanwhile matters less. What any club stores ends all
kept answers: the more clubs, the more questions of open pages are answered anew, once for all phones that follow a
party and once for each pad. With DATABASE_URL, which must name an empty PostgreSQL database, the time is that of the
web server only.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from math import exp

from tests.bench import hall, server
from tests.bench.evenings import Evening, evening
from tests.bench.hall_phones import Follower, Visitor

TABLES = 24
HANDS_OF_A_TABLE = 30
RESULTS = 6 * TABLES
SECONDS = 2 * 60 * 60
ASKS_EVERY = 2  # seconds
PHONES = 48  # people who keep the page of the party open
PAGES_EACH = 10  # that one of the 96 opens
HANDS, QUESTIONS, QUESTIONS_AFTER = 3, 4_000, 400  # measured; a game of that evening has four hands
SHARE = 0.5  # of a core: beyond that people wait


def main() -> None:
    with server.empty_site():
        played = evening(TABLES * 4)
        tokens = pads()
        hall.close_connections()
        port = server.free_port()
        with server.running(port) as process:
            show(asyncio.run(costs(played, tokens, port, process.pid)))


def pads() -> list[str]:
    """Links of the pads of the round that is being played, as if it had just begun."""
    from django.utils import timezone

    from whistclub.play.links import PadLink
    from whistclub.play.models import Game

    games = Game.objects.exclude(party_code="").filter(state=Game.State.IN_PROGRESS)
    games.update(used_at=timezone.now())
    return [PadLink(game.pk, game.link_version).token for game in games.order_by("table_number")]


async def costs(of: Evening, tokens: list[str], port: int, pid: int) -> dict[str, float]:
    """Milliseconds of processor time, by kind of request."""
    from tests.bench.rounds import hands_fields

    public, chance, found = f"/p/{of.code}/", random.Random(1), {}
    hands = [hands_fields(range(1, HANDS + 1), chance) for _ in tokens]
    anyone = Visitor(port, seat="0")
    desk = Visitor(port, sessionid=of.session, csrftoken="a" * 32)
    pages = [Follower(port, f"/t/{token}/", seat="0") for token in tokens]
    pages += [Follower(port, f"{public}?me={number}", me=str(number)) for number in range(1, PHONES + 1)]

    async def measure(name: str, times: int, work: Callable[[int], Awaitable[object]]) -> None:
        before = server.cpu_seconds(pid) or 0
        for each in range(times):
            await work(each)
        found[name] = ((server.cpu_seconds(pid) or 0) - before) * 1000 / times

    async def save(number: int) -> None:
        fields = next(hands[number % TABLES])
        path = f"/t/{tokens[number % TABLES]}/hands/"
        status, text = await anyone.post(path, fields, accept="application/json")
        if status != 201:
            raise SystemExit(f"{status}: {text[:300]}")

    async def ask(number: int) -> None:
        page = pages[number % len(pages)]
        status, text = await page.get(page.live, is_part=True)
        if status not in (200, 204):
            raise SystemExit(f"{status}: {text[:300]}")

    async def ask_after_a_change(number: int) -> None:
        await asyncio.to_thread(change_elsewhere)
        await ask(number)

    async def open_page(number: int) -> None:
        await asyncio.to_thread(change_elsewhere)
        await pages[number % len(pages)].open()

    async def result(number: int) -> None:
        fields = {"table": str(number + 1), "first": "12", "second": "7", "replaces": ""}
        status, text = await desk.post(of.result_path(), fields, is_part=True)
        if status != 200:
            raise SystemExit(f"{status}: {text[:300]}")
        await asyncio.gather(*(page.get(page.live, is_part=True) for page in pages))

    await measure("a page opened", len(pages) * 4, open_page)
    await measure("a hand saved", TABLES * HANDS, save)
    for page in pages:
        await page.open()
    await measure("a question, nothing has changed", QUESTIONS, ask)
    everyone, pages = pages, pages[:TABLES]
    await measure("a question of a pad, another club has changed something", QUESTIONS_AFTER, ask_after_a_change)
    pages = everyone[TABLES:]
    await measure("the same of the page of a party", QUESTIONS_AFTER, ask_after_a_change)
    pages = everyone
    await measure("a result typed, and all pages that show it", TABLES - 1, result)
    return found


def change_elsewhere() -> None:
    """As if another club had stored something."""
    from django.contrib.sessions.models import Session
    from django.utils import timezone

    Session.objects.update_or_create(pk="another", defaults={"session_data": "", "expire_date": timezone.now()})


def show(found: dict[str, float]) -> None:
    for name, milliseconds in found.items():
        print(f"{name:<60} {milliseconds:8.2f} ms")
    carried = 0
    while load(carried + 1, found) < SHARE:
        carried += 1
    for clubs in (1, carried):
        print(f"{f'{clubs} evenings of {TABLES} tables at once':<60} {load(clubs, found):8.2f} cores")


def load(clubs: int, found: dict[str, float]) -> float:
    """How much of a core so many evenings keep busy."""
    page, hand, kept, of_pad, of_party, result = (each / 1000 for each in found.values())
    work = hand * HANDS_OF_A_TABLE * TABLES + result * RESULTS + page * PAGES_EACH * TABLES * 4
    changes = clubs * (HANDS_OF_A_TABLE * TABLES + RESULTS) / SECONDS  # a second
    pads, phones = TABLES / ASKS_EVERY, PHONES / ASKS_EVERY  # questions a second
    pads_built, phones_built = pads * (1 - exp(-ASKS_EVERY * changes)), min(changes, phones)
    questions = pads_built * of_pad + phones_built * of_party + (pads + phones - pads_built - phones_built) * kept
    return clubs * (work / SECONDS + questions)


if __name__ == "__main__":
    main()
