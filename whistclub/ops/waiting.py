"""Where questions of pages wait while there is no news for them.

Many pages ask the same: whether there is anything newer than what all of them show. While there is not, they wait
here; when the database has changed, one of them asks for all. So a hall of 400 phones costs next to nothing between
two results, and hears of each without asking all the time.
"""

import asyncio
from collections.abc import Callable, Iterable
from math import inf

from whistclub.ops.worker import is_stopping
from whistclub.web.kept_answers import Kept, Key

SECONDS_BETWEEN_LOOKS = 0.2
# After news everyone who waited asks: one after the other, and the last of a large hall not much later.
SECONDS_APART, SECONDS_TO_LAST = 0.005, 1.8

Find = Callable[[Iterable[Key]], list[Kept | None]]
Waiter = asyncio.Future[Kept | None]


class Question:
    """Those who wait with a question: until when, in their order.

    `is_asked`: one of them is asking it again.
    """

    def __init__(self) -> None:
        self.waiting: dict[Waiter, float] = {}
        self.is_asked = False


class Waiting:
    """All questions that wait, by names: equal names ask the same. For use in one event loop.

    For each name, `find` returns the answer that still holds, or None if the site must be asked. It runs in a thread.
    """

    def __init__(self, find: Find) -> None:
        self.find = find
        self.questions: dict[Key, Question] = {}
        self.looking: asyncio.Task[None] | None = None

    async def wait(self, name: Key, seconds: float, gone: asyncio.Future[None]) -> Kept | None:
        """After so many seconds the answer, that there is no news; None when it is time to ask, or who asks is `gone`.

        `answered` wants to know what came of it.
        """
        question = self.questions.setdefault(name, Question())
        loop = asyncio.get_running_loop()
        mine: Waiter = loop.create_future()
        question.waiting[mine] = loop.time() + seconds
        self.looking = self.looking or loop.create_task(self.look())
        gone.add_done_callback(lambda _gone: wake(mine))
        try:
            return await mine
        finally:
            del question.waiting[mine]
            if not question.waiting and self.questions.get(name) is question:
                del self.questions[name]

    def answered(self, name: Key, *, is_news: bool) -> None:
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
        loop = asyncio.get_running_loop()
        try:
            while self.questions:
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
                questions = dict(self.questions)
                answers = await asyncio.to_thread(self.find, questions)
                now = inf if is_stopping() else loop.time()
                for question, kept in zip(questions.values(), answers, strict=True):
                    no_news = kept if kept and kept.is_no_news else None
                    for each, until in question.waiting.items():
                        if until <= now:
                            wake(each, no_news)
                    if not (no_news or question.is_asked) and question.waiting:
                        question.is_asked = True
                        wake(next(iter(question.waiting)))
        finally:
            # If looking failed, nobody may wait for ever: all ask by themselves.
            self.looking = None
            for question in self.questions.values():
                for each in question.waiting:
                    wake(each)


def wake(one: Waiter, answer: Kept | None = None) -> None:
    if not one.done():
        one.set_result(answer)
