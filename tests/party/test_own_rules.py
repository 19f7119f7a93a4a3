"""Parties by rules of the club's own: chosen at setting up, kept by every game, shown on paper and to everybody."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import game_of, next_round, typed
from tests.party.forms import SETTINGS
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.engine.options import PRESETS
from whistclub.party.actions.people import check_in
from whistclub.party.models import Party
from whistclub.rules.actions import RuleSetInput, delete_set, save_set
from whistclub.rules.summary import own_key

pytestmark = pytest.mark.django_db

THURSDAY = replace(PRESETS["minnesota"], target=21, high_set_award=3, revoke_tricks=2, stake=25)


@pytest.fixture
def thursday(prairie, olga):
    return save_set(prairie, RuleSetInput("Thursday", "minnesota", THURSDAY))


@pytest.fixture
def party(organiser, thursday):
    """Set up in the browser, by Thursday's rules, both sides asked; eight hands a round."""
    return made(organiser, thursday)


def made(organiser, row, **more):
    form = SETTINGS | {"preset": own_key(row.code), "requires_confirmation": "on", "stake": "0.25"} | more
    assert organiser.post(reverse("party:set_up", args=["prairie"]), form).status_code == 302
    return Party.objects.latest("pk")


def offered(page):
    """The rules to choose from."""
    return [each["value"] for each in page.find("option") if each["value"] in PRESETS or each["value"][:4] == "own-"]


def selected(page):
    return [
        each["value"]
        for each in page.find("option")
        if "selected" in each.attributes and (each["value"] in PRESETS or each["value"][:4] == "own-")
    ]


def save(organiser, of, **more):
    """The settings page, sent as it was shown but for what is changed."""
    page = Html(organiser.get(run(of, "settings")))
    form = (
        SETTINGS
        | {"preset": (selected(page) or offered(page))[0], "name": of.name, "requires_confirmation": "on"}
        | more
    )
    return organiser.post(run(of, "settings"), form)


def fresh(of):
    return Party.objects.get(pk=of.pk)


def kept(of):
    """What the party keeps of its rules, and those without what has fields of its own: the end, and the stake."""
    end = {name: getattr(THURSDAY, name) for name in ("target", "max_hands", "limit_tie", "stake")}
    return of.preset, of.rules_name, replace(of.rules, **end)


def test_own_rules_are_offered_before_built_in_ones(organiser, thursday, prairie, olga):
    save_set(prairie, RuleSetInput("Three of us", "widow", replace(PRESETS["widow"], max_hands=6)))
    page = Html(organiser.get(reverse("party:set_up", args=["prairie"])))
    assert offered(page)[0] == own_key(thursday.code)
    assert not {"widow", "two_player"} & set(offered(page))
    assert "Three of us" not in page.text


def test_the_party_keeps_key_name_base_and_options(party, thursday):
    assert party.rules_key == own_key(thursday.code)
    assert kept(party) == ("minnesota", "Thursday", THURSDAY)
    assert (party.rules.max_hands, party.rules.target, party.requires_confirmation) == (8, 21, True)


def test_every_game_has_name_base_options_and_confirmation(party, olga):
    seat(party, olga)
    for table in (1, 2):
        game = game_of(party, table)
        assert (game.preset, game.rules_name, game.rules) == ("minnesota", "Thursday", party.rules)
        assert game.requires_confirmation


def seat(party, olga, count=8):
    check_in(party, tuple(f"P{number}" for number in range(1, count + 1)), by=olga, at=NOON)
    next_round(party, olga)


# The settings page


def test_rules_deleted_since_are_shown_and_kept(organiser, party, prairie, olga, thursday):
    delete_set(prairie, thursday.code)
    assert selected(Html(organiser.get(run(party, "settings")))) == [own_key(thursday.code)]
    assert save(organiser, party, name="Saturday").status_code == 302
    assert (fresh(party).name, kept(fresh(party))) == ("Saturday", kept(party))


def test_changed_rules_apply_from_the_next_round(organiser, party, olga):
    seat(party, olga)
    assert save(organiser, party, preset="askov").status_code == 302
    assert (fresh(party).rules_key, fresh(party).rules_name, fresh(party).preset) == ("askov", "", "askov")
    assert game_of(party).rules_name == "Thursday"
    typed(party, olga, (5, 3), (5, 3))
    next_round(fresh(party), olga)
    assert (game_of(party).rules_name, game_of(party).preset) == ("", "askov")


# Paper, and what everybody reads


def test_deleted_rules_stay_readable_for_everyone(party, prairie, olga, thursday):
    delete_set(prairie, thursday.code)
    assert Html(Client().get(reverse("party:public_rules", args=[party.code]))).texts("h1") == ["Thursday"]
