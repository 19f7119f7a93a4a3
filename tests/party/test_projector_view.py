"""What the organiser lets the projector show: seating, timer, standings, the winners one by one, a text."""

import pytest
from django.utils import timezone

from tests.builders import NOON
from tests.party.builders import friday, logged, next_round, one_round, play_round, typed
from tests.party.test_projector import keys, projector
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import broadcast
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.models import Party

pytestmark = pytest.mark.django_db

View = Party.ProjectorView


def choose(of, olga, view, **more):
    broadcast.set_projector(of, view, by=olga, at=timezone.now(), **more)


@pytest.fixture
def played(olga):
    """One round of eight people at two tables; the results are in."""
    return one_round(olga, (13, 7), (13, 9), own_prizes=("Best hat",), prizes=("best", "booby"))


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (View.AUTOMATIC, ["standings-1", "phones-1", "tables-1", "names-1"]),
        (View.SEATING, ["tables-1", "names-1"]),
        (View.TIMER, ["timer-1"]),
        (View.STANDINGS, ["standings-1"]),
        (View.TEXT, ["message-1"]),
    ],
)
def test_the_projector_has_only_the_pages_that_were_chosen(played, olga, view, expected):
    choose(played, olga, view, text="Happy birthday!" if view == View.TEXT else "")
    assert keys(played) == expected
    assert ("Happy birthday!" in projector(played).texts("h2")) == (view == View.TEXT)


def test_before_the_first_round_a_choice_without_pages_leaves_it_automatic(olga):
    of = friday(olga, count=8)
    for view in (View.SEATING, View.STANDINGS, View.WINNERS):
        choose(of, olga, view)
        assert keys(of) == ["phones-1", "guests-1"]


def test_winners_go_from_the_other_prizes_to_the_third_place_and_a_shared_first(played, olga):
    play_round(played, olga, (13, 2), (9, 13))
    party_lifecycle.give_prize(played, "Best hat", 5, by=olga, at=NOON)
    choose(played, olga, View.WINNERS)
    pages = projector(played).find("section", css="page-winners")
    assert [page.text for page in pages] == [
        "Winners Friday",
        "Booby prize P3",
        "Best hat P5",
        "Third place P8 1 won · 22 points",
        "First place · First prize P1P2 2 won · 26 points",
    ]


def test_the_desk_turns_the_winners_forward_and_back(played, organiser):
    def press(**form):
        organiser.post(run(played, "set_projector"), {"view": "winners", **form})
        desk = Html(organiser.get(run(played, "console")))
        (root,) = [each for each in projector(played).find("div") if "data-start" in each.attributes]
        return root["data-start"], [button["value"] for button in desk.find("button", name="step")], desk

    start, steps, desk = press()
    assert (start, steps) == ("winners-1", ["1"])
    start, steps, desk = press(step=1)
    assert (start, steps) == ("winners-2", ["0", "2"])
    assert "On the projector: Booby prize:" in desk.text
    last = len(projector(played).find("section", css="page-winners")) - 1
    start, steps, desk = press(step=last)
    assert (start, steps) == (f"winners-{last + 1}", [str(last - 1)])
    assert "Done" in desk.texts("button", name="view")


def test_winners_are_offered_once_all_results_are_in(two_tables, olga, organiser):
    def offered():
        return [each["value"] for each in Html(organiser.get(run(two_tables, "console"))).find("button", name="view")]

    assert "winners" not in offered()
    typed(two_tables, olga, (13, 7), (13, 9))
    assert "winners" in offered()


def test_the_next_round_brings_the_projector_back_to_automatic(played, olga):
    choose(played, olga, View.STANDINGS)
    next_round(played, olga)
    assert keys(played)[0] == "tables-1"


def test_the_log_has_one_line_for_a_view_whatever_winners_were_shown(played, olga):
    before = len(logged(played))
    for step in (0, 1, 2, 1):
        choose(played, olga, View.WINNERS, step=step)
    choose(played, olga, View.TEXT, text="Tea")
    for step in (0, 1):
        choose(played, olga, View.WINNERS, step=step)
    choose(played, olga, View.AUTOMATIC)
    assert [each.sentence for each in logged(played)[before:]] == [
        "On the projector: Winners one by one",
        "On the projector: Text Tea",
        "On the projector: Winners one by one",
        "On the projector: Automatic",
    ]


def test_the_desk_keeps_the_text_while_the_projector_shows_something_else(played, organiser):
    organiser.post(run(played, "set_projector"), {"view": "text", "own_text": "Tea at nine"})
    organiser.post(run(played, "set_projector"), {"view": "standings"})
    [field] = Html(organiser.get(run(played, "console"))).find("input", name="own_text")
    assert (field["value"], "Tea" in projector(played).text) == ("Tea at nine", False)


def test_an_empty_own_text_is_refused(played, organiser):
    response = organiser.post(run(played, "set_projector"), {"view": "text", "own_text": "  "})
    assert (response.status_code, "Type the text for the projector." in Html(response).text) == (422, True)
    assert organiser.post(run(played, "set_projector"), {"view": "cinema"}).status_code == 422
