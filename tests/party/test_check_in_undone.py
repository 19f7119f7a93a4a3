"""Undo of a check-in by name: exactly what that step did, and the roster forgets who was added by mistake."""

import pytest

from tests.builders import NOON
from tests.party.builders import (
    LATER,
    draft,
    friday,
    friday_playing,
    key,
    logged,
    next_round,
    party_state,
    play_round,
    present,
    seats,
    typed,
)
from tests.party.test_check_in import add, roster
from tests.party.test_malformed_input import send
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.club.actions import add_player
from whistclub.party.actions import broadcast, expected, lifecycle, people, seating, wishes
from whistclub.party.actions.mistakes import undo_check_in
from whistclub.party.actions.refusals import SeatedSince, StillPlaying
from whistclub.party.invitation import Invitation

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


def undo(client, of, found):
    fields = {name: found.value(name) for name in ("here", "new", "made", "separated")}
    return Html(send(client, run(of, "undo_add"), fields, headers=HTMX))


def test_undo_removes_a_new_player_from_the_roster_too(organiser, olga):
    made = friday(olga, "Ann")
    player = add(organiser, made, "Anen")
    found = undo(organiser, made, player)
    assert (present(made), roster(made)) == (["Ann"], ["Ann"])
    assert "Undone. No longer a player: Anen." in found.text
    assert [each["id"] for each in found.find("li") if "data-gone" in each.attributes]
    came, removed = logged(made)[-2:]
    assert (came.sentence, removed.sentence) == ("Anen is here", "Anen was added by mistake and removed")
    assert organiser.get(run(made, "log")).status_code == 200


def test_a_name_one_letter_off_is_asked_about_and_one_tap_checks_the_right_person_in(organiser, olga):
    made = friday(olga, "Ann")
    add_player(made.club, "Walter")
    found = add(organiser, made, "Waltr")
    assert present(made) == ["Ann", "Waltr"]
    assert "Waltr is here. New to the club: Waltr. Did you mean Walter?" in found.text
    assert [button["value"] for button in found.find("button", name="meant")] == ["Walter"]
    fields = {name: found.value(name) for name in ("here", "new")} | {"meant": "Walter"}
    then = Html(send(organiser, run(made, "undo_add"), fields, headers=HTMX))
    assert "Walter is here. No longer a player: Waltr." in then.text
    assert (present(made), roster(made)) == (["Ann", "Walter"], ["Ann", "Walter"])


@pytest.mark.parametrize("here", [True, False])
def test_a_name_one_letter_off_one_who_is_here_or_expected_is_asked_about_too(organiser, olga, here):
    made = friday(olga, *(["Walter"] if here else ["Ann"]))
    expected.change_invitation(made, Invitation(NOON), by=olga, at=NOON)
    expected.say_coming(made, "Walter", "", "phone", neighbour="", at=NOON)
    found = add(organiser, made, "Waltr")
    assert "Did you mean Walter?" in found.text
    fields = {name: found.value(name) for name in ("here", "new")} | {"meant": "Walter"}
    then = Html(send(organiser, run(made, "undo_add"), fields, headers=HTMX))
    assert "Walter is here. No longer a player: Waltr." in then.text
    assert "Walter" in present(made)
    assert "Waltr" not in roster(made)


def test_undo_leaves_a_player_of_the_roster_there(organiser, olga):
    made = friday(olga)
    add_player(made.club, "Ann")
    undo(organiser, made, add(organiser, made, "Ann"))
    assert (present(made), roster(made)) == ([], ["Ann"])
    assert logged(made)[-1].sentence == "Ann is not here"


def test_undo_of_a_list_takes_back_all_of_it_and_no_one_else(organiser, olga):
    made = friday(olga, "Ann", movement="ladder_pairs")
    found = add(organiser, made, "Ann\nAdam & Eva\nZita", sure="yes")
    undo(organiser, made, found)
    assert (present(made), roster(made)) == (["Ann"], ["Ann"])
    assert organiser.get(run(made, "log")).status_code == 200


def test_undo_after_a_seating_keeps_the_player(organiser, olga):
    made = friday(olga, "Ann", "Bob", "Clara")
    found = add(organiser, made, "Dan")
    seating.make_draft(made, by=olga, at=LATER)
    undo(organiser, made, found)
    assert (present(made), "Dan" in roster(made)) == (["Ann", "Bob", "Clara"], True)
    assert organiser.get(run(made, "log")).status_code == 200


def test_a_new_name_is_forgotten_whatever_else_happened_meanwhile(organiser, olga):
    made = friday_playing(olga, count=8)
    found = add(organiser, made, "Dann")
    people.check_in(made, ["Eva"], by=olga, at=LATER)
    typed(made, olga, (5, 3), (3, 5))
    wishes.add_wish(made, key(made, "P1"), key(made, "Eva"), kind="apart", by=olga, at=LATER)
    undo(organiser, made, found)
    assert "Dann" not in roster(made)
    assert organiser.get(run(made, "log")).status_code == 200


def test_a_new_name_is_forgotten_though_a_draft_was_made_with_it(organiser, olga):
    made = friday(olga, count=7)
    draft(made, olga)
    undo(organiser, made, add(organiser, made, "Dann"))
    assert "Dann" not in roster(made)
    assert sum(map(len, seats(party_state(made)))) == 2
    for page in ("log", "console", "people"):
        assert organiser.get(run(made, page)).status_code == 200


@pytest.mark.parametrize("named", ["wish", "prize", "seat", "text"])
def test_a_new_name_that_something_else_names_stays_on_the_roster(organiser, olga, named):
    made = friday(olga, count=7, own_prizes=("Best cake",))
    found = add(organiser, made, "Dan")
    if named == "wish":
        wishes.add_wish(made, key(made, "P1"), key(made, "Dan"), kind="apart", by=olga, at=LATER)
    elif named == "prize":
        lifecycle.give_prize(made, "Best cake", 8, by=olga, at=LATER)
    elif named == "text":
        broadcast.show_message(made, "Welcome, Dan!", minutes=None, by=olga, at=LATER)
    else:
        play_round(made, olga, (5, 3), (3, 5))
    undo(organiser, made, found)
    assert ("Dan" in roster(made), "Dan" in present(made)) == (True, False)
    assert organiser.get(run(made, "log")).status_code == 200


def paired(of):
    """The pairs of the people present, by name."""
    return sorted("+".join(each.player.name for each in found) for found in party_state(of).partnerships)


def test_undo_leaves_the_partners_of_who_came_back_together(organiser, olga):
    made = friday(olga, count=4, movement="ladder_pairs")
    people.pair_rest(made, by=olga, at=LATER)
    people.check_out(made, key(made, "P2"), by=olga, at=LATER)
    undo(organiser, made, add(organiser, made, "P2"))
    assert paired(made) == ["P3+P4"]
    people.check_in(made, ["P2"], by=olga, at=LATER)
    assert paired(made) == ["P1+P2", "P3+P4"]


@pytest.mark.parametrize("names", ["P3 & New", "P2 & P3"])
def test_undo_gives_those_their_partners_back_who_lost_them(organiser, olga, names):
    made = friday(olga, count=4, movement="ladder_pairs")
    people.pair_rest(made, by=olga, at=LATER)
    found = add(organiser, made, names, sure="yes")
    assert paired(made) != ["P1+P2", "P3+P4"]
    undo(organiser, made, found)
    assert paired(made) == ["P1+P2", "P3+P4"]
    assert organiser.get(run(made, "log")).status_code == 200


def test_undo_takes_nobody_from_a_partner_found_since(organiser, olga):
    made = friday(olga, count=5, movement="ladder_pairs")
    people.pair_rest(made, by=olga, at=LATER)
    found = add(organiser, made, "P3 & New")
    people.pair_up(made, key(made, "P4"), key(made, "P5"), by=olga, at=LATER)
    undo(organiser, made, found)
    assert paired(made) == ["P1+P2", "P4+P5"]


def test_undo_does_not_take_a_player_from_a_table(olga):
    made = friday_playing(olga, count=4)
    with pytest.raises(StillPlaying):
        undo_check_in(made, [key(made, "P1")], [key(made, "P1")], by=olga, at=LATER)
    assert "P1" in present(made)


def test_undo_of_people_of_another_party_changes_nothing(olga):
    made, other = friday(olga, "Ann"), friday(olga, "Bob")
    undo_check_in(made, [key(other, "Bob")], [key(other, "Bob")], by=olga, at=LATER)
    assert (present(made), present(other)) == (["Ann"], ["Bob"])


@pytest.mark.parametrize(
    "fields", [{}, {"here": "x"}, {"made": "x"}, {"here": "1", "separated": "²-3"}, {"here": "1" * 5000}, {"here": "²"}]
)
def test_a_malformed_undo_is_refused(organiser, olga, fields):
    made = friday(olga, "Ann")
    assert send(organiser, run(made, "undo_add"), fields, headers=HTMX).status_code == 422
    assert present(made) == ["Ann"]


def test_an_old_undo_does_not_check_out_who_has_been_seated_since(olga):
    made = friday(olga, count=8)
    everyone = [entrant.pk for entrant in made.entrants.all()]
    next_round(made, olga, at=LATER)
    typed(made, olga, (5, 3), (3, 5))
    with pytest.raises(SeatedSince):
        undo_check_in(made, everyone, [], by=olga, at=LATER)
    assert len(present(made)) == 8
