"""The people of most tests, see builders: Olga runs Prairie. Files that need more override a fixture."""

import gc
from collections.abc import Generator, Iterator

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management.commands import flush
from django.db import transaction
from django.test import Client

from tests import builders
from tests.builders import client_of
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.play.models import Game


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    collected = yield
    # Thousands of tests stay until the end: the collector need not walk over them again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()
    return collected


@pytest.fixture(scope="session", autouse=True)
def emptied_tables_stay_empty() -> Iterator[None]:
    """After each test that commits, Django would write the permissions of all models again, which nobody here asks
    for, and take a fifth of the time of such tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_how, **_more: ContentType.objects.clear_cache())
        yield


@pytest.fixture(scope="session", autouse=True)
def statistics_follow_within_a_test() -> Iterator[None]:
    """A test is one transaction that is never committed: what waits for a commit follows the transactions inside it."""
    leave = transaction.Atomic.__exit__

    def leave_and_follow(block: transaction.Atomic, *error: object) -> None:
        leave(block, *error)
        around = transaction.get_connection(block.using)
        if around.atomic_blocks and all(each._from_testcase for each in around.atomic_blocks):
            while around.run_on_commit:
                around.run_on_commit.pop(0)[1]()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transaction.Atomic, "__exit__", leave_and_follow)
        yield


@pytest.fixture
def prairie(db: None) -> Club:
    """That of what the file makes once, if it does."""
    return Club.objects.filter(slug="prairie").first() or builders.organiser()[1]


@pytest.fixture
def olga(prairie: Club) -> User:
    return prairie.roles.get(kind="owner").user


@pytest.fixture
def organiser(olga: User) -> Client:
    """The browser in which Olga has signed in."""
    return client_of(olga)


@pytest.fixture
def by_olga(olga: User) -> dict[str, object]:
    """Who acts, and when: keyword arguments of an action."""
    return {"by": olga, "at": builders.NOON}


@pytest.fixture
def game(prairie: Club, olga: User) -> Game:
    """Ann & Clara (side 0) against Bob & Dan, by the default rules, no hand played; Ann deals."""
    return builders.game(prairie, olga)


@pytest.fixture
def widow_game(prairie: Club, olga: User) -> Game:
    """Ann, Bob and Clara, each alone, no hand played."""
    return builders.game(prairie, olga, preset="widow")
