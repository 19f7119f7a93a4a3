"""Strangers at the door, for tests/bench/door.py, and the hall that they must not be taken for.

    .venv/bin/python -m tests.bench.strangers KIND COUNT PORT PATH VERSION

keeps so many connections busy until its input ends, then prints as JSON how often each status was answered. PATH is
that of a score pad, VERSION the one that a phone with this page holds.
"""

import asyncio
import json
import random
import re
import socket
import sys
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from urllib.parse import urlencode

UPLOAD, BYTES_A_SECOND = 2_000_000, 10_000
FIELDS = 5_000
POLL_SECONDS = 2
PAUSE = 1  # seconds until a connection that has ended is followed by another one
FORM = "Content-Type: application/x-www-form-urlencoded"

answers: Counter[int] = Counter()


def head(method: str, path: str, *lines: str, host: str = "localhost") -> bytes:
    return "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: {host}", *lines, "", "")).encode()


def form(path: str, body: str, *lines: str) -> bytes:
    return head("POST", path, FORM, f"Content-Length: {len(body)}", *lines) + body.encode()


async def heard(reader: StreamReader) -> tuple[str, bytes]:
    """The head and the body of the next answer; its status is counted."""
    found = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    answers[int(found.split()[1])] += 1
    length = re.search(r"(?i)content-length: (\d+)", found)
    return found, await reader.readexactly(int(length[1])) if length else b""


async def heads(reader: StreamReader, writer: StreamWriter, path: str, version: str) -> None:
    """A head, a byte a second."""
    for byte in head("GET", path, "Cookie: " + "x" * 1000):
        writer.write(bytes([byte]))
        await asyncio.sleep(1)


async def bodies(reader: StreamReader, writer: StreamWriter, path: str, version: str) -> None:
    """A form that never comes."""
    writer.write(head("POST", f"{path}hands/", FORM, "Content-Length: 500"))
    await heard(reader)


async def uploads(reader: StreamReader, writer: StreamWriter, path: str, version: str) -> None:
    writer.write(head("POST", f"{path}hands/", FORM, f"Content-Length: {UPLOAD}"))
    answer = asyncio.create_task(heard(reader))
    try:
        while not answer.done():
            writer.write(bytes(BYTES_A_SECOND))
            await asyncio.wait([answer], timeout=1)
        await answer
    finally:
        answer.cancel()


async def readers(reader: StreamReader, writer: StreamWriter, path: str, version: str) -> None:
    """Asks for pages, and never takes the answers."""
    writer.transport.pause_reading()
    writer.write(head("GET", "/rules/tips/") * 50)
    await asyncio.sleep(3600)


async def guesses(reader: StreamReader, writer: StreamWriter, path: str, version: str) -> None:
    writer.write(head("GET", "/sign-in/"))
    answer, page = await heard(reader)
    [token] = re.findall(rb'name="csrfmiddlewaretoken" value="(\w+)"', page)[:1]
    [cookie] = re.findall(r"(?i)set-cookie:\s*(csrftoken=\w+)", answer)
    while True:
        name = f"somebody{random.randrange(10**6)}@example.org"
        fields = {"csrfmiddlewaretoken": token.decode(), "username": name, "password": "not it, I fear"}
        writer.write(form("/sign-in/", urlencode(fields), f"Cookie: {cookie}", "Origin: http://localhost"))
        await heard(reader)


async def nonsense(reader: StreamReader, writer: StreamWriter, path: str, version: str) -> None:
    """What no browser sends, in turns: another host, noise, thousands of fields, too much, no length."""
    many = "&".join(f"field{number}=1" for number in range(FIELDS))
    chosen = random.choice(
        [
            head("GET", "/", host="elsewhere.example"),
            random.randbytes(200) + b"\r\n\r\n",
            form(f"{path}hands/", many, "Origin: http://localhost"),
            head("POST", path, FORM, "Content-Length: 1000000000"),
            head("POST", path, FORM, "Transfer-Encoding: chunked"),
            head("GET", path, "Cookie: " + "x" * 100_000),
        ]
    )
    writer.write(chosen)
    await heard(reader)
    await asyncio.sleep(0.5)


async def phones(reader: StreamReader, writer: StreamWriter, path: str, version: str) -> None:
    """No strangers: the phones of a hall, which ask again and again whether there is something new."""
    await asyncio.sleep(random.random() * POLL_SECONDS)
    while True:
        writer.write(head("GET", f"{path}live/?v={version}", "Cookie: seat=0", "HX-Request: true"))
        await heard(reader)
        await asyncio.sleep(POLL_SECONDS)


async def waits(reader: StreamReader, writer: StreamWriter, path: str, version: str) -> None:
    """Asks for news that it prefers to wait for, and soon leaves, or asks again."""
    while random.random() < 0.8:
        writer.write(
            head("GET", f"{path}live/?v={version}", "HX-Request: true", f"Prefer: wait={random.randint(0, 9)}")
        )
        async with asyncio.timeout(random.choice([0.1, 1, 10])):
            await heard(reader)


async def nobody(reader: StreamReader, writer: StreamWriter, path: str, version: str) -> None:
    """With none of them there is nobody."""


KINDS = {each.__name__: each for each in (nobody, heads, bodies, uploads, readers, guesses, nonsense, waits, phones)}


async def again_and_again(talk: Callable[[StreamReader, StreamWriter], Awaitable[None]], port: int) -> None:
    """Each time the connection ends, another one."""
    while True:
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        writer = None
        try:
            await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port))
            reader, writer = await asyncio.open_connection(sock=connection)
            await talk(reader, writer)
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            pass
        finally:
            if writer:
                writer.transport.abort()
            connection.close()
        await asyncio.sleep(PAUSE)


async def main(kind: str, count: str, port: str, path: str, version: str) -> None:
    talk = partial(KINDS[kind], path=path, version=version)
    tasks = [asyncio.create_task(again_and_again(talk, int(port))) for _ in range(int(count))]
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps(answers))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
