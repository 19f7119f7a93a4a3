"""What stands before the site: it takes whole requests only, and hands whole answers back to the server.

A thread of the site is busy with one request at a time, and there are few. So a request waits here, in the server's
event loop, until all of it has arrived; and the server sends the answer itself. Visitors who send slowly, send nothing
or never read cost some memory but no thread. What waits is limited, and addresses take turns. The limits are far beyond
what one hall behind one address needs.

A refusal here lacks the mark of the site (whistclub/web/answers.py): phones keep what they have and send it again.
"""

import asyncio
import logging
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from whistclub.ops.calling import Answer, Application, LongAnswers, Scope, call, environ
from whistclub.ops.turns import NoRoom, Room, Turns
from whistclub.ops.waiting import Find, Waiting
from whistclub.ops.worker import end_with_parent, give_up_unread
from whistclub.web.addresses import client_address, neighbourhood
from whistclub.web.kept_answers import Kept, Key, key_for_anyone
from whistclub.web.polling import LONGEST_WAIT
from whistclub.web.whole_body import MOST_OF_UPLOAD, UPLOAD_OF_BACKUP, is_upload

THREADS = 2  # one slow request holds nobody up; more threads would only wait for each other
# Hashing a password takes half a second: all requests that may need it share one thread of their own.
WITH_PASSWORD = ("/sign-in/", "/welcome/", "/account/details/", "/account/password/")
REQUESTS = (8000, 4000)  # at once: in all, and from one address; 400 phones can open 2,400 connections
SMALL = 16 * 2**10  # bytes; a hand has about 500, and finds room next to any number of uploads
# Backups and long lists take seconds: what is not small shares one thread of its own, too.
UPLOADS = (64 * 2**20, 16 * 2**20)  # bytes of bodies that are not small: in all, and from one address
SECONDS_TO_SEND, SLOWEST = 20, 50_000  # for any body; bytes a second for a long one
# What all who ask the same hear: there is more, or the page is closed or gone. Other refusals concern one of them.
NEWS = (HTTPStatus.OK, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
SECONDS_TO_REFUSE = 2  # "too many requests": an immediate answer would bring the next request immediately

log = logging.getLogger(__name__)


class Refused(Exception):
    """A request that the site does not get to see."""

    def __init__(
        self,
        status: HTTPStatus,
        sentence: str,
        *,
        title: str = "",
        leads_to: tuple[str, str] | None = None,
        later: float = 0,
    ) -> None:
        self.status, self.sentence, self.title, self.leads_to, self.later = status, sentence, title, leads_to, later

    @property
    def answer(self) -> tuple[str, str]:
        """Its type and text: a page if it has a title, otherwise one line, for programs that send very much."""
        if self.title:
            return "text/html", page_that_refuses(self.title, self.sentence, self.leads_to)
        return "text/plain", self.sentence


@cache
def page_that_refuses(title: str, sentence: str, leads_to: tuple[str, str] | None) -> str:
    """The page, laid out once: the loop, which everybody needs, gives it to strangers as often as they ask."""
    return render_to_string("web/error.html", {"title": title, "sentence": sentence, "leads_to": leads_to})


@dataclass(frozen=True, slots=True)
class Request:
    """A whole request, the connection that its answer goes to, and its status once it went there."""

    scope: Scope
    address: str
    body: bytes
    connection: Any
    answered: asyncio.Future[int]


Environ = dict[str, Any]


class Gate:
    """An application for granian, whose interface is RSGI, around a WSGI application.

    Two functions give answers that were given before and still hold, or None: `at_once` to a request (as WSGI describes
    it); `for_anyone` to those who ask the same, by `key_for_anyone`, which may need a thread and find more.
    """

    def __init__(
        self,
        application: Application,
        at_once: Callable[[Environ], Kept | None],
        for_anyone: Find,
    ) -> None:
        self.application = application
        self.at_once, self.for_anyone = at_once, for_anyone
        self.has_proxy = settings.BEHIND_HTTPS
        self.requests, self.held, self.uploads = Room(*REQUESTS), Room(*REQUESTS), Room(*UPLOADS)
        self.files = LongAnswers()
        self.waiting = Waiting(for_anyone)
        self.for_pages, self.for_passwords, self.for_uploads = Turns[Request](), Turns[Request](), Turns[Request]()

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        for turns in (*[self.for_pages] * THREADS, self.for_passwords, self.for_uploads):
            threading.Thread(target=self.serve, args=(turns,), daemon=True).start()
        end_with_parent(self.files.remove)
        loop.call_soon(give_up_unread)  # by then the server listens

    def __rsgi_del__(self, _loop: asyncio.AbstractEventLoop) -> None:
        """Everything is answered. The interpreter would stop threads of the server in the middle, which it reports."""
        self.files.remove()
        os._exit(0)

    async def __rsgi__(self, scope: Scope, connection: Any) -> None:
        if scope.method != "GET":
            await self.hand_over(scope, connection)
            return
        asked = environ(scope, scope.client, b"")
        seconds = seconds_to_wait(asked)
        name = key_for_anyone(asked) if seconds else None
        kept = None if name in self.waiting.questions else self.at_once(asked)
        if name:
            if await self.has_no_news(name, kept):
                with suppress(NoRoom), self.held.holding(neighbourhood(self.address(scope)), 1):
                    await self.answer_later(scope, connection, asked, name, seconds)
                    return
            kept = kept or self.at_once(asked)  # meanwhile there may be an answer
        await self.answer(scope, connection, kept)

    async def has_no_news(self, name: Key, kept: Kept | None) -> bool:
        """Whether there was nothing new for those who ask this when somebody last looked, or by what is kept."""
        if name in self.waiting.questions:
            return True
        if kept is None:
            [kept] = await asyncio.to_thread(self.for_anyone, [name])
        return kept is not None and kept.is_no_news

    async def answer(self, scope: Scope, connection: Any, kept: Kept | None) -> int:
        """Give what is kept, or let the site answer. Returns the status."""
        if not kept:
            return await self.hand_over(scope, connection)
        connection.response_bytes(kept.code, kept.headers, kept.body)
        return kept.code

    async def answer_later(self, scope: Scope, connection: Any, asked: Environ, name: Key, seconds: int) -> None:
        """Answer a question when there may be news, or after so many seconds."""
        gone, status = asyncio.ensure_future(connection.client_disconnect()), int(HTTPStatus.NO_CONTENT)
        try:
            no_news = await self.waiting.wait(name, seconds, gone)
            if gone.done():
                connection.response_empty(status, [])
            else:
                status = await self.answer(scope, connection, no_news or self.at_once(asked))
        finally:
            gone.cancel()
            self.waiting.answered(name, is_news=status in NEWS)

    async def hand_over(self, scope: Scope, connection: Any) -> int:
        """Let the site answer. Returns the status."""
        address = self.address(scope)
        name = neighbourhood(address)
        try:
            with self.admitted(name, length(scope)) as size:
                body = await read(connection, size)
                request = Request(scope, address, body, connection, self.loop.create_future())
                is_post = scope.method == "POST"
                slow = is_post and scope.path.startswith(WITH_PASSWORD)
                turns = self.for_uploads if size > SMALL or (is_post and is_upload(scope.path)) else self.for_pages
                # A hand that is saved does not wait behind the pages that the same hall asks for; a user who changes
                # their password does not wait behind those who guess others at the same address.
                line = (name, scope.path.split("/")[1]) if slow else (name, is_post)
                (self.for_passwords if slow else turns).put(line, request)
                return await request.answered
        except Refused as refused:
            await asyncio.sleep(refused.later)
            kind, text = refused.answer
            headers = [("Content-Type", f"{kind}; charset=utf-8"), ("Connection", "close"), ("Retry-After", "2")]
            connection.response_str(refused.status, headers, text)
            return refused.status

    def address(self, scope: Scope) -> str:
        return client_address(scope.client, forwarded(scope) if self.has_proxy else [])

    @contextmanager
    def admitted(self, name: str, size: int) -> Iterator[int]:
        """Keep room for a request with a body of this size while the block runs. Raises Refused."""
        try:
            with self.requests.holding(name, 1), self.uploads.holding(name, size if size > SMALL else 0):
                yield size
        except NoRoom as full:
            status = HTTPStatus.TOO_MANY_REQUESTS if full.of_one else HTTPStatus.SERVICE_UNAVAILABLE
            sentence = _("Too many requests at once. Please try again in a moment.")
            raise Refused(status, sentence, later=SECONDS_TO_REFUSE) from full

    def serve(self, turns: Turns[Request]) -> None:
        """Answer requests for ever, one at a time."""
        while True:
            request = turns.take()
            try:
                answer = call(self.application, request.scope, request.address, request.body, self.files)
            except Exception:
                # The site has pages for its own errors: this is an error outside of it.
                log.exception("%s %s", request.scope.method, request.scope.path)
                answer = Answer(HTTPStatus.INTERNAL_SERVER_ERROR, [], b"")
            if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
                self.in_loop(self.loop.call_later, SECONDS_TO_REFUSE, self.send, request, answer)
            else:
                self.send(request, answer)
            del request, answer  # not kept while waiting for the next one

    def send(self, request: Request, answer: Answer) -> None:
        """Hand an answer to the server, which answers 500 where that fails."""
        try:
            if isinstance(answer.whole, Path):
                request.connection.response_file(answer.status, answer.headers, str(answer.whole))
            else:
                request.connection.response_bytes(answer.status, answer.headers, answer.whole)
        except Exception:
            log.exception("%s %s", request.scope.method, request.scope.path)
        self.in_loop(request.answered.set_result, answer.status)

    def in_loop(self, act: Callable[..., object], *arguments: object) -> None:
        with suppress(RuntimeError):  # it has ended
            self.loop.call_soon_threadsafe(act, *arguments)


def seconds_to_wait(asked: Environ) -> int:
    """How long a question prefers to wait for news (RFC 7240), as far as it may; 0 if it does not."""
    found = re.fullmatch(r"wait=([0-9])", asked.get("HTTP_PREFER", ""))
    return min(int(found.group(1)), LONGEST_WAIT) if found else 0


def forwarded(scope: Scope) -> list[str]:
    """The lines that proxies add to, in their order; a proxy may add a line of its own."""
    return [value for name, value in scope.headers.items() if name == "x-forwarded-for"]


def length(scope: Scope) -> int:
    """How many bytes of body a request announces. Raises Refused."""
    announced = scope.headers.get("content-length")
    if announced is None:
        if "transfer-encoding" in scope.headers:
            raise Refused(HTTPStatus.LENGTH_REQUIRED, _("The request does not state its length."))
        return 0
    if not announced.isdecimal():
        raise Refused(HTTPStatus.BAD_REQUEST, _("The request was not understood."))
    if int(announced) > (MOST_OF_UPLOAD if is_upload(scope.path) else settings.DATA_UPLOAD_MAX_MEMORY_SIZE):
        raise too_long(scope.path)
    return int(announced)


def too_long(path: str) -> Refused:
    """What is said to those who send more than is taken; with the way back to the page Backups."""
    leads_to = None
    if UPLOAD_OF_BACKUP.fullmatch(path):
        leads_to = ("../", _("Go back to “Backups”"))
        sentence = _(
            "Nothing was saved: a backup that is uploaded can be 16 MB at most. Copy a larger one into the folder that "
            "is named on the page “Backups”."
        )
    else:
        sentence = _(
            "Nothing was saved: a form or a file can be 2.4 MB at most. Go back one page, and send a long list in "
            "several parts."
        )
    title = _("Too much to send at once")
    return Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, sentence, title=title, leads_to=leads_to)


async def read(connection: Any, size: int) -> bytes:
    """All of a body. Raises Refused when it does not arrive in time, or not at all."""
    if not size:
        return b""
    try:
        async with asyncio.timeout(SECONDS_TO_SEND + size / SLOWEST):
            body: bytes = await connection()
    except TimeoutError as error:
        raise Refused(HTTPStatus.REQUEST_TIMEOUT, _("The connection was too slow. Please try again.")) from error
    except RuntimeError as error:  # what the server raises when the connection broke
        raise Refused(HTTPStatus.BAD_REQUEST, _("The page was incomplete. Reload it and try again.")) from error
    return body
