"""Phones of a hall, as cheap as can be: each holds a connection and asks as `live.js` does."""

import asyncio
import gzip
import html
import random
import re
import time
from collections.abc import Callable, Iterable
from urllib.parse import urlencode

POLL_EVERY = 5.0
ASKS = re.compile(r'<\w+\s+id="([\w-]+)"[^>]*?hx-get="([^"]+)"')
TOKEN = "a" * 32  # the site compares the form's token with the cookie's, and these are equal

Wanted = Callable[[str], bool]


class Visitor:
    """One connection to the site. `cookies` are sent along; answers set none."""

    def __init__(self, port: int, **cookies: str) -> None:
        self.port = port
        self.cookies = cookies
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, *, is_part: bool = False) -> tuple[int, str]:
        """Status and text of a page, or of a part of one as scripts ask for it."""
        return await self._ask("GET", path, {"HX-Request": "true"} if is_part else {})

    async def post(
        self, path: str, fields: dict[str, str], *, is_part: bool = False, accept: str = "text/html"
    ) -> tuple[int, str]:
        """Status and text of the answer to a form."""
        head = {
            "Origin": f"http://127.0.0.1:{self.port}",
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept": accept,
        }
        more = {"HX-Request": "true"} if is_part else {}
        return await self._ask("POST", path, head | more, urlencode({"csrfmiddlewaretoken": TOKEN, **fields}))

    async def _ask(self, method: str, path: str, head: dict[str, str], body: str = "") -> tuple[int, str]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = {"Host": f"127.0.0.1:{self.port}", "Accept-Encoding": "gzip", "Cookie": cookies, **head}
        if body:
            lines["Content-Length"] = str(len(body))
        sent = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
        writer.write(f"{method} {path} HTTP/1.1\r\n{sent}\r\n{body}".encode())  # at once, as browsers do
        received = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, fields = int(received.split(" ", 2)[1]), received.lower()
        length = re.search(r"\r\ncontent-length: (\d+)", fields)
        content = await reader.readexactly(int(length.group(1))) if length else b""
        if "\r\nconnection: close" in fields:
            writer.close()
            self.streams = None
        if "\r\ncontent-encoding: gzip" in fields:
            content = gzip.decompress(content)
        return status, content.decode()


class Follower(Visitor):
    """A page that follows what happens. `seen_at` is when it first showed what was waited for."""

    def __init__(self, port: int, path: str, **cookies: str) -> None:
        super().__init__(port, **cookies)
        self.path = path
        self.asks: dict[str, str] = {}
        self.seen_at: float | None = None
        self.weight = 0

    async def open(self) -> None:
        """Load the page."""
        status, text = await self.get(self.path)
        self._take(status, text)

    async def follow(self, hall: "Hall") -> None:
        """Ask again and again."""
        await asyncio.sleep(random.uniform(0, POLL_EVERY))
        while True:
            asked = time.monotonic()
            text = await self._part(self.live)
            if text and self.seen_at is None and hall.wanted(text):
                self.seen_at = time.monotonic()
            since = (time.monotonic() - asked) % POLL_EVERY
            await asyncio.sleep(max(0, POLL_EVERY * random.uniform(0.9, 1.1) - since))

    @property
    def live(self) -> str:
        """The address of the part that asks again and again."""
        return next(iter(self.asks.values()))

    async def _part(self, address: str) -> str:
        status, text = await self.get(address, is_part=True)
        self._take(status, text)
        return text

    def _take(self, status: int, text: str) -> None:
        if status not in (200, 204):
            raise SystemExit(f"{status} at {self.path}: {text[:300]}")
        self.weight += len(text)
        self.asks |= {part: html.unescape(address) for part, address in ASKS.findall(text)}


class Hall:
    """All followers together, and what they are to see next."""

    def __init__(self, followers: Iterable[Follower]) -> None:
        self.followers = list(followers)
        self.wanted: Wanted = lambda _text: False
        self.tasks: list[asyncio.Task] = []

    async def open(self) -> None:
        """Everybody loads their page, a few at a time, and follows it."""
        for each in self.followers:
            await each.open()
        self.tasks = [asyncio.create_task(each.follow(self)) for each in self.followers]

    def expect(self, wanted: Wanted) -> None:
        self.wanted = wanted
        for each in self.followers:
            each.seen_at, each.weight = None, 0

    async def until_all_saw(self, since: float, patience: float = 60) -> float:
        """Seconds from a moment until the last one saw it."""
        while any(each.seen_at is None for each in self.followers):
            for task in self.tasks:
                if task.done():
                    task.result()
            if time.monotonic() - since > patience:
                missing = sum(each.seen_at is None for each in self.followers)
                raise SystemExit(f"{missing} of {len(self.followers)} pages never showed it.")
            await asyncio.sleep(0.02)
        return max(each.seen_at or 0 for each in self.followers) - since

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        for each in self.followers:
            if each.streams:
                each.streams[1].close()
