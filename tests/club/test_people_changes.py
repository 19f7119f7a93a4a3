"""What an organiser does to a player: another name, off statistics; each is kept with who and when."""

import pytest

from tests.builders import NOON
from whistclub.club.actions import add_player, change_player
from whistclub.club.queries import person, roster

pytestmark = pytest.mark.django_db


def names(club):
    return [player.name for player in roster(club)]


def history(player):
    return [(str(change.by_user), change.what) for change in person(player.club, player.pk).changes]


def test_renaming_records_who_and_when(marge, by_olga):
    change_player(marge, name="Marge Berg", **by_olga)
    change = marge.changes.get()
    assert (change.before, change.after, change.by_user.name, change.at) == (
        "Marge Lindqvist",
        "Marge Berg",
        "Olga",
        NOON,
    )
    assert history(marge) == [("Olga", "Marge Lindqvist was renamed to Marge Berg")]


def test_hiding_and_showing_a_player_are_logged_once_each(marge, by_olga):
    for hidden in (True, True, False, False):
        change_player(marge, hidden=hidden, **by_olga)
    assert [what for _who, what in history(marge)] == ["Shown in statistics again", "Hidden from statistics"]


def test_a_name_given_up_is_free_for_a_new_player(prairie, marge, by_olga):
    change_player(marge, name="Marge Berg", **by_olga)
    add_player(prairie, "Marge Lindqvist")
    assert names(prairie) == ["Marge Berg", "Marge Lindqvist"]
