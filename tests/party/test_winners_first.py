"""The desk shows the winners one by one before anyone can read them: on the wall, on a phone, at its own address."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.party.builders import logged, one_round, play_round
from tests.party.test_projector import keys, projector
from tests.two_at_once import Other
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.models import Party
from whistclub.party.queries.parties import token_of_seats
from whistclub.party.queries.standings import standings
from whistclub.stats.models import ClubDay, PartyFact

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]

WAIT = "The winners are being announced."


@pytest.fixture
def finished(olga, organiser):
    """Eight people at two tables, one round; the desk has finished the party with the winners one by one."""
    of = one_round(olga, (13, 7), (13, 9), prizes=("best", "booby"), planned_rounds=1)
    organiser.post(run(of, "finish"), {"one_by_one": "on"})
    return of


def public(of, name="public", me=None):
    return Html(Client().get(reverse(f"party:{name}", args=[of.code]), {"me": me} if me else {}))


def seen_by_guests(of):
    """What guests see: whether they say that everyone waits, and any rank or prize."""
    pages = [public(of), public(of, me=1), public(of, "public_live", me=1), public(of, "public_standings")]
    waits = {WAIT in page.text for page in pages}
    ranks = [each for page in pages for each in page.find("table")]
    ranks += [
        each for page in pages for each in [*page.find("section", css="awards"), *page.find("p", css="my-seat-rank")]
    ]
    return waits, bool(ranks)


def steps_of(of):
    return len(standings(of).one_by_one)


def step(of, organiser, **form):
    organiser.post(run(of, "set_projector"), form)


def offered(of, organiser, page):
    """Whether the box of the winners one by one is ticked."""
    [box] = Html(organiser.get(run(of, page))).find("input", name="one_by_one")
    return "checked" in box.attributes


@pytest.mark.parametrize("planned, page", [(1, "console"), (3, "finish")])
def test_the_box_is_ticked_only_if_a_projector_page_has_shown_this_round(olga, organiser, planned, page):
    of = one_round(olga, (13, 7), (13, 9), planned_rounds=planned)
    assert not offered(of, organiser, page)
    public(of)
    public(of, "public_live")
    assert not offered(of, organiser, page)
    projector(of, "projector_live")
    assert offered(of, organiser, page)


@pytest.mark.django_db(transaction=True)
def test_the_projector_waits_for_nobody_who_writes(olga, organiser):
    of = one_round(olga, (13, 7), (13, 9), planned_rounds=1)
    with transaction.atomic():
        Party.objects.filter(pk=of.pk).update(name="Saturday")
        other = Other(lambda: projector(of))
        other.end()
    assert not offered(of, organiser, "console")
    projector(of)
    assert offered(of, organiser, "console")


def test_a_projector_page_of_an_earlier_round_does_not_tick_the_box(olga, organiser):
    of = one_round(olga, (13, 7), (13, 9), planned_rounds=2)
    projector(of)
    play_round(of, olga, (13, 7), (13, 9))
    assert not offered(of, organiser, "console")


@pytest.mark.parametrize("planned, name", [(1, "console"), (3, "finish")])
def test_before_the_end_the_desk_names_the_prizes_that_nobody_has_yet(olga, organiser, planned, name):
    own = ("Best cake", "Best hat")
    of = one_round(olga, (13, 7), (13, 9), prizes=("best", "lot"), own_prizes=own, planned_rounds=planned)
    party_lifecycle.give_prize(of, "Best hat", 1, by=olga, at=timezone.now())
    assert "Not awarded yet: Best cake, Lucky draw. Award prizes" in Html(organiser.get(run(of, name))).text
    party_lifecycle.give_prize(of, "Best cake", 1, by=olga, at=timezone.now())
    party_lifecycle.draw_lot(of, by=olga, at=timezone.now())
    assert "Not awarded yet" not in Html(organiser.get(run(of, name))).text


def test_phones_wait_until_the_desk_has_shown_the_last_of_the_winners(finished, organiser):
    assert seen_by_guests(finished) == ({True}, False)
    total = steps_of(finished)
    for shown in range(1, total):
        step(finished, organiser, view="winners", step=shown)
        assert seen_by_guests(finished) == ({True}, False)
    step(finished, organiser, view="winners", step=total)
    assert seen_by_guests(finished) == ({False}, True)
    step(finished, organiser, view="winners", step=total - 1)
    assert seen_by_guests(finished) == ({False}, True)


def test_while_phones_wait_the_wall_has_no_page_but_that_of_the_desk(finished, organiser):
    assert keys(finished) == ["winners-1"]
    assert "P1" not in projector(finished).text
    step(finished, organiser, view="winners", step=1)
    assert keys(finished) == ["winners-2"]
    last = steps_of(finished)
    step(finished, organiser, view="winners", step=last)
    assert len(keys(finished)) == last + 1


def test_the_public_statistics_list_no_game_of_the_party_before_and_organisers_see_all(finished, organiser):
    club = finished.club
    club.shown_to_strangers = "names"
    club.save()
    results = reverse("stats:results", args=[club.slug])
    organiser.get(results)  # statistics are brought up to date
    day = reverse("stats:day", args=[club.slug, ClubDay.objects.get().day.isoformat()])
    records = reverse("stats:records", args=[club.slug])

    def listed(client):
        pages = ((results, "13–7"), (day, "won 13"), (records, "13–7"))
        return [score in Html(client.get(page)).text for page, score in pages]

    assert listed(Client()) == [False, False, False]
    assert "once its winners have been announced" in Html(Client().get(day)).text
    assert listed(organiser) == [True, True, True]
    for client in (Client(), organiser):
        html = Html(client.get(day))
        assert not html.find("ol", css="podium") + html.find("ul", css="story") + html.find("textarea")
    step(finished, organiser, view="winners", step=steps_of(finished))
    assert listed(Client()) == [True, True, True]
    html = Html(Client().get(day))
    assert "once its winners have been announced" not in html.text
    assert html.find("ol", css="podium")
    owners = [each["data-player"] for each in html.find("b") if "data-player" in each.attributes]
    assert len(owners) == len(html.find("span", css="rank"))  # the phone of who won marks the place
    assert "won “" in html.find("textarea")[0].text


def test_a_forgotten_wait_ends_half_an_hour_after_the_party_and_the_desk_says_when(finished, organiser):
    """Statistics do not list the party before, either."""
    desk = " ".join(Html(organiser.get(run(finished, "console"))).text.split())
    finished.refresh_from_db()
    until = (finished.finished_at + timedelta(minutes=30)).astimezone(ZoneInfo(finished.club.time_zone))
    sentence = f"Phones show the winners and standings after the last step, at {until:%H:%M} at the latest."
    assert f"On the projector: Winners 0/3. {sentence}" in desk
    archive = reverse("stats:parties", args=[finished.club.slug])
    assert finished.name not in Html(organiser.get(archive)).text
    held = token_of_seats(finished)
    Party.objects.update(finished_at=F("finished_at") - timedelta(minutes=30))
    PartyFact.objects.update(shown_from=F("shown_from") - timedelta(minutes=30))
    finished.refresh_from_db()
    assert token_of_seats(finished) != held
    assert seen_by_guests(finished) == ({False}, True)
    assert keys(finished) == [f"winners-{number}" for number in range(1, steps_of(finished) + 2)]
    assert finished.name in Html(organiser.get(archive)).text


def test_another_view_ends_the_wait(finished, organiser):
    step(finished, organiser, view="automatic")
    assert seen_by_guests(finished) == ({False}, True)
    assert keys(finished)[0] == "awards-1"


def test_without_that_choice_everyone_sees_the_winners_at_once(olga, organiser):
    of = one_round(olga, (13, 7), (13, 9))
    step(of, organiser, view="winners")
    organiser.post(run(of, "finish"), {"sure": "yes"})
    assert seen_by_guests(of) == ({False}, True)
    assert keys(of)[0] == "awards-1"


def test_reopening_takes_the_winners_off_the_wall(finished, olga):
    assert logged(finished)[-1].sentence.strip() == "On the projector: Winners one by one"
    party_lifecycle.reopen_party(finished, by=olga, at=timezone.now())
    finished.refresh_from_db()
    assert (finished.projector_view, finished.winners_wait) == ("automatic", False)
    assert keys(finished)[0] == "standings-1"


def test_the_page_that_finishes_early_asks_it_too(olga, organiser):
    of = one_round(olga, (13, 7), (13, 9))
    page = Html(organiser.get(run(of, "finish")))
    assert "Show the winners one by one on the projector first" in page.text
    assert "Phones then wait for the last one, at most 30 minutes." in page.text
