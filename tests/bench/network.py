"""A hundred tables through killed servers and cut networks: nothing lost, doubled or out of order.

    .venv/bin/python -m tests.bench.network

takes about two minutes and prints one table. Every table has a phone with an outbox, as the pad has: an entry is sent
again until the server acknowledges it, one after the other. Meanwhile the server is killed with all its processes
and started again, and the connections between are cut, some after the server has answered and before the phone hears
it. At the end the database must hold what the phones tapped, in their order, and `check_books` must agree.
Without DATABASE_URL it plays on SQLite in a folder of its own; with it on that PostgreSQL database, which must hold no
club.
"""

import argparse
import asyncio
import os
import random
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass, field
from statistics import quantiles
from urllib.parse import urlencode

from django.core.management import call_command

from tests.bench import server

SEED = 1
HANDS = 30  # of each table
SECONDS_BETWEEN_TAPS = 2.0
SECONDS_TO_ANSWER = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 3.0  # of a phone that was not answered
SECONDS_BETWEEN_TROUBLES = 5.0
Fields = dict[str, str]


class Network:
    """The way from the phones to the server. While `cut` nothing gets through, and what was open is dropped."""

    def __init__(self, server_port: int) -> None:
        self.server_port = server_port
        self.is_cut = False
        self.open: set[asyncio.StreamWriter] = set()
        self.lost_answers = 0

    async def listen(self) -> int:
        listener = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        port: int = listener.sockets[0].getsockname()[1]
        return port

    async def cut(self, seconds: float) -> None:
        self.is_cut = True
        for writer in list(self.open):
            writer.transport.abort()
        await asyncio.sleep(seconds)
        self.is_cut = False

    async def _carry(self, from_phone: asyncio.StreamReader, to_phone: asyncio.StreamWriter) -> None:
        """One request: the whole of it goes to the server even if its phone can no longer hear the answer."""
        self.open.add(to_phone)
        try:
            head = await from_phone.readuntil(b"\r\n\r\n")
            request = head + await from_phone.readexactly(int(head.lower().split(b"content-length: ")[1].split()[0]))
            if self.is_cut:
                return
            from_server, to_server = await asyncio.open_connection("127.0.0.1", self.server_port)
            to_server.write(request)
            answer = await from_server.read()
            to_server.close()
            if self.is_cut:
                self.lost_answers += bool(answer)
                return
            to_phone.write(answer)
            await to_phone.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self.open.discard(to_phone)
            to_phone.transport.abort() if self.is_cut else to_phone.close()


@dataclass
class Phone:
    """Keeps what was tapped until the server has it."""

    token: str
    port: int
    chance: random.Random
    tapped: list[str] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)

    async def play(self) -> None:
        """Taps go on while earlier entries wait."""
        waiting: asyncio.Queue[tuple[float, Fields] | None] = asyncio.Queue()
        sender = asyncio.create_task(self._send_all(waiting))
        for number in range(1, HANDS + 1):
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * SECONDS_BETWEEN_TAPS)
            fields = hand_fields(number, self.chance)
            self.tapped.append(fields["uid"])
            waiting.put_nowait((time.monotonic(), fields))
        waiting.put_nowait(None)
        await sender

    async def _send_all(self, waiting: "asyncio.Queue[tuple[float, Fields] | None]") -> None:
        while (item := await waiting.get()) is not None:
            tapped_at, fields = item
            pause = FIRST_PAUSE
            while (status := await self._send(fields)) not in (200, 201):
                if 400 <= status < 500:
                    raise SystemExit(f"An entry was refused with {status}.")
                await asyncio.sleep(pause * self.chance.uniform(0.5, 1.5))
                pause = min(LONGEST_PAUSE, pause * 2)
            self.acknowledged.append(fields["uid"])
            self.waits.append(time.monotonic() - tapped_at)

    async def _send(self, fields: Fields) -> int:
        """The status of the answer; 0 for none."""
        body = urlencode(fields)
        head = (
            f"POST /t/{self.token}/hands/ HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Origin: http://127.0.0.1:{self.port}",
            "Cookie: seat=0",
            "Accept: application/json",
            "Connection: close",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        )
        status = 0
        try:
            async with asyncio.timeout(SECONDS_TO_ANSWER):
                answer, request = await asyncio.open_connection("127.0.0.1", self.port)
                request.write(("\r\n".join(head) + "\r\n\r\n" + body).encode())
                line = await answer.readline()
                # Only a whole answer counts.
                await answer.read()
                status = int(line.split()[1]) if line else 0
                request.close()
        except (OSError, TimeoutError):
            status = 0
        self.answers[status] += 1
        return status


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.network", description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=100, help="default: 100")
    parser.add_argument("--troubles", type=int, default=10, help="kills, and cuts, of each kind; default: 10")
    asked = parser.parse_args()
    with server.empty_site():
        run(asked.tables, asked.troubles)


def run(tables: int, troubles: int) -> None:
    # Models can be imported only now.
    from tests.bench import filling
    from whistclub.club.models import Club
    from whistclub.play.links import PadLink

    if Club.objects.exists():
        raise SystemExit("The database in DATABASE_URL has a club. Name a fresh one: this fills it with games.")
    chance = random.Random(SEED)
    games = filling.running_games(filling.make_club(), tables, 0, chance)
    tokens = [PadLink(game.pk, game.link_version).token for game in games]
    phones, network = asyncio.run(play(tokens, troubles, chance))
    for game, phone in zip(games, phones, strict=True):
        saved = [str(uid) for uid in game.hands.order_by("position").values_list("uid", flat=True)]
        assert saved == phone.tapped == phone.acknowledged, f"Game {game.pk} does not hold what its phone tapped."
    call_command("check_books")
    show(phones, network, troubles)


async def play(tokens: list[str], troubles: int, chance: random.Random) -> tuple[list[Phone], Network]:
    server_port = server.free_port()
    network = Network(server_port)
    port = await network.listen()
    process = await start_server(server_port)
    phones = [Phone(token, port, random.Random(chance.random())) for token in tokens]
    playing = asyncio.gather(*(phone.play() for phone in phones))
    try:
        for _ in range(troubles):
            await asyncio.sleep(chance.uniform(0.2, 0.8) * SECONDS_BETWEEN_TROUBLES)
            kill(process)
            await asyncio.sleep(chance.uniform(0.1, 1.0))
            process = await start_server(server_port)
            await asyncio.sleep(chance.uniform(0.2, 0.8) * SECONDS_BETWEEN_TROUBLES)
            await network.cut(chance.uniform(0.2, 2.0))
        await playing
    finally:
        kill(process)
    return phones, network


async def start_server(port: int) -> subprocess.Popen[bytes]:
    """`manage.py start` in a group of its own, once it answers."""
    return await asyncio.to_thread(server.started, port)


def kill(process: subprocess.Popen[bytes]) -> None:
    """The server and its workers at once, as when the power fails."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def hand_fields(number: int, chance: random.Random) -> Fields:
    from tests.bench import rounds

    return rounds.hand_fields(number, chance)


def show(phones: list[Phone], network: Network, troubles: int) -> None:
    waits = sorted(wait for phone in phones for wait in phone.waits)
    answers = sum((phone.answers for phone in phones), Counter())
    for name, value in {
        "tables": len(phones),
        "servers killed": troubles,
        "networks cut": troubles,
        "entries tapped": len(waits),
        "requests sent": answers.total(),
        "requests without an answer": answers[0],
        "answers of the server that were lost": network.lost_answers,
        "entries sent again though saved": answers[200],
        "errors of the server (5xx)": sum(count for status, count in answers.items() if status >= 500),
        "lost, doubled or out of order": 0,
        "acknowledged after, median": f"{waits[len(waits) // 2]:.2f} s",
        "acknowledged after, 99 of 100": f"{quantiles(waits, n=100)[98]:.2f} s",
        "acknowledged after, longest": f"{waits[-1]:.2f} s",
    }.items():
        print(f"{name:<40}{value:>12}")


if __name__ == "__main__":
    main()
