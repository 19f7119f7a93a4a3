"""Where questions of pages wait while there is no news for them.

Many pages ask the same: whether there is anything newer than what all of them show. While there is not, they wait
here; when the database has changed, one of them asks for all. So a hall of 400 phones costs next to nothing between
two results, and hears of each without asking all the time.
"""

import asyncio
from collections.abc import Callable, Hashable
from typing import Any

from whistclub.ops.worker import is_stopping

SECONDS_BETWEEN_LOOKS = 0.2
# After news everyone who waited asks: one after the other, and the last of a large hall not much later.
SECONDS_APART, SECONDS_TO_LAST = 0.005, 1.8

Environ = dict[str, Any]


class Question:
    """A question as WSGI describes it, and those who wait with it, in their order.

    `is_asked`: one of them is asking it again.
    """

    def __init__(self, environ: Environ) -> None:
        self.environ = environ
        self.waiting: dict[asyncio.Future[None], None] = {}
        self.is_asked = False


class Waiting:
    """All questions that wait, by names: equal names ask the same. For use in one event loop.

    `has_no_news` says of a question whether its answer is known to hold still; it may take its time, in a thread.
    """

    def __init__(self, has_no_news: Callable[[Environ], bool]) -> None:
        self.has_no_news = has_no_news
        self.questions: dict[Hashable, Question] = {}
        self.looking: asyncio.Task[None] | None = None

    async def wait(self, name: Hashable, environ: Environ, seconds: float, gone: asyncio.Future[None]) -> None:
        """Return after so many seconds, when who asks is `gone`, or when it is time to ask again.

        `answered` wants to know what came of it.
        """
        question = self.questions.setdefault(name, Question(environ))
        loop = asyncio.get_running_loop()
        mine = loop.create_future()
        question.waiting[mine] = None
        self.looking = self.looking or loop.create_task(self.look())
        timer = loop.call_later(seconds, wake, mine)
        gone.add_done_callback(lambda _gone: wake(mine))
        try:
            await mine
        finally:
            timer.cancel()
            del question.waiting[mine]
            if not question.waiting and self.questions.get(name) is question:
                del self.questions[name]

    def answered(self, name: Hashable, *, is_news: bool) -> None:
        """Let those who still wait with a question ask too, or wait on: one of them was answered."""
        question = self.questions.get(name)
        if question is None:
            return
        question.is_asked = False
        if is_news:
            del self.questions[name]
            apart = min(SECONDS_APART, SECONDS_TO_LAST / len(question.waiting))
            for place, each in enumerate(question.waiting):
                asyncio.get_running_loop().call_later(place * apart, wake, each)

    async def look(self) -> None:
        """See again and again, while anybody waits, whether something has changed; then one of each question asks."""
        while self.questions:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            questions = [each for each in self.questions.values() if not each.is_asked]
            have_none = await asyncio.to_thread(list, map(self.has_no_news, [each.environ for each in questions]))
            for question, has_none in zip(questions, have_none, strict=True):
                if not has_none and question.waiting:
                    question.is_asked = True
                    wake(next(iter(question.waiting)))
            if is_stopping():
                for question in self.questions.values():
                    for each in question.waiting:
                        wake(each)
        self.looking = None


def wake(one: asyncio.Future[None]) -> None:
    if not one.done():
        one.set_result(None)
