"""Two results for one table: identical ones are one, of different ones an organiser chooses, and both learn of it."""

import pytest
from django.utils import timezone

from tests.builders import NOON
from tests.party.builders import change, friday, friday_playing, next_round, party_state, play, table_at
from tests.party.test_malformed_input import send
from tests.party.test_pages_organiser import page
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.accounts.models import User
from whistclub.club.models import Role
from whistclub.party import changes
from whistclub.party.actions import results, seating
from whistclub.play.models import GameEvent

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


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


def type_on_console(organiser, party, first, second, **more):
    return send(organiser, run(party, "type_result", 1), {"table": 1, "first": first, "second": second} | more)


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
    assert "Table 1 has 11–8 (typed by Ben at 12:14). You typed 8–11." in Html(response).text
    assert table_at(typed_by_ben).game.totals == [11, 8]
    assert {"Replace it with 8–11"} <= set(Html(response).texts("button"))
    (keep,) = Html(response).find("button", name="keeps")
    assert (keep.text, keep["value"]) == ("Keep 11–8", "11.8")


def test_keeping_a_result_says_so_and_changes_nothing(organiser, typed_by_ben):
    form = {"table": 1, "first": 8, "second": 11, "keeps": "11.8"}
    found = page(organiser, run(typed_by_ben, "type_result", 1), form)
    assert "Nothing changed: Table 1 has 11–8. Your 8–11 was not saved." in found.text
    assert table_at(typed_by_ben).game.totals == [11, 8]


def test_keeping_a_result_that_is_another_by_now_asks_again(organiser, olga, typed_by_ben):
    results.type_result(typed_by_ben, 1, 1, (9, 9), by=olga, at=NOON)
    response = type_on_console(organiser, typed_by_ben, 8, 11, keeps="11.8")
    assert "Table 1 has 9–9 (typed by Olga" in Html(response).text
    results.reopen_table(typed_by_ben, 1, 1, by=olga, at=NOON)
    response = type_on_console(organiser, typed_by_ben, 8, 11, keeps="9.9")
    assert "P1 & P2 8–11 P3 & P4, in round 1. The table now has no result." in Html(response).text
    seating.undo_round(typed_by_ben, 1, sure=True, by=olga, at=NOON)
    response = type_on_console(organiser, typed_by_ben, 8, 11, keeps="9.9")
    assert "There is no table 1 in this round." in Html(response).text


def test_one_tap_replaces_the_result_and_the_first_organiser_learns_of_it(organiser, typed_by_ben):
    (form,) = offered(type_on_console(organiser, typed_by_ben, 8, 11))
    found = page(organiser, run(typed_by_ben, "type_result", 1), form)
    assert table_at(typed_by_ben).game.totals == [8, 11]
    assert any(
        note.startswith("Olga typed this at ") and note.endswith("; Ben had typed 11–8.")
        for note in found.texts("small", css="why")
    )


def test_who_corrects_their_own_result_is_asked_but_leaves_no_note(organiser, olga, typed_by_ben):
    results.type_result(typed_by_ben, 1, 2, (3, 4), by=olga, at=NOON)
    response = send(organiser, run(typed_by_ben, "type_result", 1), {"table": 2, "first": 4, "second": 3})
    (form,) = offered(response)
    found = page(organiser, run(typed_by_ben, "type_result", 1), form)
    assert (table_at(typed_by_ben, 2).game.totals, found.texts("small", css="why")) == ([4, 3], [])


def test_the_same_result_is_one(organiser, typed_by_ben):
    found = page(organiser, run(typed_by_ben, "type_result", 1), {"table": 1, "first": 11, "second": 8})
    assert "Table 1 has this result already: P1 & P2 11–8 P3 & P4." in found.text
    assert table_at(typed_by_ben).game.events.filter(kind=GameEvent.Kind.PAPER_RESULT).count() == 1
    assert typed_by_ben.log.filter(kind="result_typed").count() == 1


def test_a_result_of_phones_is_asked_about_too_and_the_same_keeps_its_hands(organiser, olga):
    made = friday_playing(olga, count=4)
    play(table_at(made), (0, 13), (0, 13), at=NOON.replace(minute=30))
    response = type_on_console(organiser, made, 5, 14)
    assert "Table 1 has 14–0 (from the phone at 12:30). You typed 5–14." in Html(response).text
    assert type_on_console(organiser, made, 14, 0).status_code == 302
    assert (table_at(made).game.paper_result, sum(table_at(made).tally.grands)) == (None, 2)


def test_a_result_that_changed_again_is_asked_about_again(organiser, olga, typed_by_ben):
    (form,) = offered(type_on_console(organiser, typed_by_ben, 8, 11))
    results.type_result(typed_by_ben, 1, 1, (9, 9), by=olga, at=NOON)
    response = send(organiser, run(typed_by_ben, "type_result", 1), form)
    assert (response.status_code, table_at(typed_by_ben).game.totals) == (409, [9, 9])


def test_the_page_of_a_table_corrects_the_result_it_shows_at_once(organiser, olga, typed_by_ben):
    shown = Html(organiser.get(run(typed_by_ben, "round_table", 1, 1))).value("replaces")
    assert type_on_console(organiser, typed_by_ben, 8, 11, back="table", replaces=shown).status_code == 302
    slept = type_on_console(organiser, typed_by_ben, 7, 7, back="table", replaces=shown)
    assert "Table 1 has 8–11 (typed by Olga" in Html(slept).text
    assert Html(slept).texts("h1")[0].startswith("Table 1, round 1")


@pytest.mark.parametrize(
    "ruling, more, text, keep",
    [
        (results.declare_draw, (), "counted as a draw", "Keep the draw"),
        (results.award_walkover, (1,), "won by default", "Keep the win by default"),
    ],
)
def test_a_ruling_is_not_overridden_unseen(organiser, olga, typed_by_ben, ruling, more, text, keep):
    change(ruling, typed_by_ben, olga, *more)
    response = type_on_console(organiser, typed_by_ben, 11, 8)
    assert f"Table 1 was {text}. You typed 11–8." in Html(response).text
    assert [each.text for each in Html(response).find("button", name="keeps")] == [keep]
    (form,) = offered(response)
    assert send(organiser, run(typed_by_ben, "type_result", 1), form).status_code == 302
    assert party_state(typed_by_ben).current.table(1).winner == 0


def test_undoing_a_result_that_replaced_another_leaves_no_trace_on_the_desk(organiser, typed_by_ben):
    shown = party_state(typed_by_ben).shown_round
    form = {"table": 1, "first": 8, "second": 11, "replaces": "11.8", "shown": shown}
    answer = Html(send(organiser, run(typed_by_ben, "type_result", 1), form, headers=HTMX))
    (undo,), (button,) = answer.find("form"), answer.find("button", name="back")
    assert button["value"] == run(typed_by_ben, "console")
    sentence = "Undone: Round 1, table 1: result entered from paper. The result is again P1 & P2 11–8 P3 & P4."
    assert sentence in page(organiser, undo["action"], {"back": button["value"]}).text
    assert table_at(typed_by_ben).game.totals == [11, 8]
    desk = page(organiser, run(typed_by_ben, "console"))
    assert "had typed" not in desk.text
    again = type_on_console(organiser, typed_by_ben, 9, 11)
    assert "typed by Ben at 12:14" in Html(again).text


def test_after_an_undo_the_desk_says_whose_result_was_really_replaced(organiser, olga, ben, typed_by_ben):
    def notes_after(*points, by):
        results.type_result(typed_by_ben, 1, 1, points, by=by, at=NOON.replace(minute=20))
        notes = page(organiser, run(typed_by_ben, "console")).texts("small", css="why")
        changes.undo(typed_by_ben, typed_by_ben.entry, by=by, at=NOON.replace(minute=21))
        return notes

    assert notes_after(8, 11, by=olga) == ["Olga typed this at 12:20; Ben had typed 11–8."]
    assert notes_after(9, 11, by=olga) == ["Olga typed this at 12:20; Ben had typed 11–8."]
    assert notes_after(8, 11, by=ben) == []


def test_a_second_organiser_reads_that_organisers_see_the_draft(client, olga, ben):
    made = friday(olga, count=8)
    shown = "Only organisers can see it until it is announced."
    client.force_login(ben)
    assert shown in page(client, run(made, "console") + "?next").text
    seating.make_draft(made, by=olga, at=timezone.now())
    assert "Only organisers can see this until it is announced." in page(client, run(made, "console")).text
