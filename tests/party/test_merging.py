"""Two players who turn out to be one person, and two persons after all."""

from datetime import timedelta

import pytest

from tests import builders
from tests.builders import FOUR, NOON, play_out, refusal_of
from tests.party.builders import friday, key, next_round, present, seats, standings, typed
from whistclub.club.actions import NameTaken, add_player, change_player, players_named
from whistclub.club.queries import known_names, person, roster
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people
from whistclub.party.actions.merging import (
    merge_players,
    separate_players,
)
from whistclub.party.models import Party
from whistclub.party.parties import token_of_results
from whistclub.play.games import SamePersonTwice
from whistclub.play.models import Game, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

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


def version(game):
    return Game.objects.get(pk=game.pk).version(NOON)


def token(party):
    return token_of_results(Party.objects.get(pk=party.pk))


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
    assert [each.player for each in page.merged] == [dahl]
    assert [(each.at, each.who, each.what) for each in page.changes] == [
        (NOON, "Olga", "I. Dahl was merged into Ingrid Dahl")
    ]


def test_the_merged_name_refers_to_the_remaining_player(prairie, olga, by_olga):
    ingrid, dahl, _games = ingrid_twice(prairie, olga)
    merge_players(ingrid, dahl, **by_olga)
    assert players_named(prairie, ["i. dahl"]) == [ingrid]
    again = builders.game(prairie, olga, names=I_DAHL)
    assert first_chairs(again) == ["Ingrid Dahl"]


def test_both_names_of_a_merged_player_cannot_sit_at_one_table(prairie, olga, by_olga):
    ingrid, dahl, _games = ingrid_twice(prairie, olga)
    merge_players(ingrid, dahl, **by_olga)
    with pytest.raises(SamePersonTwice, match=r"I\. Dahl is already seated"):
        builders.game(prairie, olga, names=("Ingrid Dahl", "I. Dahl", "Clara", "Dan"))


def test_no_player_gets_the_name_of_a_merged_one(prairie, olga, by_olga):
    ingrid, dahl, _games = ingrid_twice(prairie, olga)
    merge_players(ingrid, dahl, **by_olga)
    with pytest.raises(NameTaken, match=r"I\. Dahl is another name of Ingrid Dahl"):
        add_player(prairie, "I. Dahl")
    with pytest.raises(NameTaken):
        change_player(ingrid, name="I. DAHL", **by_olga)


def test_pads_are_redrawn(prairie, olga, by_olga):
    ingrid, dahl, games = ingrid_twice(prairie, olga)
    before = [version(game) for game in games]
    merge_players(ingrid, dahl, **by_olga)
    merged = [version(game) for game in games]
    separate_players(dahl, **by_olga)
    assert all(len(set(each)) == 3 for each in zip(before, merged, map(version, games), strict=True))


def test_a_player_cannot_be_merged_with_themselves(prairie, olga, by_olga):
    ingrid = add_player(prairie, "Ingrid Dahl")
    with refusal_of("same_player"):
        merge_players(ingrid, ingrid, **by_olga)


def test_a_merged_player_cannot_be_merged_again(prairie, olga, by_olga):
    ingrid, dahl, _games = ingrid_twice(prairie, olga)
    pete = add_player(prairie, "Pete")
    merge_players(ingrid, dahl, **by_olga)
    for kept, gone in ((pete, dahl), (dahl, pete), (ingrid, dahl)):
        with refusal_of("already_merged", r"I\. Dahl"):
            merge_players(kept, gone, **by_olga)


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
    before = token(two_tables)
    merge_players(ingrid, first, **by_olga)
    assert "Ingrid Dahl" in present(two_tables)
    assert token(two_tables) != before
    typed(two_tables, olga, (5, 3), (3, 5))
    assert standings(two_tables)["Ingrid Dahl"].wins == 1
    assert "Ingrid Dahl" in str(seats(next_round(two_tables, olga)))


def test_the_pages_of_a_finished_party_follow_a_merge(olga, prairie, by_olga, two_tables):
    typed(two_tables, olga, (5, 3), (3, 5))
    party_lifecycle.finish(two_tables, **by_olga)
    before = token(two_tables)
    merge_players(add_player(prairie, "Ingrid Dahl"), named(prairie, "P1"), **by_olga)
    assert token(two_tables) != before
    assert "Ingrid Dahl" in standings(two_tables)


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


def test_undoing_a_merge_returns_the_party_seat_with_later_rounds(olga, prairie, by_olga, two_tables):
    first = named(prairie, "P1")
    merge_players(add_player(prairie, "Ingrid Dahl"), first, **by_olga)
    typed(two_tables, olga, (5, 3), (3, 5))
    next_round(two_tables, olga)
    separate_players(first, **by_olga)
    assert first.seats.count() == 2
    assert (first.entries.count(), named(prairie, "Ingrid Dahl").seats.count()) == (1, 0)
    assert "P1" in present(two_tables)


def test_a_party_deleted_meanwhile_does_not_block_undoing_a_merge(olga, prairie, by_olga):
    party = friday(olga, "Ann", "Bob")
    ann = named(prairie, "Ann")
    merge_players(add_player(prairie, "Ingrid Dahl"), ann, **by_olga)
    Party.objects.filter(pk=party.pk).delete()
    separate_players(ann, **by_olga)
    assert "Ann" in names(prairie)


def test_a_chain_is_followed_and_undone_from_its_end(prairie, olga, by_olga):
    ingrid, dahl, games = ingrid_twice(prairie, olga)
    lady = add_player(prairie, "Mrs Dahl")
    merge_players(ingrid, dahl, **by_olga)
    merge_players(lady, ingrid, **by_olga)
    assert first_chairs(*games) == ["Mrs Dahl", "Mrs Dahl"]
    assert {known_names(prairie)[name] for name in ("i. dahl", "ingrid dahl", "mrs dahl")} == {lady}
    assert [(each.player, each.others) for each in person(prairie, lady.pk).merged] == [(ingrid, [dahl])]
    with refusal_of("merged_further", "Ingrid Dahl has since been merged into Mrs Dahl"):
        separate_players(dahl, **by_olga)
    separate_players(ingrid, **by_olga)
    assert first_chairs(*games) == ["Ingrid Dahl", "Ingrid Dahl"]
    separate_players(dahl, **by_olga)
    assert first_chairs(*games) == ["Ingrid Dahl", "I. Dahl"]


def test_undoing_a_merge_twice_is_refused(prairie, olga, by_olga):
    ingrid, dahl, _games = ingrid_twice(prairie, olga)
    merge_players(ingrid, dahl, **by_olga)
    separate_players(dahl, **by_olga)
    with refusal_of("not_merged"):
        separate_players(dahl, **by_olga)


def test_merging_again_after_an_undo_moves_the_current_data(prairie, olga, by_olga):
    ingrid, dahl, games = ingrid_twice(prairie, olga)
    merge_players(ingrid, dahl, **by_olga)
    separate_players(dahl, **by_olga)
    later = builders.game(prairie, olga, names=I_DAHL)
    merge_players(ingrid, dahl, by=olga, at=NOON + timedelta(days=1))
    separate_players(dahl, by=olga, at=NOON + timedelta(days=2))
    assert first_chairs(*games, later) == ["Ingrid Dahl", "I. Dahl", "I. Dahl"]


def test_checking_in_by_a_merged_name_finds_the_same_player(olga, prairie, by_olga):
    ingrid, dahl, _games = ingrid_twice(prairie, olga)
    merge_players(ingrid, dahl, **by_olga)
    party = friday(olga, "I. Dahl", "Ingrid Dahl", "Bob")
    assert present(party) == ["Ingrid Dahl", "Bob"]
    people.check_out(party, key(party, "Ingrid Dahl"), **by_olga)
    assert present(party) == ["Bob"]


def test_a_merge_changes_only_who_sat_there(prairie, olga, by_olga):
    ingrid, dahl, games = ingrid_twice(prairie, olga)
    hands = play_out(games[1])
    merge_players(ingrid, dahl, **by_olga)
    after = Game.objects.get(pk=hands.pk)
    assert (after.totals, after.winner, after.entries) == (hands.totals, hands.winner, hands.entries)
