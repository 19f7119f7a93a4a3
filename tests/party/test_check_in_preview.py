"""What is typed into the box of several names is shown before anyone is checked in."""

import pytest

from tests.party.builders import friday, present
from tests.party.test_malformed_input import send
from tests.web.html import Html
from tests.web.party_site import run

pytestmark = pytest.mark.django_db


def test_the_button_that_previews_shows_a_single_name_first_too(organiser, olga):
    made = friday(olga, "Xaver")
    [shown_first] = Html(organiser.get(run(made, "people"))).find("input", name="shown_first")
    typed = {"names": "Walter 651-555-0134", "shown_first": shown_first["value"]}
    found = Html(send(organiser, run(made, "add"), typed))
    assert present(made) == ["Xaver"]
    assert found.texts("ul", css="typed-names") == ["Walter 651-555-0134 new"]
    assert found.texts("button", css="main") == ["Check in 1 person"]


def test_what_may_be_one_person_or_two_is_shown_first_also_where_it_is_all_of_the_list(organiser, olga):
    made = friday(olga, "Xaver")
    found = Html(send(organiser, run(made, "add"), {"names": "Ann, Bob\n-"}))
    assert present(made) == ["Xaver"]
    assert "“Ann, Bob” was read as two people." in found.text
