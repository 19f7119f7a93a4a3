"""Rules of a club's own."""

from dataclasses import replace

import pytest

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.options import PRESETS
from whistclub.rules.actions import RuleSetInput, save_set
from whistclub.rules.models import RuleSet


@pytest.fixture
def thursday(prairie: Club, olga: User) -> RuleSet:
    """Minnesota to 15, in use."""
    return save_set(prairie, rule_set_input())


def rule_set_input(
    name: str = "Thursday", note: str = "Edna taught us.", base: str = "minnesota", **changes: object
) -> RuleSetInput:
    return RuleSetInput(name, base, replace(PRESETS[base], **(changes or {"target": 15})), note)
