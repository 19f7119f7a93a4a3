"""What an organiser does to a player: another name, off statistics, anonymous; each is kept with who and when."""

import pytest

from tests import builders
from tests.builders import NOON
from whistclub.club.actions import (
    NameTaken,
    add_player,
    hide_player,
    make_anonymous,
    name_again,
    players_named,
    rename_player,
    show_player,
)
from whistclub.club.queries import person, roster

pytestmark = pytest.mark.django_db


def names(club):
    return [player.name for player in roster(club)]


def history(player):
    return [(change.who, change.what) for change in person(player.club, player.pk).changes]


def test_renaming_records_who_and_when(marge, by_olga):
    rename_player(marge, "Marge Berg", **by_olga)
    change = marge.changes.get()
    assert (change.before, change.after, change.by_user.name, change.at) == (
        "Marge Lindqvist",
        "Marge Berg",
        "Olga",
        NOON,
    )
    assert history(marge) == [("Olga", "Marge Lindqvist was renamed to Marge Berg")]


def test_renaming_to_the_same_name_changes_nothing(marge, by_olga):
    rename_player(marge, "Marge Lindqvist", **by_olga)
    assert history(marge) == []


def test_hiding_and_showing_a_player_are_logged_once_each(marge, by_olga):
    for action in (hide_player, hide_player, show_player, show_player):
        action(marge, **by_olga)
    assert [what for _who, what in history(marge)] == ["Shown in statistics again", "Hidden from statistics"]


def test_a_hidden_player_stays_on_the_roster(prairie, marge, by_olga):
    hide_player(marge, **by_olga)
    marge.refresh_from_db()
    assert marge.hidden
    assert names(prairie) == ["Marge Lindqvist"]


def test_an_anonymous_player_gets_the_first_free_number(prairie, marge, by_olga):
    nils, opal = add_player(prairie, "Nils Åkerman"), add_player(prairie, "anonymous 2")
    make_anonymous(marge, **by_olga)
    make_anonymous(nils, **by_olga)
    assert names(prairie) == ["Anonymous 1", "Anonymous 3", "anonymous 2"]
    assert (nils.real_name, opal.real_name) == ("Nils Åkerman", "")


def test_a_freed_pseudonym_number_is_reused(prairie, marge, by_olga):
    nils = add_player(prairie, "Nils Åkerman")
    make_anonymous(marge, **by_olga)
    name_again(marge, **by_olga)
    make_anonymous(nils, **by_olga)
    assert names(prairie) == ["Anonymous 1", "Marge Lindqvist"]


def test_making_a_player_anonymous_twice_keeps_the_real_name(marge, by_olga):
    make_anonymous(marge, **by_olga)
    make_anonymous(marge, **by_olga)
    assert (marge.name, marge.real_name, marge.changes.count()) == ("Anonymous 1", "Marge Lindqvist", 1)


def test_restoring_the_name_restores_everything(prairie, marge, by_olga):
    make_anonymous(marge, **by_olga)
    name_again(marge, **by_olga)
    name_again(marge, **by_olga)
    marge.refresh_from_db()
    assert (names(prairie), marge.real_name) == (["Marge Lindqvist"], "")
    assert [what for _who, what in history(marge)] == [
        "Anonymous 1 is shown as Marge Lindqvist again",
        "Marge Lindqvist was made anonymous: Anonymous 1",
    ]


def test_an_anonymous_player_can_change_pseudonym_and_restore_the_real_name(prairie, marge, by_olga):
    make_anonymous(marge, **by_olga)
    rename_player(marge, "The lady in red", **by_olga)
    assert names(prairie) == ["The lady in red"]
    name_again(marge, **by_olga)
    assert names(prairie) == ["Marge Lindqvist"]


@pytest.mark.parametrize("typed", ["Marge Lindqvist", "marge LINDQVIST", "anonymous 1"])
def test_the_real_name_of_an_anonymous_player_finds_them(prairie, marge, by_olga, typed):
    make_anonymous(marge, **by_olga)
    assert players_named(prairie, [typed]) == [marge]
    assert names(prairie) == ["Anonymous 1"]


def test_nobody_new_gets_the_real_name_of_an_anonymous_player(prairie, marge, by_olga):
    make_anonymous(marge, **by_olga)
    with pytest.raises(NameTaken, match="Marge Lindqvist is the name of Anonymous 1, who was made anonymous"):
        add_player(prairie, "Marge Lindqvist")
    nils = add_player(prairie, "Nils Åkerman")
    with pytest.raises(NameTaken):
        rename_player(nils, "marge lindqvist", **by_olga)
    assert names(prairie) == ["Anonymous 1", "Nils Åkerman"]


def test_an_anonymous_player_is_not_renamed_to_the_real_name_by_accident(marge, by_olga):
    make_anonymous(marge, **by_olga)
    with pytest.raises(NameTaken):
        rename_player(marge, "Marge Lindqvist", **by_olga)


def test_a_name_given_up_is_free_for_a_new_player(prairie, marge, by_olga):
    rename_player(marge, "Marge Berg", **by_olga)
    add_player(prairie, "Marge Lindqvist")
    assert names(prairie) == ["Marge Berg", "Marge Lindqvist"]


def test_an_anonymous_player_starts_a_game_by_the_real_name(prairie, olga, marge, by_olga):
    make_anonymous(marge, **by_olga)
    game = builders.game(prairie, olga, names=("Marge Lindqvist", "Bob", "Clara", "Dan"))
    assert game.seats.get(position=0).player == marge
