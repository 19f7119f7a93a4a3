"""A misspelt name is corrected from the row of the person at check-in."""

import pytest

from tests.party.builders import friday, logged, present
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.club.actions import add_player

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


def renaming(client, of, name):
    """The address that the row of a person leads to, if there is one."""
    return [
        each["href"]
        for each in Html(client.get(run(of, "people"))).find("a", css="rename")
        if name in each["aria-label"]
    ]


def test_a_misspelt_name_is_corrected_from_the_row_of_the_person_and_in_the_log(organiser, olga):
    made = friday(olga, "Waltr", "Zoe")
    [address] = renaming(organiser, made, "Waltr")
    form = Html(organiser.get(address))
    assert form.value("name") == "Waltr"
    shown = Html(organiser.post(address, {"name": "Walter"}, follow=True))
    assert "Waltr is now called Walter, in past games too." in shown.text
    assert present(made) == ["Walter", "Zoe"]
    assert "Walter is here" in [each.sentence for each in logged(made)]


def test_a_name_that_stays_as_it_is_was_not_corrected(organiser, olga):
    made = friday(olga, "Walter")
    shown = Html(organiser.post(renaming(organiser, made, "Walter")[0], {"name": "Walter"}, follow=True))
    assert "is now called" not in shown.text


@pytest.mark.parametrize("name, reason", [("zoe", "There is already a player called"), ("", "Enter a name")])
def test_a_name_that_cannot_be_given_stays_typed_with_the_reason(organiser, olga, name, reason):
    made = friday(olga, "Waltr", "Zoe")
    response = organiser.post(renaming(organiser, made, "Waltr")[0], {"name": name})
    assert (response.status_code in (409, 422), Html(response).value("name")) == (True, name)
    assert reason in Html(response).text
    assert present(made) == ["Waltr", "Zoe"]


def test_only_people_who_are_here_have_a_way_to_correct_their_name(organiser, olga):
    made = friday(olga, "Walter")
    add_player(made.club, "Zoe")
    assert len(Html(organiser.get(run(made, "people"))).find("a", css="rename")) == 1
    assert organiser.get(run(friday(olga), "rename", made.entrants.get().pk)).status_code == 404
