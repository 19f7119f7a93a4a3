"""A party may have been on another day: its rounds and games move with it, and statistics agree."""

from datetime import date, timedelta

import pytest
from django.urls import reverse

from tests.builders import NOON, game, play_out
from tests.party.builders import friday, friday_playing, key, next_round, play, typed
from tests.stats.snapshot import stored_and_recounted
from tests.stats.test_books_agree import disagreements
from tests.web.html import Html
from whistclub.party.actions import lifecycle, mistakes, rehearsal, results, side_tables
from whistclub.party.actions.other_day import move_party
from whistclub.party.actions.refusals import PartyNotOver, StalePartyState
from whistclub.party.actions.undoing import CannotBeUndone, undo_step
from whistclub.party.invitation import Invitation
from whistclub.party.models import LogEntry, Party, Round
from whistclub.play.actions.other_day import move_game
from whistclub.play.actions.refusals import ImpossibleDay
from whistclub.play.actions.statistics import bring_up_to_date
from whistclub.play.models import Game
from whistclub.stats.models import ClubDay, GameFact, PartyFact
from whistclub.web.rows import rows_as_json

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

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
    return [rows_as_json(model.objects.all(), without=("revision", "awaits_statistics", *without)) for model in models]


def times():
    return [
        list(Round.objects.order_by("number").values_list("announced_at", flat=True)),
        *(list(Game.objects.order_by("pk").values_list(name, flat=True)) for name in ("started_at", "finished_at")),
        *(list(Party.objects.values_list(name, flat=True)) for name in ("created_at", "finished_at")),
    ]


def test_rounds_and_games_move_as_far_as_the_first_round(over, olga):
    before = times()
    assert move(over, by=olga) == TODAY
    assert times() == [[each - EARLIER for each in found] for found in before]


def test_changing_back_is_an_undo(over, olga):
    stored = rows(Party, Round, Game)
    move(over, by=olga)
    assert rows(Party, Round, Game) != stored
    move(over, TODAY, by=olga)
    assert rows(Party, Round, Game) == stored


@pytest.mark.parametrize("hours", [2, 13, 25, 100])
@pytest.mark.parametrize("name", ["Friday", "Friday 13 February", "Saturday 14 February"])
def test_changing_back_restores_what_was_finished_and_typed_days_later(over, olga, hours, name):
    """Also where the wrong day was that of the end, of the name, and of the invitation."""
    began = NOON - timedelta(days=22)
    move(over, date(2026, 2, 13), by=olga)
    finished_at = began + timedelta(hours=hours)
    settings = Invitation(began + timedelta(days=1)).stored
    Party.objects.update(name=name, finished_at=finished_at, invitation_settings=settings)
    Game.objects.update(finished_at=finished_at)
    stored = rows(Party, Round, Game)
    days = (BEFORE, date(2026, 2, 16), date(2026, 1, 1))
    for day in (*days, *reversed(days[:-1]), date(2026, 2, 13)):
        move(over, day, by=olga)
        assert (rows(Party, Round, Game) == stored) == (day == date(2026, 2, 13))


def test_an_end_that_was_put_in_days_later_stays(over, olga):
    Party.objects.update(finished_at=LATE + timedelta(days=2))
    move(over, by=olga)
    over.refresh_from_db()
    assert over.finished_at == LATE + timedelta(days=2)


def test_both_days_are_in_the_log_and_earlier_entries_stay(over, olga):
    before = list(LogEntry.objects.values_list("pk", "at"))
    move(over, by=olga)
    *earlier, entry = LogEntry.objects.order_by("pk")
    assert [(each.pk, each.at) for each in earlier] == sorted(before)
    assert (entry.kind, entry.by_user, entry.at) == ("party_moved", olga, LATE)
    assert (entry.data["before"], entry.data["after"]) == ({"day": "2026-03-07"}, {"day": "2026-02-14"})


def test_open_pages_follow(over, olga):
    versions = list(Game.objects.order_by("pk").values_list("revision", flat=True))
    move(over, by=olga)
    assert Party.objects.get().revision > over.revision
    now = Game.objects.order_by("pk").values_list("revision", flat=True)
    assert all(new > old for new, old in zip(now, versions, strict=True))


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
    assert dict(ClubDay.objects.values_list("day", "games"))[BEFORE] == 4
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
        with pytest.raises(PartyNotOver):
            move(made, by=olga)
        if not made.rounds.exists():
            next_round(made, olga)


def test_a_rehearsal_stays(over, olga):
    copy = rehearsal.rehearse(over, by=olga, at=NOON)
    with pytest.raises(StalePartyState):
        move(copy, by=olga)


def test_no_round_comes_to_lie_in_the_future(over, olga):
    move(over, by=olga)
    stored = rows(Party, Round, Game)
    with pytest.raises(ImpossibleDay):
        move_party(over, TODAY, by=olga, at=NOON + timedelta(minutes=50))
    with pytest.raises(ImpossibleDay):
        move(over, date(2026, 3, 8), by=olga)
    assert rows(Party, Round, Game) == stored


def test_side_tables_of_the_evening_go_along(olga):
    made = friday_playing(olga, count=6)
    side_tables.start_side_tables(made, by=olga, at=NOON)
    typed(made, olga, (5, 3))
    lifecycle.finish(made, by=olga, at=NOON)
    made.refresh_from_db()
    move(made, by=olga)
    assert set(Game.objects.values_list("started_at", flat=True)) == {NOON - EARLIER}
    assert Game.objects.get(party_code="").events.filter(kind="moved").count() == 1


def test_games_that_were_really_on_the_other_day_stay_when_it_moves_back(olga, prairie):
    made = friday_playing(olga, count=6)
    side_tables.start_side_tables(made, by=olga, at=NOON)
    typed(made, olga, (5, 3))
    lifecycle.finish(made, by=olga, at=NOON)
    made.refresh_from_db()
    first = Game.objects.get(party_code="")
    # They play on: on the same evening, but that game is moved by itself later; on the 14th; on the 15th.
    alone, on_14th, on_15th = (game(prairie, olga, names=("P5", "P6"), preset="two_player") for _more in range(3))
    for before, after in ((first, alone), (alone, on_14th), (on_14th, on_15th)):
        Game.objects.filter(pk=after.pk).update(follows=before)
    Game.objects.filter(pk=on_14th.pk).update(started_at=NOON - EARLIER)
    Game.objects.filter(pk=on_15th.pk).update(started_at=NOON - EARLIER + timedelta(days=1))
    move(made, by=olga)
    move_game(alone, date(2026, 2, 1), by=olga, at=LATE)
    stored = rows(Party, Round, Game)
    for day in (date(2026, 2, 15), BEFORE, TODAY):
        move(made, day, by=olga)
        if day == BEFORE:
            assert rows(Party, Round, Game) == stored
    days = {each.pk: each.started_at for each in Game.objects.filter(party_code="")}
    assert days == {
        first.pk: NOON,
        alone.pk: NOON - timedelta(days=34),
        on_14th.pk: NOON - EARLIER,
        on_15th.pk: NOON - EARLIER + timedelta(days=1),
    }
    # The next move is no Undo: it takes what is on that evening then.
    Game.objects.filter(pk=alone.pk).update(started_at=NOON)
    move(made, by=olga)
    assert set(Game.objects.filter(pk__in=[first.pk, alone.pk]).values_list("started_at", flat=True)) == {
        NOON - EARLIER
    }


def test_a_name_and_an_invitation_that_are_the_old_day_become_the_new_one(olga):
    made = finished(olga, name="Saturday 7 March")
    Party.objects.update(invitation_settings=Invitation(NOON, "Town hall").stored)
    move(made, by=olga)
    made.refresh_from_db()
    assert (made.name, made.invitation.starts_at, made.day) == ("Saturday 14 February", NOON - EARLIER, NOON - EARLIER)


def test_an_invitation_to_another_day_stays(over, olga):
    Party.objects.update(invitation_settings=Invitation(NOON - EARLIER).stored)
    move(over, by=olga)
    over.refresh_from_db()
    assert (over.name, over.invitation.starts_at) == ("Friday", NOON - EARLIER)


def test_who_was_seated_stays_in_a_party_that_moved_and_goes_on(over, olga):
    """Checking in is undone only for people whom no round has seated since."""
    move(over, by=olga)
    lifecycle.reopen_party(over, by=olga, at=LATE)
    with pytest.raises(mistakes.SeatedSince):
        mistakes.undo_check_in(over, [key(over, "P1")], new=[key(over, "P1")], by=olga, at=LATE)


def test_what_was_done_before_is_not_undone_after_the_party_moved(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, (5, 3), (2, 4))
    step = made.step or LogEntry.objects.filter(kind="result_typed").latest("pk").pk
    lifecycle.finish(made, by=olga, at=NOON)
    made.refresh_from_db()
    move(made, by=olga)
    lifecycle.reopen_party(made, by=olga, at=LATE)
    with pytest.raises(CannotBeUndone):
        undo_step(made, step, by=olga, at=LATE)


# The page


@pytest.fixture
def page(organiser, over):
    address = reverse("party:other_day", args=[over.club.slug, over.code])
    return lambda data=None, query="": organiser.post(address + query, data or {}, follow=True)


def test_the_organiser_changes_the_day_and_undoes_it(page, over):
    stored = rows(Party, Round, Game)
    answer = page({"day": "2026-02-14"})
    assert "It was played on 14 Feb 2026, not on 7 Mar 2026." in answer.text
    assert 'value="2026-02-14"' in answer.text
    undo = next(
        each["action"] for each in Html(answer).find("form") if "day=2026-03-07" in each.attributes.get("action", "")
    )
    answer = page(query=undo.partition("/day/")[2])
    assert "It was played on 7 Mar 2026, not on 14 Feb 2026." in answer.text
    assert rows(Party, Round, Game) == stored


@pytest.mark.parametrize("sent", ["", "soon", "2026-02-14\x00", "2099-01-01", "0000-00-00", "x" * 99_999])
def test_what_is_no_day_is_said_beside_the_field(page, sent):
    stored = rows(Party, Round, Game)
    answer = page({"day": sent})
    assert answer.status_code == 422
    assert rows(Party, Round, Game) == stored


def test_a_party_that_is_not_over_has_no_such_form(organiser, olga, prairie):
    made = friday(olga, count=8)
    settings = organiser.get(reverse("party:settings", args=[prairie.slug, made.code]))
    assert "Played on another day" not in settings.text
    address = reverse("party:other_day", args=[prairie.slug, made.code])
    answer = organiser.post(address, {"day": "2026-02-14"}, follow=True)
    assert "The party is not over." in answer.text
