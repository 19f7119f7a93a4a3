"""Everything that can be done to a party, in the state it is meant for and in every other: done, or refused whole."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import undone
from tests.party.attempts import STATES, made_in, rows, writes, wrong
from tests.party.builders import friday, key, party_state
from tests.party.forms import SETTINGS, send
from tests.web.html import Html
from tests.web.party_site import run

pytestmark = pytest.mark.django_db

each_state = pytest.mark.parametrize("state", STATES)


@pytest.fixture
def organiser(olga):
    client = Client(raise_request_exception=False)
    client.force_login(olga)
    return client


def to_bin(made):
    return reverse("archive:put", args=[made.club.slug, "party", made.code])


def actions_on(made):
    """Every form of a party, filled in as well as can be in whatever state it is."""
    one, other, ninth = (key(made, name) for name in ("P1", "P5", "P9"))
    return [
        (run(made, "draft"), {"how": "draw"}),
        (run(made, "draft"), {"do": "discard"}),
        (run(made, "draft"), {"do": "announce", "draft": getattr(party_state(made).draft, "round", made).pk}),
        (run(made, "swap"), {"who": [one, other], "reason": ""}),
        (run(made, "person", one), {"who": [one, ninth], "reason": ""}),
        (run(made, "undo_round", 1), {}),
        (run(made, "finish"), {}),
        (run(made, "finish"), {"do": "reopen"}),
        (run(made, "fill_round"), {}),
        (run(made, "settings"), {"do": "new codes"}),
        (to_bin(made), {}),
        (run(made, "round", 1), {"table": 2, "first": 7, "second": 4}),
        (run(made, "standings"), {"title": "Best cake", "number": 3}),
        (run(made, "people"), {"names": "Zoe"}),
        (run(made, "check"), {"gone": made.entrants.get(number=1).player_id}),
        (run(made, "pairs"), {"who": [one, other]}),
        (run(made, "pairs"), {"split": one}),
        (run(made, "person", one), {"how": "alone"}),
        (run(made, "person", other), {"how": "substitute", "substitute": ninth}),
        (run(made, "person", ninth), {"how": "after"}),
        (run(made, "settings"), SETTINGS),
        *((run(made, "timer"), {"do": what, "minutes": 5}) for what in ("start", "add", "pause", "resume", "ring")),
        *((run(made, "round_table", 1, 1), {"do": what}) for what in ("unlock", "lock", "end", "draw")),
        *((run(made, "round_table", 1, 1), {"do": what}) for what in ("walkover 1", "cut 1")),
    ]


@each_state
def test_every_action_in_every_state_succeeds_or_is_refused(organiser, olga, state):
    made = made_in(state, olga)
    before = rows()
    found = [(url, form, wrong(organiser, url, form, before)) for url, form in actions_on(made)]
    assert [each for each in found if each[-1]] == []


@pytest.mark.parametrize("state", ["draft", "running"])
def test_every_page_updates_after_every_action(organiser, olga, state):
    """Pages left open keep working after changes in another window."""
    made = made_in(state, olga)
    pages = [run(made, page) for page in ("console", "people", "print_seating")]
    pages += [reverse(f"party:{page}", args=[made.code]) for page in ("public", "projector")]

    def down():
        return [page for page in pages if organiser.get(page).status_code != 200]

    found = [("", down())]
    for url, form in actions_on(made):
        with undone():
            with writes() as written:
                send(organiser, url, form)
            # A party that was not written to looks as before.
            found.append((url, down() if written and url != to_bin(made) else []))
    assert [each for each in found if each[1]] == []


@pytest.mark.parametrize("state", ["draft", "running"])
def test_people_of_another_party_are_refused(organiser, olga, state):
    made = made_in(state, olga)
    other = friday(olga, "Una", "Uwe", "Uta", "Ulf", name="Another night")
    una, uwe = key(other, "Una"), key(other, "Uwe")
    before = rows()
    for url, form in [
        (run(made, "swap"), {"who": [una, uwe], "reason": "x"}),
        (run(made, "person", key(made, "P1")), {"who": [una, key(made, "P1")], "reason": "x"}),
        (run(made, "pairs"), {"who": [una, key(made, "P1")]}),
        (run(made, "pairs"), {"split": una}),
        (run(made, "person", una), {"how": "alone"}),
        (run(made, "person", key(made, "P1")), {"how": "substitute", "substitute": una}),
        (run(made, "standings"), {"title": "Best cake", "number": 77}),
    ]:
        assert send(organiser, url, form).status_code < 500
    assert rows() == before


# What was typed is still there.


@pytest.mark.parametrize(
    "name, bad", [("hands", "0"), ("hands", ""), ("minutes", "x"), ("max_tables", "-1"), ("name", "")]
)
def test_refused_settings_keep_what_was_typed(organiser, olga, name, bad):
    made = made_in("running", olga)
    typed_in = SETTINGS | {name: bad, "own_prizes": "Best hat\nBest cake", "prizes": ["booby"]}
    response = organiser.post(run(made, "settings"), typed_in)
    page = Html(response)
    assert response.status_code == 422
    assert page.value(name) == bad
    assert page.value("planned_rounds") == "6"
    assert page.texts("textarea") == ["Best hat Best cake"]
    assert [each["value"] for each in page.find("input", name="prizes") if "checked" in each.attributes] == ["booby"]
    assert len(page.find("p", css="wrong")) == 1


def test_refused_names_are_kept_in_the_form(organiser, olga):
    made = made_in("running", olga)
    one = Html(organiser.post(run(made, "people"), {"names": "z" * 41}))
    many = Html(organiser.post(run(made, "people"), {"names": "Zoe\n" + "z" * 41}))
    assert one.value("names") == "z" * 41
    assert many.texts("textarea") == ["Zoe " + "z" * 41]
