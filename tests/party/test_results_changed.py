"""What every change of a result brings about: for the next draft, for other pages, for the phones."""

import pytest

from tests.party.builders import LATER, change, party_state, seats, swap, typed
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import results, seating
from whistclub.party.refusals import CutRequired, ResultsMissing

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


# A draft made meanwhile


@pytest.mark.parametrize(
    "action, more",
    [(results.type_result, ((3, 5),)), (results.declare_draw, ()), (results.award_walkover, (1,))],
)
def test_a_draft_changed_by_hand_keeps_its_seats_and_says_that_a_result_changed(two_tables, olga, action, more):
    typed(two_tables, olga, (5, 3), (5, 3))
    seating.make_draft(two_tables, by=olga, at=LATER)
    before = seats(swap(two_tables, olga, "P1", "P8"))
    assert not is_marked(two_tables)
    change(action, two_tables, olga, *more)
    assert (seats(party_state(two_tables)), is_marked(two_tables)) == (before, True)


@pytest.mark.parametrize(
    "action, more, refusal", [(results.reopen_table, (), ResultsMissing), (results.declare_draw, (), CutRequired)]
)
def test_no_draft_is_announced_while_the_round_before_is_undecided(two_tables, olga, action, more, refusal):
    typed(two_tables, olga, (5, 3), (5, 3))
    seating.make_draft(two_tables, by=olga, at=LATER)
    change(action, two_tables, olga, *more)
    with pytest.raises(refusal):
        seating.announce(two_tables, by=olga, at=LATER)


def test_the_page_of_the_draft_leads_to_the_last_round_and_says_what_was_corrected(organiser, two_tables, olga):
    typed(two_tables, olga, (5, 3), (5, 3))
    seating.make_draft(two_tables, by=olga, at=LATER)
    swap(two_tables, olga, "P1", "P8")
    console, last = run(two_tables, "console"), run(two_tables, "earlier", 1)
    assert last in [each.attributes.get("href") for each in Html(organiser.get(console)).find("a")]
    assert "The next round is already drafted." in Html(organiser.get(last)).text
    slip = {"table": 1, "first": 3, "second": 5, "back": "table", "replaces": "5.3"}
    assert organiser.post(run(two_tables, "type_result", 1), slip).status_code == 302
    assert "Settings, pairs or results have changed since this round was seated." in Html(organiser.get(console)).text


def is_marked(party):
    state = party_state(party)
    return state.draft.round.made_for != state.made_for


# Other pages and phones


def test_a_question_about_a_result_says_nothing_of_what_another_window_has_just_done(organiser, two_tables):
    """Its page takes the first form of the answer for the question; the other window still shows its sentence."""
    address, slip = run(two_tables, "type_result", 1), {"table": 1, "first": 5, "second": 3}
    organiser.post(address, slip)
    asked = Html(organiser.post(address, slip | {"first": 6}, headers={"HX-Request": "true"}))
    assert [form["action"] for form in asked.find("form")] == [address]
    assert "Table 1: " in Html(organiser.get(run(two_tables, "console"))).find("p", role="status")[0].text
