"""The tables in the room apart from the ladder: names, tables out of use, and people who stay at one."""

import pytest

from tests.builders import NOON
from tests.party.builders import (
    LATER,
    NINE,
    draft,
    friday,
    friday_playing,
    key,
    logged,
    next_round,
    party_state,
    sit_outs,
    standings,
    swap,
    typed,
)
from whistclub.party.actions import rehearsal, results, room, seating
from whistclub.party.actions.refusals import ResultsMissing
from whistclub.party.movements import reasons_text
from whistclub.party.organiser.queries.draft import seats_before, sign_of
from whistclub.party.room import Room
from whistclub.play.actions.statistics import bring_up_to_date
from whistclub.play.models import Game
from whistclub.stats.models import GameFact

pytestmark = pytest.mark.django_db

NAMED = Room({1: "Window", 2: "Stage"})


def arrange(of, by, names=None, out_of_use=()):
    room.change_room(of, Room(names or {}, frozenset(out_of_use)), by=by, at=NOON)
    of.refresh_from_db()


def keep(of, by, name, table):
    room.keep_table(of, key(of, name), table, by=by, at=NOON)


def numbers(found):
    """The numbers of the tables of the newest round, from the top table down."""
    return [table_state.number for table_state in found.rounds[-1].by_rank]


def company(found):
    """Who plays with whom, from the top table down, and who sits out."""
    tables = found.rounds[-1].by_rank
    return [{frozenset(each.names(side)) for side in (0, 1)} for each in tables], sorted(sit_outs(found))


def seat(found, name):
    """Table and chair of a person in the newest round."""
    assignments = found.rounds[-1].assignments
    return next((each.table, each.position) for each in assignments if each.entrant.player.name == name)


def reason(found, name):
    assignment = next(each for each in found.rounds[-1].assignments if each.entrant.player.name == name)
    return reasons_text(assignment, found.names_by_number, room=found.room)


def let_win(of, by, names):
    """Enter a result for each table of the round in which the side of one of these people wins."""
    found = party_state(of)
    for table_state in found.current.tables:
        score = (5, 3) if set(names) & set(table_state.names(0)) else (3, 5)
        results.type_result(of, found.current.round.number, table_state.number, score, by=by, at=LATER)


@pytest.mark.parametrize("movement", ["ladder", "meets", "swiss"])
def test_who_plays_with_whom_does_not_depend_on_tables_and_chairs(olga, movement):
    plain, kept = (friday(olga, count=17, name=name, movement=movement) for name in ("Plain", "Kept"))
    arrange(kept, olga, {2: "Stage"}, out_of_use=[3])
    keep(kept, olga, "P6", 1)
    keep(kept, olga, "P11", 6)
    home = {}
    for _round in range(5):
        made, found = next_round(plain, olga), next_round(kept, olga)
        assert company(made) == company(found)
        assert 3 not in numbers(found)
        here, there = seat(found, "P6"), seat(found, "P11")
        for name, (table, chair), wanted in (("P6", here, 1), ("P11", there, 6)):
            # P6 registered first: where they play at one table, it is P6’s.
            if table is not None and (name == "P6" or table != here[0]):
                assert (table, home.setdefault(name, chair)) == (wanted, chair)
        winners = [min(table_state.names(0)) for table_state in made.current.tables]
        let_win(plain, olga, winners)
        let_win(kept, olga, winners)
    assert standings(plain) == standings(kept)


def test_without_settings_the_number_of_a_table_is_its_rank(olga):
    found = next_round(friday(olga, count=17), olga)
    assert [(each.number, each.rank) for each in found.current.tables] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert found.current.is_in_order


def test_one_who_stays_wins_and_the_next_table_comes_to_them(olga):
    made = friday(olga, *NINE)
    keep(made, olga, "Eva", 2)
    first = next_round(made, olga)
    assert (numbers(first), seat(first, "Eva")[0]) == ([1, 2], 2)
    let_win(made, olga, ["Ann", "Eva"])
    second = next_round(made, olga)
    assert (numbers(second), seat(second, "Eva")) == ([2, 1], seat(first, "Eva"))
    assert reason(second, "Eva").startswith("Won at table 2, moves up; ")
    assert reason(second, "Eva").endswith("; sits at table 2 all evening; table 2 is the top table this round.")
    assert reason(second, "Clara").startswith("Lost at table 1, moves down; ")
    assert reason(second, "Clara").endswith("; table 1 is 2nd from the top this round.")
    let_win(made, olga, ["Clara", "Gro"])
    third = next_round(made, olga)
    # Eva lost at the top table, and the others change tables once more.
    assert (numbers(third), seat(third, "Eva")) == ([1, 2], seat(first, "Eva"))
    assert reason(third, "Eva").startswith("Lost at table 2, moves down; ")
    assert "table 1 is the top table this round" in reason(third, "Clara")


def test_signs_of_the_draft_follow_the_rank_and_name_the_table(olga):
    made = friday(olga, *NINE)
    arrange(made, olga, {2: "Stage"})
    keep(made, olga, "Eva", 2)
    next_round(made, olga)
    let_win(made, olga, ["Ann", "Eva"])
    found = draft(made, olga)
    before = seats_before(found, found.draft)
    signs = {each.entrant.player.name: sign_of(each, before, found) for each in found.draft.assignments}
    # The top table is played at Eva’s now.
    assert numbers(found) == [2, 1]
    assert (signs["Eva"], signs["Ann"], signs["Clara"]) == ("▲Stage", "from 1", "▼1")


def test_where_nobody_climbs_only_those_who_stay_are_told_why(olga):
    made = friday(olga, count=8, movement="meets")
    keep(made, olga, "P6", 1)
    found = next_round(made, olga)
    assert reason(found, "P6").endswith("; sits at table 1 all evening.")
    assert "table" not in reason(found, "P1")


def test_of_two_who_meet_the_first_keeps_the_table_and_the_other_learns_why(olga):
    made = friday(olga, *NINE)
    keep(made, olga, "Ann", 2)
    keep(made, olga, "Clara", 3)
    found = next_round(made, olga)
    assert (seat(found, "Ann")[0], seat(found, "Clara")[0]) == (2, 2)
    assert "cannot keep table 3 this round: Ann keeps theirs" in reason(found, "Clara")


def test_a_table_out_of_use_is_not_kept_and_the_reason_says_so(olga):
    made = friday(olga, *NINE)
    keep(made, olga, "Ann", 2)
    arrange(made, olga, out_of_use=[2])
    found = next_round(made, olga)
    assert numbers(found) == [1, 3]
    assert reason(found, "Ann").endswith("; table 2 is out of use.")


def test_a_table_that_breaks_is_played_to_its_end_and_not_used_again(olga):
    made = friday_playing(olga, count=12)
    arrange(made, olga, out_of_use=[2])
    assert numbers(party_state(made)) == [1, 2, 3]
    typed(made, olga, (5, 3), (5, 3), (5, 3))
    found = next_round(made, olga)
    assert numbers(found) == [1, 3, 4]
    assert reason(found, "P9").startswith("Won at table 3, moves up; ")
    assert reason(found, "P9").endswith("; table 3 is 2nd from the top this round.")
    assert Game.objects.filter(round_number=2).order_by("pk").values_list("table_number", flat=True)[1] == 3


def test_a_draft_moves_to_other_tables_and_keeps_what_was_changed_by_hand(olga):
    made = friday(olga, *NINE)
    draft(made, olga, seating_method="arrival")
    swapped = company(swap(made, olga, "Ann", "Eva", reason=""))
    arrange(made, olga, out_of_use=[1])
    assert (numbers(party_state(made)), company(party_state(made))) == ([2, 3], swapped)
    keep(made, olga, "Ann", 2)
    assert (numbers(party_state(made)), company(party_state(made))) == ([3, 2], swapped)
    room.give_up_table(made, key(made, "Ann"), by=olga, at=NOON)
    assert (numbers(party_state(made)), company(party_state(made))) == ([2, 3], swapped)
    arrange(made, olga)
    assert numbers(party_state(made)) == [1, 2]
    seating.announce(made, by=olga, at=NOON)


def test_who_stays_and_is_swapped_in_a_draft_gets_other_company_at_the_same_table(olga):
    made = friday(olga, *NINE)
    keep(made, olga, "Ann", 1)
    draft(made, olga, seating_method="arrival")
    found = swap(made, olga, "Ann", "Eva", reason="")
    assert (seat(found, "Ann")[0], seat(found, "Eva")[0], numbers(found)) == (1, 2, [2, 1])


def test_everything_is_logged_and_undone_in_one_step(olga):
    made = friday(olga, *NINE)
    arrange(made, olga, {1: "Window"}, out_of_use=[4])
    keep(made, olga, "Ann", 1)
    room.give_up_table(made, key(made, "Ann"), by=olga, at=NOON)
    arrange(made, olga)
    none = "no table has a name or is out of use"
    some = "table 1: Window; out of use: table 4"
    assert [(each.sentence, each.before, each.after) for each in logged(made)[-4:]] == [
        ("Tables in the room changed", none, some),
        # The log calls tables by the names they have now.
        ("Ann stays at table 1", "", ""),
        ("Ann no longer stays at table 1", "", ""),
        ("Tables in the room changed", some, none),
    ]
    assert (made.room, party_state(made).present[0].fixed_table) == (Room(), None)


def test_saving_what_is_there_already_logs_nothing(olga):
    made = friday(olga, *NINE)
    keep(made, olga, "Ann", 1)
    before = len(logged(made))
    keep(made, olga, "Ann", 1)
    arrange(made, olga)
    assert len(logged(made)) == before


def test_a_renamed_table_has_its_new_name_in_every_round(olga):
    made = friday_playing(olga, *NINE)
    typed(made, olga, (5, 3), (5, 3))
    arrange(made, olga, NAMED.names)
    assert list(Game.objects.order_by("table_number").values_list("table_name", flat=True)) == ["Window", "Stage"]
    bring_up_to_date()
    assert list(GameFact.objects.order_by("table_number").values_list("table_name", flat=True)) == ["Window", "Stage"]
    found = next_round(made, olga)
    assert reason(found, "Eva").startswith("Won at Stage, moves up; ")
    assert "Round 1, Window: result entered from paper" in [each.sentence for each in logged(made)]
    with pytest.raises(ResultsMissing, match="The results of Window, Stage are missing"):
        seating.make_draft(made, by=olga, at=LATER)


def test_a_rehearsal_takes_over_names_and_people_who_stay(olga):
    made = friday(olga, *NINE)
    arrange(made, olga, NAMED.names, out_of_use=[3])
    keep(made, olga, "Bob", 1)
    copy = rehearsal.rehearse(made, by=olga, at=LATER)
    assert copy.room == made.room
    assert party_state(copy).present[1].fixed_table == 1


def test_a_name_that_is_a_number_takes_it_from_the_other_table():
    here = Room({1: "3", 2: "4"}, frozenset({5}))
    assert here.usable(3) == [1, 2, 6]
    assert [here.number_of(typed) for typed in ("3", " 4 ", "6", "1", "x", "1000", "")] == [
        1,
        2,
        6,
        1,
        None,
        None,
        None,
    ]
    assert NAMED.number_of("window ") == 1


def test_a_room_is_read_as_it_was_stored():
    here = Room({2: "Stage", 1: "Window"}, frozenset({7, 4}))
    assert Room.read(here.stored) == here
    assert Room.read({}) == Room()
