"""Results changed later, two for one table, and unlikely ones: what is asked, and what follows."""

from dataclasses import replace

import pytest
from django.utils import timezone

from tests.builders import high, link, refusal_of
from tests.party.builders import (
    LATER,
    NOON,
    change,
    friday,
    friday_playing,
    next_round,
    party_state,
    play,
    play_round,
    standings,
    table_at,
    type_in,
    typed,
)
from tests.party.forms import send, type_on_console
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.accounts.models import User
from whistclub.club.models import Role
from whistclub.engine.options import PRESETS
from whistclub.party.actions import results, seating
from whistclub.party.actions.results import doubt
from whistclub.party.models import Party
from whistclub.play.entries import correct_hand
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


# A draft made meanwhile


@pytest.mark.parametrize(
    "action, more, refusal", [(results.reopen_table, (), "results_missing"), (results.declare_draw, (), "cut_needed")]
)
def test_no_draft_is_announced_while_the_round_before_is_undecided(two_tables, olga, action, more, refusal):
    typed(two_tables, olga, (5, 3), (5, 3))
    seating.make_draft(two_tables, by=olga, at=LATER)
    change(action, two_tables, olga, *more)
    with refusal_of(refusal):
        seating.announce(two_tables, by=olga, at=LATER)


# Other pages and phones


def points(of):
    return {name: line.points for name, line in standings(of).items()}


@pytest.fixture
def three_rounds(two_tables, olga):
    typed(two_tables, olga, (5, 3), (3, 5))
    for scores in ([(6, 2), (1, 7)], [(4, 3), (2, 5)]):
        play_round(two_tables, olga, *scores)
    return two_tables


def test_a_correction_of_an_older_round_leaves_the_seats_of_later_ones(three_rounds, olga):
    def seated():
        return [
            [
                (table_state.number, chair, assignment.entrant_id)
                for table_state in round_state.tables
                for chair, assignment in table_state.assignments.items()
            ]
            for round_state in party_state(three_rounds).announced
        ]

    before = seated()
    changed = type_in(three_rounds, olga, (3, 5))
    assert seated() == before
    assert changed.has_later_rounds


def test_earlier_table_can_be_reopened_and_corrected(olga):
    made = friday(olga, count=4)
    old = next_round(made, olga).current.table(1)
    play(old, (0, 13), (0, 13))
    next_round(made, olga)
    results.reopen_table(made, 1, 1, by=olga, at=LATER)
    game = Game.objects.get(pk=old.game.pk)
    hand = game.entries.get(position=1)
    correct_hand(link(game), high(1, 1, 13), corrects=hand.uid, by_seat=0, at=LATER)
    assert Game.objects.get(pk=game.pk).totals == [7, 7]
    play(old, (0, 9), (0, 9))
    assert (standings(made)["P1"].points, party_state(made).current.round.number) == (13, 2)


@pytest.fixture
def ben(prairie) -> User:
    """Another organiser of the club."""
    user = User.objects.create(email="ben@example.org", name="Ben")
    Role.objects.create(club=prairie, user=user, kind="owner")
    return user


@pytest.fixture
def typed_by_ben(olga, ben):
    """Ben has typed 11–8 for table 1 at 14:14 in the club's time zone."""
    made = friday(olga, count=8, preset="minnesota")
    next_round(made, olga, at=timezone.now())
    results.type_result(made, 1, 1, (11, 8), by=ben, at=NOON.replace(minute=14))
    return made


def offered(response) -> list[dict[str, str]]:
    """What the buttons that replace the result would send."""
    found = Html(response)
    names = ("table", "first", "second")
    return [
        {
            each["name"]: each["value"]
            for each in found.find("input")
            if each.attributes.get("name") in names
            and "value" in each.attributes
            and each.attributes.get("type") == "hidden"
        }
        | {"replaces": button["value"]}
        for button in found.find("button", name="replaces")
    ]


def test_the_second_organiser_sees_both_results_and_nothing_is_changed(organiser, typed_by_ben):
    response = type_on_console(organiser, typed_by_ben, 8, 11)
    assert response.status_code == 409
    assert "Not saved: table 1, 8–11. Table 1 has 11–8, typed by Ben at 12:14." in Html(response).text
    assert table_at(typed_by_ben).game.totals == [11, 8]
    assert "Replace it" in Html(response).texts("button")


def test_a_result_of_phones_is_asked_about_too_and_the_same_keeps_its_hands(organiser, olga):
    made = friday_playing(olga, count=4)
    play(table_at(made), (0, 13), (0, 13), at=NOON.replace(minute=30))
    response = type_on_console(organiser, made, 5, 14)
    assert "Table 1 has 14–0, from the phone at 12:30." in Html(response).text
    assert type_on_console(organiser, made, 14, 0).status_code == 302
    assert (table_at(made).game.paper_result, sum(table_at(made).tally.grands)) == (None, 2)


def test_a_result_that_changed_again_is_asked_about_again(organiser, olga, typed_by_ben):
    (form,) = offered(type_on_console(organiser, typed_by_ben, 8, 11))
    results.type_result(typed_by_ben, 1, 1, (9, 9), by=olga, at=NOON)
    response = send(organiser, run(typed_by_ben, "round", 1), form)
    assert (response.status_code, table_at(typed_by_ben).game.totals) == (409, [9, 9])


def test_the_page_of_a_table_corrects_the_result_it_shows_at_once(organiser, olga, typed_by_ben):
    shown = Html(organiser.get(run(typed_by_ben, "round_table", 1, 1))).value("replaces")
    assert type_on_console(organiser, typed_by_ben, 8, 11, back="table", replaces=shown).status_code == 302
    slept = type_on_console(organiser, typed_by_ben, 7, 7, back="table", replaces=shown)
    assert "Table 1 has 8–11, typed by Olga" in Html(slept).text
    assert Html(slept).texts("h1")[0].startswith("Table 1, round 1")


@pytest.mark.parametrize(
    "ruling, more, text",
    [(results.declare_draw, (), "counted as a draw"), (results.award_walkover, (1,), "won by default")],
)
def test_a_ruling_is_not_overridden_unseen(organiser, olga, typed_by_ben, ruling, more, text):
    change(ruling, typed_by_ben, olga, *more)
    response = type_on_console(organiser, typed_by_ben, 11, 8)
    assert f"Table 1 was {text}." in Html(response).text
    (form,) = offered(response)
    assert send(organiser, run(typed_by_ben, "round", 1), form).status_code == 302
    assert party_state(typed_by_ben).current.table(1).winner == 0


def test_a_slip_of_a_round_that_is_over_is_asked_about(organiser, olga, typed_by_ben):
    old = party_state(typed_by_ben).shown_round
    results.type_result(typed_by_ben, 1, 2, (5, 3), by=olga, at=NOON)
    next_round(typed_by_ben, olga, at=timezone.now())
    response = type_on_console(organiser, typed_by_ben, 8, 11, shown=old)
    assert response.status_code == 409
    assert "Not saved: table 1, 8–11. Round 1 is over; round 2 is being played." in Html(response).text
    buttons = [each for each in Html(response).find("button") if "formaction" in each.attributes]
    assert [each.text for each in buttons] == ["It is of round 1", "It is of round 2"]
    shown = Html(response).value("shown")
    form = {"table": 1, "first": 8, "second": 11, "shown": shown}
    assert "Table 1 has 11–8 in round 1, typed by Ben" in Html(send(organiser, buttons[0]["formaction"], form)).text
    assert send(organiser, buttons[1]["formaction"], form).status_code == 302
    assert table_at(typed_by_ben).game.totals == [8, 11]


RULES = replace(PRESETS["neuralplay"], target=None)
EIGHT_HANDS = replace(RULES, max_hands=8)
IN_HANDS = "is not possible in 8 hands under these rules."
BY_BELL = replace(RULES, max_hands=100)


@pytest.mark.parametrize(
    "rules, party, points, sentence",
    [
        (EIGHT_HANDS, Party(round_end="hands"), (1, 0), ""),
        (EIGHT_HANDS, Party(round_end="hands"), (112, 0), ""),
        (EIGHT_HANDS, Party(round_end="hands"), (133, 7), f"133–7 {IN_HANDS}"),
        (EIGHT_HANDS, Party(round_end="hands"), (60, 60), f"60–60 {IN_HANDS}"),
        (BY_BELL, Party(round_end="bell", minutes=35), (5, 3), ""),
        (BY_BELL, Party(round_end="bell", minutes=35), (112, 0), ""),
        (BY_BELL, Party(round_end="bell", minutes=35), (133, 7), "133–7 is very unlikely before the bell."),
        (BY_BELL, Party(round_end="bell", minutes=60), (133, 7), ""),
        (BY_BELL, Party(round_end="top"), (133, 7), ""),
        (BY_BELL, Party(round_end="top"), (233, 7), "233–7 is very unlikely before the bell."),
        (PRESETS["minnesota"], Party(round_end="target"), (19, 12), ""),
        (
            PRESETS["minnesota"],
            Party(round_end="target"),
            (19, 13),
            "19–13 is not possible: only one side can reach 13.",
        ),
    ],
)
def test_a_result_that_rules_or_time_make_unlikely_is_asked_about(rules, party, points, sentence):
    assert doubt(party, rules, points) == sentence


@pytest.fixture
def eight_hands(olga):
    return friday_playing(olga, count=8, preset="neuralplay", round_end="hands", hands=8, to_target=False)


def result(party):
    game = party_state(party).current.table(1).game
    return None if game.state == Game.State.RUNNING else game.totals


@pytest.mark.django_db
def test_a_result_for_a_table_that_a_phone_scores_is_asked_about(organiser, eight_hands):
    play(party_state(eight_hands).current.table(1), (0, 9))
    asked = organiser.post(run(eight_hands, "round", 1), {"table": 1, "first": 9, "second": 2})
    assert "Not saved: table 1, 9–2. Its phone has 3–0 after 1 hand." in Html(asked).text.replace("\u00a0", " ")
    assert result(eight_hands) is None
    asked = organiser.post(run(eight_hands, "round", 1), {"table": 1, "first": 133, "second": 7})
    assert f"133–7 {IN_HANDS} Its phone has 3–0 after 1 hand." in Html(asked).text.replace("\u00a0", " ")


@pytest.mark.django_db
@pytest.mark.parametrize("where", [{}, {"back": "table"}, {"HTTP_HX_REQUEST": "true"}], ids=["desk", "table", "slips"])
def test_an_unlikely_result_is_saved_once_the_organiser_is_sure(organiser, eight_hands, where):
    header = {name: value for name, value in where.items() if name.startswith("HTTP")}
    fields = {"table": 1, "first": 133, "second": 7} | {name: value for name, value in where.items() if not header}
    path = run(eight_hands, "round", 1)
    asked = organiser.post(path, fields, **header)
    assert (asked.status_code, result(eight_hands)) == (409, None)
    found = Html(asked)
    assert f"Not saved: table 1, 133–7. 133–7 {IN_HANDS}" in found.text.replace("\u00a0", " ")
    sure = next(each for each in found.find("form", role="alert"))
    assert sure["action"] == path
    assert [(each["name"], each["value"]) for each in found.find("button", name="sure")] == [("sure", "yes")]
    organiser.post(path, fields | {"sure": "yes"}, **header)
    assert result(eight_hands) == [133, 7]
