"""Making a party: its form, what a round and a game follow from it, rules of the club's own."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest
from django.utils import timezone

from tests.builders import NOON
from tests.party.builders import LATER, USUAL, friday, friday_playing, next_round, party_state, seats, typed
from tests.party.forms import SETTINGS, page, send
from whistclub.engine.options import NO_LIMIT, PRESETS, LimitTie, TableFormat, options_problems, options_to_mapping
from whistclub.engine.standings import Criterion
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import seating
from whistclub.party.actions.lifecycle import change_setup
from whistclub.party.models import Party
from whistclub.play.models import Game
from whistclub.web.formatting import format_weekday

pytestmark = pytest.mark.django_db


FOUR_HANDED = [name for name, rules in PRESETS.items() if rules.form is TableFormat.FOUR_IN_PAIRS]
END = {"target", "max_hands", "limit_tie"}


def rules(preset, round_end, **settings):
    hands = 4 if round_end == "hands" else None
    chosen = USUAL | {"round_end": round_end, "hands": hands} | settings
    columns = {name: chosen[name] for name in ("round_end", "hands", "to_target", "tie")}
    return Party(options=options_to_mapping(PRESETS[preset]), **columns).rules


def end_of(found):
    return found.target, found.max_hands, found.limit_tie


# The rules that follow from the end of a round


each_preset = pytest.mark.parametrize("preset", FOUR_HANDED)


@each_preset
def test_every_end_condition_makes_a_playable_game(preset):
    for round_end, to_target, tie in product(["target", "hands", "bell"], [True, False], ["extra", "draw"]):
        playable = rules(preset, round_end, to_target=to_target, tie=tie)
        assert options_problems(playable) == (), (round_end, to_target, tie)


@each_preset
def test_nothing_but_the_end_differs_from_the_preset(preset):
    for round_end in ("target", "hands", "bell"):
        found = rules(preset, round_end)
        kept = {name: getattr(PRESETS[preset], name) for name in END}
        assert replace(found, **kept) == PRESETS[preset], round_end


@each_preset
def test_a_round_of_hands_ends_after_them_or_at_the_target(preset):
    assert end_of(rules(preset, "hands", hands=6)) == (PRESETS[preset].target, 6, LimitTie.DRAW)


@each_preset
def test_before_the_bell_there_is_no_hand_limit(preset):
    assert end_of(rules(preset, "bell")) == (PRESETS[preset].target, NO_LIMIT, LimitTie.DRAW)
    assert end_of(rules(preset, "bell", to_target=False)) == (None, NO_LIMIT, LimitTie.DRAW)


# Setting up


def test_stars_and_stakes_follow_the_rules(olga):
    """A party copied to other rules is ranked by games and stars where those have stars, and pays their stake."""
    made = friday(olga, preset="askov")
    assert (made.criteria[0], made.rules.stake) == (Criterion.WINS_AND_STARS, PRESETS["askov"].stake)
    change_setup(made, {"preset": "minnesota"}, by=olga, at=LATER)
    made.refresh_from_db()
    assert (made.criteria[0], made.rules.stake) == (Criterion.WINS, PRESETS["minnesota"].stake)


# Changing


def test_games_that_have_begun_keep_their_rules(olga):
    made = friday(olga, count=4, hands=4)
    game = next_round(made, olga).current.table(1).game
    change_setup(made, USUAL | {"hands": 8}, by=olga, at=LATER)
    assert Game.objects.get(pk=game.pk).rules.max_hands == 4


def test_the_next_round_goes_by_the_new_settings(olga):
    made = friday_playing(olga, count=4, hands=4)
    typed(made, olga, (5, 3))
    change_setup(made, USUAL | {"hands": 8}, by=olga, at=LATER)
    assert next_round(made, olga).current.table(1).game.rules.max_hands == 8


def test_awarded_prizes_are_kept_when_others_are_added(olga):
    made = friday(olga, count=4, own_prizes=("Best hat",))
    party_lifecycle.give_prize(made, "Best hat", 2, by=olga, at=LATER)
    change_setup(made, USUAL | {"own_prizes": ("Loudest", "Best hat")}, by=olga, at=LATER)
    made.refresh_from_db()
    assert made.own_prizes == [{"title": "Loudest", "entrant": None}, {"title": "Best hat", "entrant": 2}]


def test_a_draft_impossible_under_new_settings_stays_as_it_was(olga):
    made = friday(olga, count=8)
    seating.make_draft(made, seating_method="arrival", by=olga, at=NOON)
    before = seats(party_state(made))
    change_setup(made, USUAL | {"movement": "ladder_pairs"}, by=olga, at=LATER)
    assert seats(party_state(made)) == before


def test_back_to_the_ladder_after_another_movement(olga):
    made = friday_playing(olga, count=8, movement="meets")
    typed(made, olga, (5, 3), (4, 4))
    change_setup(made, USUAL, by=olga, at=LATER)
    # Who moves from the drawn table was not asked then; now it must be.
    assert [table_state.number for table_state in party_state(made).current.needs_cut(party_state(made).movement)] == [
        2
    ]


SET_UP = "/run/prairie/parties/new/"


def test_a_party_set_up_for_next_week_has_that_day_and_is_named_after_it(organiser):
    day = timezone.localdate() + timedelta(days=7)
    today = page(organiser, SET_UP).value("name")
    send(organiser, SET_UP, SETTINGS | {"name": today, "day": day.isoformat(), "starts": "19:30", "place": "Hall"})
    made = Party.objects.get()
    assert (made.day, made.name) == (day, format_weekday(day))
    assert made.when == f"{format_weekday(day)}, 19:30"


@pytest.mark.parametrize("day", ["soon", "2020-01-01", "2099-01-01", ""])
def test_a_day_that_is_over_or_far_is_refused(organiser, day):
    assert send(organiser, SET_UP, SETTINGS | {"day": day}).status_code == 422


def test_a_new_party_is_a_copy_of_the_last(organiser, olga):
    last = friday(olga, count=8, hands=5, planned_rounds=3, fee=500, movement="swiss", stake=25, preset="askov")
    found = page(organiser, SET_UP)
    assert f"Copied from “{last.name}”" in found.text
    assert [found.value(name) for name in ("hands", "planned_rounds", "fee", "stake")] == ["5", "3", "5.00", "0.25"]
    assert page(organiser, SET_UP + "?new").value("hands") == "8"


def test_the_stake_follows_the_rules_and_none_appears_unasked(organiser, olga):
    friday(olga, count=8, stake=25, preset="askov")
    day = timezone.localdate().isoformat()
    settings = SETTINGS | {"day": day, "stake": "0.25"}
    for rules, stake in (("minnesota", 0), ("askov", 0)):
        send(organiser, SET_UP, settings | {"preset": rules, "stake": "0.25" if rules == "minnesota" else ""})
        assert Party.objects.latest("pk").rules.stake == stake
