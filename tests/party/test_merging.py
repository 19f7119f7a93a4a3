"""Two players who turn out to be one person, and two persons after all."""

import pytest

from tests import builders
from tests.builders import FOUR, NOON, refusal_of
from tests.party.builders import friday, key, next_round, present, seats, standings, typed
from whistclub.club.actions import add_player, change_player, players_named
from whistclub.club.queries import known_names, person, roster
from whistclub.party.actions import people
from whistclub.party.actions.merging import merge_players, separate_players
from whistclub.party.follow import version_of_hands
from whistclub.party.models import Party
from whistclub.play.models import Seat

pytestmark = pytest.mark.django_db

INGRID = ("Ingrid Dahl", "Bob", "Clara", "Dan")
I_DAHL = ("I. Dahl", "Bob", "Clara", "Dan")


def named(club, name):
    return club.players.get(name=name)


def ingrid_twice(prairie, olga):
    """One game of hers under each of her names."""
    games = [builders.game(prairie, olga, names=each) for each in (INGRID, I_DAHL)]
    return named(prairie, "Ingrid Dahl"), named(prairie, "I. Dahl"), games


def first_chairs(*games):
    return [game.seats.get(position=0).player.name for game in games]


def names(club):
    return [player.name for player in roster(club)]


def version(party):
    return version_of_hands(Party.objects.get(pk=party.pk))


def test_a_merge_moves_all_games_to_the_remaining_player(prairie, olga, by_olga):
    ingrid, dahl, games = ingrid_twice(prairie, olga)
    merge_players(ingrid, dahl, **by_olga)
    assert first_chairs(*games) == ["Ingrid Dahl", "Ingrid Dahl"]
    assert names(prairie) == ["Bob", "Clara", "Dan", "Ingrid Dahl"]


def test_the_remaining_players_page_logs_the_merge(prairie, olga, by_olga):
    ingrid, dahl, _games = ingrid_twice(prairie, olga)
    merge_players(ingrid, dahl, **by_olga)
    page = person(prairie, dahl.pk)
    assert page.player == ingrid
    assert page.merged == [(dahl, [])]
    assert [(each.at, each.by_user.name, each.what) for each in page.changes] == [
        (NOON, "Olga", "I. Dahl was merged into Ingrid Dahl")
    ]


def test_the_merged_name_refers_to_the_remaining_player(prairie, olga, by_olga):
    ingrid, dahl, _games = ingrid_twice(prairie, olga)
    merge_players(ingrid, dahl, **by_olga)
    assert players_named(prairie, ["i. dahl"]) == [ingrid]
    again = builders.game(prairie, olga, names=I_DAHL)
    assert first_chairs(again) == ["Ingrid Dahl"]


def test_no_player_gets_the_name_of_a_merged_one(prairie, olga, by_olga):
    ingrid, dahl, _games = ingrid_twice(prairie, olga)
    merge_players(ingrid, dahl, **by_olga)
    with refusal_of("name_taken", match=r"I\. Dahl is another name of Ingrid Dahl"):
        add_player(prairie, "I. Dahl")
    with refusal_of("name_taken"):
        change_player(ingrid, name="I. DAHL", **by_olga)


def test_players_of_one_table_cannot_be_merged(prairie, olga, by_olga):
    builders.game(prairie, olga)
    ann, bob = (named(prairie, name) for name in FOUR[:2])
    with refusal_of("sat_together", "Ann and Bob sat at the same table on 7 Mar 2026"):
        merge_players(ann, bob, **by_olga)
    bob.refresh_from_db()
    assert (bob.merged_into, bob.changes.count(), bob.seats.count()) == (None, 0, 1)


def test_players_of_one_party_cannot_be_merged(prairie, olga, by_olga):
    friday(olga, "Ann", "Bob", name="Lucia party")
    with refusal_of("came_together", "Ann and Bob were both at the party “Lucia party”"):
        merge_players(named(prairie, "Ann"), named(prairie, "Bob"), **by_olga)


def test_a_merge_moves_party_seats_with_their_games(olga, prairie, by_olga, two_tables):
    ingrid, first = add_player(prairie, "Ingrid Dahl"), named(prairie, "P1")
    before = version(two_tables)
    merge_players(ingrid, first, **by_olga)
    assert "Ingrid Dahl" in present(two_tables)
    assert version(two_tables) != before
    typed(two_tables, olga, (5, 3), (3, 5))
    assert standings(two_tables)["Ingrid Dahl"].wins == 1
    assert "Ingrid Dahl" in str(seats(next_round(two_tables, olga)))


def test_undoing_a_merge_restores_everything(prairie, olga, by_olga):
    ingrid, dahl, games = ingrid_twice(prairie, olga)
    before = list(Seat.objects.order_by("pk").values())
    merge_players(ingrid, dahl, **by_olga)
    separate_players(dahl, **by_olga)
    assert list(Seat.objects.order_by("pk").values()) == before
    assert names(prairie) == ["Bob", "Clara", "Dan", "I. Dahl", "Ingrid Dahl"]
    assert first_chairs(*games) == ["Ingrid Dahl", "I. Dahl"]
    assert [each.what for each in person(prairie, dahl.pk).changes] == [
        "I. Dahl was separated from Ingrid Dahl again",
        "I. Dahl was merged into Ingrid Dahl",
    ]


def test_games_played_since_a_merge_stay_with_the_remaining_player(prairie, olga, by_olga):
    ingrid, dahl, games = ingrid_twice(prairie, olga)
    merge_players(ingrid, dahl, **by_olga)
    since = builders.game(prairie, olga, names=I_DAHL)
    separate_players(dahl, **by_olga)
    assert first_chairs(*games, since) == ["Ingrid Dahl", "I. Dahl", "Ingrid Dahl"]


def test_a_chain_is_followed_and_undone_from_its_end(prairie, olga, by_olga):
    ingrid, dahl, games = ingrid_twice(prairie, olga)
    lady = add_player(prairie, "Mrs Dahl")
    merge_players(ingrid, dahl, **by_olga)
    merge_players(lady, ingrid, **by_olga)
    assert first_chairs(*games) == ["Mrs Dahl", "Mrs Dahl"]
    assert {known_names(prairie)[name] for name in ("i. dahl", "ingrid dahl", "mrs dahl")} == {lady}
    assert person(prairie, lady.pk).merged == [(ingrid, [dahl])]
    with refusal_of("merged_further", "Ingrid Dahl has since been merged into Mrs Dahl"):
        separate_players(dahl, **by_olga)
    separate_players(ingrid, **by_olga)
    assert first_chairs(*games) == ["Ingrid Dahl", "Ingrid Dahl"]
    separate_players(dahl, **by_olga)
    assert first_chairs(*games) == ["Ingrid Dahl", "I. Dahl"]


def test_checking_in_by_a_merged_name_finds_the_same_player(olga, prairie, by_olga):
    ingrid, dahl, _games = ingrid_twice(prairie, olga)
    merge_players(ingrid, dahl, **by_olga)
    party = friday(olga, "I. Dahl", "Ingrid Dahl", "Bob")
    assert present(party) == ["Ingrid Dahl", "Bob"]
    people.check_out(party, key(party, "Ingrid Dahl"), **by_olga)
    assert present(party) == ["Bob"]
