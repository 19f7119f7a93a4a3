"""What statistics learn of a party: on another day, or not at all."""

from datetime import date, timedelta

import pytest

from tests.builders import NOON, game, play_out, refusal_of, rows_stored
from tests.party.builders import friday, next_round, one_round, play, rehearse
from tests.party.forms import page
from tests.play.phone import form_of
from tests.stats.snapshot import stored_and_recounted
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.ops.integrity import disagreements
from whistclub.party.actions import lifecycle, results
from whistclub.party.actions.lifecycle import move_party
from whistclub.party.models import Party, Round
from whistclub.play.models import Game
from whistclub.play.statistics import bring_up_to_date
from whistclub.stats.models import GameFact, PartyFact

pytestmark = pytest.mark.django_db


TODAY = date(2026, 3, 7)
BEFORE = date(2026, 2, 14)
LATE = NOON + timedelta(hours=9)
EARLIER = timedelta(days=21)


def finished(olga, *, count=8, **settings):
    made = friday(olga, count=count, **settings)
    for number in range(2):
        at = NOON + timedelta(hours=number)
        state = next_round(made, olga, at=at)
        play(state.current.table(1), *[(0, 8)] * 4, at=at + timedelta(minutes=30))
        results.type_result(made, number + 1, 2, (3, 1), by=olga, at=at + timedelta(minutes=40))
    lifecycle.finish(made, by=olga, at=NOON + timedelta(hours=2))
    made.refresh_from_db()
    return made


@pytest.fixture
def over(prairie, olga):
    return finished(olga)


def move(party, day=BEFORE, **more):
    return move_party(party, day, **more, at=LATE)


def rows(*models, without=()):
    return [rows_stored(model.objects.all(), without=("revision", "awaits_statistics", *without)) for model in models]


def times():
    return [
        list(Round.objects.order_by("number").values_list("announced_at", flat=True)),
        *(list(Game.objects.order_by("pk").values_list(name, flat=True)) for name in ("started_at", "finished_at")),
        *(list(Party.objects.values_list(name, flat=True)) for name in ("created_at", "finished_at")),
    ]


def test_rounds_and_games_move_as_far_as_the_first_round(over, olga):
    before = times()
    move(over, by=olga)
    assert times() == [[each - EARLIER for each in found] for found in before]


def test_changing_back_is_an_undo(over, olga):
    stored = rows(Party, Round, Game)
    move(over, by=olga)
    assert rows(Party, Round, Game) != stored
    move(over, TODAY, by=olga)
    assert rows(Party, Round, Game) == stored


def test_statistics_are_exact_after_a_party_moved_after_other_games(prairie, olga, over):
    """The party was before these games; then it is after them."""
    move(over, date(2025, 6, 1), by=olga)
    play_out(game(prairie, olga, names=("P1", "P2", "P3", "P4")))
    bring_up_to_date()
    assert disagreements(prairie) == []
    assert PartyFact.objects.get().day == date(2025, 6, 1)
    Game.objects.filter(party_code="").update(started_at=NOON - timedelta(days=100), awaits_statistics=True)
    move(over, BEFORE, by=olga)
    bring_up_to_date()
    assert disagreements(prairie) == []
    for what, kept, counted in stored_and_recounted(prairie):
        assert kept == counted, what
    assert PartyFact.objects.get().day == BEFORE
    assert GameFact.objects.filter(day=BEFORE).count() == 4
    assert set(GameFact.objects.exclude(party_code="").values_list("day", flat=True)) == {BEFORE}


def test_in_another_time_zone_and_over_a_change_of_clocks(prairie, olga):
    prairie.time_zone = "Europe/Oslo"
    prairie.save()
    made = finished(olga)
    move(made, date(2025, 7, 4), by=olga)
    bring_up_to_date()
    first, second = Round.objects.order_by("number").values_list("announced_at", flat=True)
    # 19:00 in Oslo, which is an hour earlier by UTC in summer.
    assert (first.isoformat(), second - first) == ("2025-07-04T17:00:00+00:00", timedelta(hours=1))
    assert disagreements(prairie) == []
    assert PartyFact.objects.get().day == date(2025, 7, 4)


def test_a_party_that_is_not_over_stays(olga):
    made = friday(olga, count=8)
    for _phase in ("gathering", "being played"):
        with refusal_of("party_not_over"):
            move(made, by=olga)
        if not made.rounds.exists():
            next_round(made, olga)


def test_no_round_comes_to_lie_in_the_future(over, olga):
    move(over, by=olga)
    stored = rows(Party, Round, Game)
    with refusal_of("impossible_day"):
        move_party(over, TODAY, by=olga, at=NOON + timedelta(minutes=50))
    with refusal_of("impossible_day"):
        move(over, date(2026, 3, 8), by=olga)
    assert rows(Party, Round, Game) == stored


def test_a_name_that_is_the_old_day_becomes_the_new_one(olga):
    made = finished(olga, name="Saturday 7 March")
    move(made, by=olga)
    made.refresh_from_db()
    assert (made.name, made.day) == ("Saturday 14 February", date(2026, 2, 14))


# The page


def over_with_paper(olga):
    made = one_round(olga, (7, 4), (7, 4))
    lifecycle.finish(made, by=olga, at=NOON)
    return made


def press(organiser, party, button, where="settings"):
    """Open a page of the party and press a button on it; the page that comes next."""
    form = form_of(organiser.get(run(party, where)), button)
    return Html(organiser.post(run(party, "settings"), form, follow=True))


def counted(party):
    """How many games of it statistics know of, and whether they know of the party."""
    bring_up_to_date()
    return GameFact.objects.filter(party_code=party.code).count(), PartyFact.objects.filter(code=party.code).exists()


def test_a_finished_party_can_be_excluded_with_all_its_games(organiser, olga):
    made = over_with_paper(olga)
    assert counted(made) == (2, True)
    found = press(organiser, made, "Exclude from statistics")
    assert "The party and its games are excluded from statistics. Nothing is deleted." in found.text
    assert counted(made) == (0, False)


def test_every_page_of_an_excluded_party_says_so_and_offers_inclusion(organiser, olga):
    made = over_with_paper(olga)
    press(organiser, made, "Exclude from statistics")
    for where in ("settings", "standings", "console", "log"):
        found = page(organiser, run(made, where))
        assert "This party and its games are excluded from statistics." in found.text
        assert "Include again" in found.texts("button")
    found = press(organiser, made, "Include again", "log")
    assert "The party and its games are included in statistics again." in found.text
    assert "are left out" not in found.text
    assert counted(made) == (2, True)


def test_a_rehearsal_never_counts(organiser, olga):
    made = rehearse(one_round(olga, (7, 4), (7, 4)), olga)
    response = organiser.post(run(made, "settings"), {"do": "include"}, follow=True)
    assert "Something changed since you opened this page." in Html(response).text
    assert "Exclude from statistics" not in Html(response).text
