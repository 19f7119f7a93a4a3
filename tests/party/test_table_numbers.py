"""Numbers of tables: some that are not in use, and people who stay at a table; on pages, paper and phones."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import (
    LATER,
    NINE,
    USUAL,
    draft,
    friday,
    friday_playing,
    key,
    next_round,
    party_state,
    sit_outs,
    standings,
    swap,
    typed,
)
from tests.party.forms import SETTINGS
from tests.web.html import Html
from whistclub.party.actions import lifecycle, results, seating
from whistclub.party.models import Party
from whistclub.party.movements import reasons_text
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def leave_unused(of, by, *tables):
    lifecycle.change_setup(of, USUAL | {"unused_tables": tables}, by=by, at=NOON)
    of.refresh_from_db()


def keep(of, by, name, table):
    seating.keep_table(of, key(of, name), table, by=by, at=NOON)


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
    return reasons_text(assignment, found.names_by_number)


def let_win(of, by, names):
    """Enter a result for each table of the round in which the side of one of these people wins."""
    found = party_state(of)
    for table_state in found.current.tables:
        score = (5, 3) if set(names) & set(table_state.names(0)) else (3, 5)
        results.type_result(of, found.current.round.number, table_state.number, score, by=by, at=LATER)


@pytest.mark.parametrize("movement", ["ladder", "meets", "swiss"])
def test_who_plays_with_whom_does_not_depend_on_tables_and_chairs(olga, movement):
    plain = friday(olga, count=17, name="Plain", movement=movement)
    kept = friday(olga, count=17, name="Kept", movement=movement, unused_tables=(3,))
    keep(kept, olga, "P6", 1)
    keep(kept, olga, "P11", 6)
    home = {}
    for _round in range(3):
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


def test_a_table_out_of_use_is_not_kept_and_the_reason_says_so(olga):
    made = friday(olga, *NINE)
    keep(made, olga, "Ann", 2)
    leave_unused(made, olga, 2)
    found = next_round(made, olga)
    assert numbers(found) == [1, 3]
    assert reason(found, "Ann").endswith("; table 2 is out of use.")


def test_a_table_that_breaks_is_played_to_its_end_and_not_used_again(olga):
    made = friday_playing(olga, count=12)
    leave_unused(made, olga, 2)
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
    leave_unused(made, olga, 1)
    assert (numbers(party_state(made)), company(party_state(made))) == ([2, 3], swapped)
    keep(made, olga, "Ann", 2)
    assert (numbers(party_state(made)), company(party_state(made))) == ([3, 2], swapped)
    seating.keep_table(made, key(made, "Ann"), None, by=olga, at=NOON)
    assert (numbers(party_state(made)), company(party_state(made))) == ([2, 3], swapped)
    leave_unused(made, olga)
    assert numbers(party_state(made)) == [1, 2]
    seating.announce(made, by=olga, at=NOON)


# Pages, paper and phones


def address(of, name, *more):
    return reverse(f"party:{name}", args=[of.club.slug, of.code, *more])


def shown(client, of, name, *more):
    return Html(client.get(address(of, name, *more)))


def public(of, name, **query):
    return Html(Client().get(reverse(f"party:{name}", args=[of.code]), query))


def test_who_stays_is_chosen_among_the_wishes(organiser, party):
    chosen = {"entrant": key(party, "Ida"), "table": 2}
    wishes = address(party, "wishes")
    assert shown(organiser, party, "people").find("a", href=wishes)
    assert organiser.post(wishes, chosen)["Location"] == wishes
    text = shown(organiser, party, "wishes").text
    assert "Ida stays at table 2" in text
    assert "From the next round on, Ida stays at table 2. Print the table cards again" in text
    assert organiser.post(wishes, {"moves": chosen["entrant"]})["Location"] == wishes
    assert "Ida stays" not in shown(organiser, party, "wishes").text
    nobody = organiser.post(wishes, {"entrant": "", "table": 2})
    assert (nobody.status_code, "Choose a player and a table." in Html(nobody).text) == (422, True)


@pytest.mark.parametrize("typed_numbers, stored", [("3", [3]), ("7, 3 3", [3, 7]), ("", [])])
def test_unused_numbers_are_a_setting_that_the_next_party_takes_over(organiser, party, typed_numbers, stored):
    assert organiser.post(address(party, "settings"), SETTINGS | {"unused_tables": typed_numbers}).status_code == 302
    party.refresh_from_db()
    assert party.unused_tables == stored
    proposed = Html(organiser.get(reverse("party:set_up", args=["prairie"])))
    assert proposed.value("unused_tables") == ", ".join(map(str, stored))


@pytest.mark.parametrize("typed_numbers", ["x", "1000", "-1", "²"])
def test_unused_numbers_that_are_none_are_refused(organiser, party, typed_numbers):
    response = organiser.post(address(party, "settings"), SETTINGS | {"unused_tables": typed_numbers})
    assert (response.status_code, "Enter numbers with commas" in Html(response).text) == (422, True)
    assert Party.objects.get().unused_tables == []


def test_ranks_are_written_where_tables_are_not_in_order(organiser, party, olga):
    seating.keep_table(party, key(party, "Ann"), 2, by=olga, at=NOON)
    next_round(party, olga)
    ranks = ["2nd from the top", "the top table"]
    assert public(party, "projector").texts("span", css="tile-rank") == ranks
    assert public(party, "public").texts("span", css="table-number") == [
        "Table 1 2nd from the top",
        "Table 2 the top table",
    ]
    assert "the top table" in public(party, "public", me=1).texts("h1")[0]
    assert "the top table" in shown(organiser, party, "console").text
