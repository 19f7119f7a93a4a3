"""Only what fits the bid is sent: what was noted for another bid, or counted too many, is taken back."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests import builders
from tests.browser.conftest import OpenPad
from tests.browser.phone import LOW
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.presets import PRESETS
from whistclub.play.models import EntryRecord

pytestmark = pytest.mark.browser

UNUSUAL = "Revoke, misdeal…"
REVOKE = "Revoke: a player did not follow suit"


def test_no_revoke_is_sent_with_a_solo(prairie: Club, olga: User, open_pad: OpenPad):
    rules = replace(PRESETS["askov"], revoke_tricks=2)
    pad = open_pad(builders.game(prairie, olga, preset="askov", rules=rules))
    pad.unfold(UNUSUAL)
    pad.note(REVOKE, "Revoke by us")
    pad.solo("Sola Nola", "Ann", "made")
    expect(pad.page.get_by_label(REVOKE)).to_be_hidden()
    expect(pad.page.locator(".preview")).not_to_contain_text("Revoke")
    pad.save()
    pad.is_sent()
    assert not EntryRecord.objects.get().notes


def test_a_second_count_beyond_thirteen_is_cleared(prairie: Club, olga: User, open_pad: OpenPad):
    pad = open_pad(builders.game(prairie, olga, preset="widow"))
    pad.bid("Ann")
    pad.count(You=2, Bob=11)
    pad.counts("2", "11", "0")
    pad.tap(pad.page.locator(".counter", has_text="You"))
    pad.count(You=5)
    pad.counts("5", "tricks", "remaining")
    expect(pad.number("Bob", 9).get_by_role("radio")).to_be_disabled()
    pad.count(Bob=8)
    pad.counts("5", "8", "0")
    pad.save()
    pad.shows("1", "5", "−3")


def test_low_and_a_solo_take_each_other_back(prairie: Club, olga: User, open_pad: OpenPad):
    pad = open_pad(builders.game(prairie, olga, preset="askov"))
    pad.solo("Sola Nola", "Ann", "made")
    pad.bid(LOW)
    pad.has_not_chosen("Sola Nola")
    pad.tap(pad.choice("Grand Dix"))
    pad.has_not_chosen(LOW)
