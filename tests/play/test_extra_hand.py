"""Hands played after the hand limit, because the score was level there."""

import pytest

from tests import builders
from tests.builders import high, record
from tests.play.phone import pad_url, phone
from tests.web.html import Html
from whistclub.engine.options import LimitTie, RuleOptions

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_hands(prairie, olga):
    """Two hands, and more if the score is level then; a made and a failed grand give 1 a trick."""
    return builders.game(prairie, olga, rules=RuleOptions(max_hands=2, limit_tie=LimitTie.EXTRA))


def head(game):
    (state,) = Html(phone("0").get(pad_url(game))).texts("p", css="state")
    return state


def test_a_hand_within_the_limit_is_counted(two_hands):
    assert head(two_hands).startswith("Hand 1 of 2 ")
    record(two_hands, high(1, 0, 8))
    assert head(two_hands).startswith("Hand 2 of 2 ")


def test_a_hand_beyond_the_limit_is_an_extra_hand(two_hands):
    record(two_hands, high(1, 0, 8), high(2, 1, 8))
    assert head(two_hands).startswith("Hand 3, extra hand")
    assert "of 2" not in head(two_hands)
    page = Html(phone("0").get(pad_url(two_hands)))
    assert "play more hands until one side is ahead" in page.text
    assert "This is the last hand." not in page.text
    record(two_hands, high(3, 0, 8))
    assert "extra hand" not in head(two_hands)
