"""The law of every page that follows a game or a party: it hears of each change that it would show."""

import re

import pytest

from tests.builders import undone
from tests.web.access_matrix_site import Evening
from tests.web.html import Html, nothing_new
from tests.web.test_access_matrix import TABLE, VISITORS

pytestmark = pytest.mark.django_db

# Each page, of which game, and who opens it. All public pages hold the same version, a spectator page the pad’s.
FOLLOWING = {
    "party:public": ("party", "stranger"),
    "party:projector": ("party", "stranger"),
    "party:next_table": ("party", "good link"),
    "party:console": ("party", "Olga"),
    "play:pad": ("party", "good link"),
}
# What differs each time: the version and the clock, random ids of what will be sent.
EACH_TIME = re.compile(r"\?v=[^\"&]*|data-now=\"\d+\"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Za-z]{64}")


@pytest.fixture(scope="module")
def evening(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), undone():
        yield Evening()


class Page:
    """An open page, with the part of it that follows."""

    def __init__(self, evening: Evening, name: str) -> None:
        game, self.visitor = FOLLOWING[name]
        self.client = evening.client(self.visitor)
        opened = Html(self.client.get(evening.url(name, self.visitor, game))).find("div")
        (self.asks,) = [each["hx-get"] for each in opened if "hx-get" in each.attributes]
        self.shows = self.fresh()

    def ask(self, address: str):
        return self.client.get(address, headers={"HX-Request": "true"})

    def fresh(self) -> str:
        answer = self.ask(re.sub(r"\?v=[^&]*", "?v=", self.asks))
        return EACH_TIME.sub("", answer.content.decode()) or repr(answer.headers)

    @property
    def has_news(self) -> bool:
        return not nothing_new(self.ask(self.asks))


def doers():
    """Every form that could change what these pages show, and who may send it."""
    for name, cell in TABLE.items():
        for visitor in ("Olga", "good link"):
            is_about_them = name.startswith(("party:", "play:")) or name in (
                "club:person",
                "club:settings",
            )
            if is_about_them and cell.post.split()[VISITORS.index(visitor)] == "302":
                yield name, visitor
                break


def test_a_page_hears_of_every_change_that_it_would_show(evening):
    pages = {name: Page(evening, name) for name in FOLLOWING}
    assert [name for name, page in pages.items() if page.has_news] == []
    updated, missed = dict.fromkeys(pages, 0), []
    for name, visitor in doers():
        form = evening.filled(TABLE[name].form) | {"last": evening.hand.uid, "replaces": evening.hand.uid}
        with undone():
            evening.client(visitor).post(evening.url(name, visitor, "party"), form)
            for each, page in pages.items():
                if page.has_news:
                    updated[each] += 1
                elif page.fresh() != page.shows:
                    missed.append((name, each))
    assert missed == []
    assert all(updated.values()), updated
