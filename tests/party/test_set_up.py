"""The form of a new party and of the settings: few fields, copied from the last party, following rules and day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.party.builders import friday
from tests.party.test_malformed_input import SETTINGS, send
from tests.party.test_pages_organiser import page
from tests.web.html import Html
from whistclub.party.models import Party
from whistclub.web.formatting import format_weekday

pytestmark = pytest.mark.django_db

SET_UP = "/run/prairie/parties/new/"


def test_a_party_set_up_for_next_week_has_that_day_and_is_named_after_it(organiser):
    day = timezone.localdate() + timedelta(days=7)
    today = page(organiser, SET_UP).value("name")
    send(organiser, SET_UP, SETTINGS | {"name": today, "day": day.isoformat(), "starts": "19:30", "place": "Hall"})
    made = Party.objects.get()
    assert (made.day, made.name) == (day, format_weekday(day))
    assert made.when == f"{format_weekday(day)}, 19:30"


@pytest.mark.parametrize("day", ["soon", "2020-01-01", "2099-01-01", ""])
def test_a_day_that_is_over_or_far_is_refused(organiser, day):
    assert send(organiser, SET_UP, SETTINGS | {"day": day}).status_code == 422


def test_a_new_party_is_a_copy_of_the_last(organiser, olga):
    last = friday(olga, count=8, hands=5, planned_rounds=3, fee=500, movement="swiss", stake=25, preset="askov")
    found = page(organiser, SET_UP)
    assert f"Copied from “{last.name}”" in found.text
    assert [found.value(name) for name in ("hands", "planned_rounds", "fee", "stake")] == ["5", "3", "5.00", "0.25"]
    assert page(organiser, SET_UP + "?new").value("hands") == "8"


def test_the_stake_follows_the_rules_and_none_appears_unasked(organiser, olga):
    friday(olga, count=8, stake=25, preset="askov")
    day = timezone.localdate().isoformat()
    settings = SETTINGS | {"day": day, "stake": "0.25"}
    for rules, stake in (("minnesota", 0), ("askov", 0)):
        send(organiser, SET_UP, settings | {"preset": rules, "stake": "0.25" if rules == "minnesota" else ""})
        assert Party.objects.latest("pk").rules.stake == stake


def test_nine_fields_are_shown_and_the_others_are_behind_a_door(organiser):
    text = organiser.get(SET_UP).content.decode()
    shown, _door, _more = text.partition("<details")
    found = Html(organiser.get(SET_UP))
    names = {each.attributes.get("name") for tag in ("input", "select") for each in found.find(tag)}
    first = [name for name in names if name and f'name="{name}"' in shown and name != "csrfmiddlewaretoken"]
    assert sorted(first) == [
        "day",
        "hands",
        "minutes",
        "name",
        "planned_rounds",
        "preset",
        "requires_confirmation",
        "round_end",
    ]
