"""Two groups, A and B: partners come from both where possible."""

import pytest
from django.urls import reverse

from tests.party.builders import (
    LATER,
    friday,
    key,
    logged,
    next_round,
    party_state,
    play_round,
    seats,
    typed,
)
from tests.party.test_malformed_input import SETTINGS, send
from tests.party.test_pages_organiser import page
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import people
from whistclub.party.models import Party

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]

B = {f"P{number}" for number in range(1, 9)}


def mixed(olga, **settings):
    """Sixteen people; the first eight are in group B."""
    made = friday(olga, count=16, mixed=True, **settings)
    for name in sorted(B):
        people.change_group(made, key(made, name), by=olga, at=LATER)
    return made


@pytest.mark.parametrize("movement", ["ladder", "winners_up", "meets", "swiss", "whist"])
def test_partners_come_from_both_groups_round_after_round(olga, movement):
    made = mixed(olga, movement=movement)
    for _each in range(4):
        pairs = [pair.split("+") for table in seats(next_round(made, olga, seating_method="draw")) for pair in table]
        assert [len(B.intersection(pair)) for pair in pairs] == [1] * 8
        typed(made, olga, (5, 3), (3, 5), (5, 3), (3, 5))


def test_groups_mean_nothing_unless_they_were_chosen_or_where_pairs_are_fixed(olga):
    assert not party_state(friday(olga, count=4)).is_mixed
    made = mixed(olga, movement="swiss_pairs")
    assert party_state(made).seating_input((), (), 1).groups == {}


def test_one_tap_on_a_row_of_check_in_changes_the_group(organiser, olga):
    made = mixed(olga)
    assert logged(made)[-1].sentence == "P8 is in group B"
    player = made.entrants.get(pk=key(made, "P1")).player_id
    answer = Html(send(organiser, run(made, "check"), {"group": player}, headers=HTMX))
    assert "groups A and B: 9 and 7" in answer.text
    assert party_state(made).entrants[key(made, "P1")].group == "A"


def test_set_up_asks_for_groups_and_check_in_shows_them_only_then(organiser, olga):
    assert "groups A and B" not in page(organiser, run(friday(olga, count=4), "people")).text
    send(organiser, "/run/prairie/parties/new/", SETTINGS | {"mixed": "on", "name": "Mixed"})
    made = Party.objects.get(name="Mixed")
    assert made.mixed
    assert "groups A and B" in page(organiser, run(made, "people")).text


def test_every_page_of_standings_names_the_group_of_each_person(organiser, olga):
    made = mixed(olga)
    play_round(made, olga, (5, 3), (3, 5), (5, 3), (3, 5))
    for path in (run(made, "standings"), public(made, "public_standings")):
        shown = dict(each.rsplit(" ", 2)[::2] for each in page(organiser, path).texts("th", scope="row"))
        assert {name for name, group in shown.items() if group == "B"} == B
        assert set(shown.values()) == {"A", "B"}
    for path in (run(made, "print_standings"), public(made, "projector")):
        assert "Name (group)" in page(organiser, path).texts("th", scope="col")
        shown = set(page(organiser, path).texts("th", scope="row"))
        assert {f"{name} (B)" for name in B} | {f"P{number} (A)" for number in range(9, 17)} <= shown


def public(of, name):
    return reverse(f"party:{name}", args=[of.code])
