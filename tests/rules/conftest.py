"""Olga runs Prairie; her browser; rules of her club's own."""

from dataclasses import replace

import pytest
from django.test import Client

from tests import builders
from tests.builders import NOON
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.presets import PRESETS
from whistclub.rules.actions import RuleSetInput, save_set
from whistclub.rules.models import RuleSet


@pytest.fixture(autouse=True)
def _quick_passwords(settings: object) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def prairie(db: None) -> Club:
    return builders.organiser()[1]


@pytest.fixture
def olga(prairie: Club) -> User:
    return prairie.organisers.get().user


@pytest.fixture
def organiser(olga: User) -> Client:
    client = Client()
    client.force_login(olga)
    return client


@pytest.fixture
def thursday(prairie: Club, olga: User) -> RuleSet:
    """Minnesota to 15, in use."""
    return save_set(prairie, wording(), by=olga, at=NOON)


def wording(
    name: str = "Thursday", note: str = "Edna taught us.", base: str = "minnesota", **changes: object
) -> RuleSetInput:
    return RuleSetInput(name, base, replace(PRESETS[base], **(changes or {"target": 15})), note)
