"""Forms of pages that slept while the party went on: refused, with what they would have done."""

import re

import pytest
from django.utils import timezone

from tests.builders import once, organiser
from tests.party.builders import LATER, draft, friday, key, next_round, party_state, swap, typed
from tests.party.every_action import rows_of
from tests.party.forms import send
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import people

pytestmark = pytest.mark.django_db


# A message, the list of keys.
ABOUT_NO_ROUND = ("/message/", 'method="dialog"')


def played_on():
    """Round 2 is being played; `shown` is what a page of round 1 sends."""
    olga, _prairie = organiser()
    made = friday(olga, count=8)
    shown = next_round(made, olga, at=timezone.now()).shown_round
    typed(made, olga, (5, 3), (5, 3))
    next_round(made, olga, at=timezone.now())
    return made, shown


slept = once(played_on)


def text_of(response):
    return " ".join(Html(response).text.split())


def test_a_result_typed_on_an_old_page_is_not_saved_and_stays_typed(organiser, slept):
    party, shown = slept
    before = [table.game.totals for table in party_state(party).round(1).tables]
    form = {"table": 2, "first": 11, "second": 8, "shown": shown}
    response = send(organiser, run(party, "round", 1), form)
    found = Html(response)
    assert response.status_code == 409
    assert "Not saved: table 2, 11–8. Round 1 is over; round 2 is being played." in text_of(response)
    assert [found.value(name) for name in ("table", "first", "second")] == ["2", "11", "8"]
    state = party_state(party)
    assert [table.game.totals for table in state.round(1).tables] == before
    assert not state.current.table(2).is_in


def test_a_result_typed_on_the_page_of_a_table_that_slept_is_offered_as_a_correction(organiser, slept):
    party, shown = slept
    form = {"table": 2, "first": 11, "second": 8, "back": "table", "replaces": "5.3", "shown": shown}
    response = send(organiser, run(party, "round", 1), form)
    found = Html(response)
    assert (response.status_code, found.texts("h1")) == (409, ["Table 2, round 1 result in (paper)"])
    assert "Not saved: table 2, 11–8." in found.text
    assert "Earlier round. The party is in round 2." in text_of(response)
    assert [found.value(name) for name in ("first", "second")] == ["11", "8"]
    again = {name: form[name] for name in form if name != "shown"}
    assert send(organiser, run(party, "round", 1), again).status_code == 302
    assert party_state(party).round(1).table(2).game.totals == [11, 8]


@pytest.mark.parametrize("shown", ["", "x", "0", "٣", "9" * 40, "-1", "1.2.3"])
def test_a_form_of_a_page_that_shows_something_else_changes_nothing(organiser, slept, shown):
    party, _slept = slept
    before = rows_of(party)
    answered = Html(organiser.post(run(party, "draft"), {"shown": shown}, follow=True))
    assert "This page was out of date" in answered.text
    assert rows_of(party) == before


def test_every_form_of_the_tables_is_refused_when_its_page_is_old(organiser, olga, slept):
    """A form without `shown` would be trusted after any sleep."""
    party, shown = slept
    pages = [run(party, "console"), run(party, "undo_round", 2), run(party, "finish"), run(party, "round_table", 2, 1)]
    pages.append(run(party, "person", key(party, "P1")))
    pressed = [each for page in pages for each in buttons_on(organiser, page)]
    typed(party, olga, (4, 4), (5, 3))
    pressed += [each for page in pages for each in buttons_on(organiser, page)]
    typed(party, olga, (5, 3))
    draft(party, olga)
    swap(party, olga, "P1", "P5")
    people.check_in(party, ["Wolfram"], by=olga, at=LATER)
    pressed += buttons_on(organiser, pages[0])
    assert [form for _address, _sent, form in pressed if 'name="shown"' not in form] == []
    sent = {(address, *button) for address, button, _form in pressed}
    assert len(sent) > 15
    who = [key(party, name) for name in ("P1", "P5")]
    filled = {"table": 1, "first": 5, "second": 3, "minutes": 5, "sure": "yes", "who": who}
    filled |= {"side": 0, "points": 2, "reason": "By request"}
    before = rows_of(party)
    for address, *button in sorted(sent):
        form = filled | ({button[0]: button[1]} if button else {}) | {"shown": shown}
        response = send(organiser, address, form)
        is_refused = response.status_code in (302, 409) or "This page was out of date" in text_of(response)
        assert is_refused, (address, button)
        assert rows_of(party) == before, (address, button)


def buttons_on(organiser, page):
    """The buttons of a page that change the party: where they send what, and their form as it is written."""
    content = organiser.get(page).content.decode().partition("<main")[2]
    forms = [form.partition("</form>")[0] for form in content.split("<form")[1:]]
    found = []
    for form in forms:
        if any(each in form for each in ABOUT_NO_ROUND):
            continue
        address = re.search(r'action="([^"]+)"', form.partition(">")[0])
        for button in re.findall(r"<button[^>]*>", form):
            sends = re.search(r'name="(\w+)"\s+value="([^"]*)"', button)
            found.append((address[1] if address else page, sends.groups() if sends else (), form))
    return found
