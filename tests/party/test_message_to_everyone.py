"""A message from the desk: on the wall, on everyone's phone and on the pads of the party, until it is cleared."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.party.builders import friday, game_of, logged, next_round, one_round, play, table_at
from tests.play.phone import pad_url, phone
from tests.web.html import Html, nothing_new
from tests.web.party_site import card, run
from whistclub.party.actions import broadcast, seating, timer
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.play.models import PartyNow

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]

COFFEE = "Coffee, ten minutes"
LONG = "w" * 141


def everywhere(of):
    """What each page that people see says to everyone, by page."""
    of.refresh_from_db()
    names = ("public", "public_standings", "projector")
    addresses = {name: reverse(f"party:{name}", args=[of.code]) for name in names}
    addresses["card of a table not in use"] = reverse("party:table", args=[card(of, 9)])
    found = {name: Html(Client().get(address)) for name, address in addresses.items()}
    found["pad"] = Html(phone().get(pad_url(game_of(of))))
    return {name for name, page in found.items() if COFFEE in page.text}


ALL = {"public", "public_standings", "projector", "card of a table not in use", "pad"}


def show(of, olga, at=None, **more):
    broadcast.show_message(of, COFFEE, by=olga, at=at or timezone.now(), **more)


def test_a_message_is_shown_on_every_page_until_it_is_cleared(two_tables, olga):
    assert everywhere(two_tables) == set()
    show(two_tables, olga)
    assert everywhere(two_tables) == ALL
    broadcast.clear_message(two_tables, by=olga, at=timezone.now())
    assert everywhere(two_tables) == set()
    assert [each.sentence for each in logged(two_tables)][-2:] == [f"Message to everyone: {COFFEE}", "Message cleared"]


def test_a_message_goes_when_its_minutes_are_over(two_tables, olga):
    show(two_tables, olga, minutes=10, at=timezone.now() - timedelta(minutes=9))
    assert everywhere(two_tables) == ALL
    show(two_tables, olga, minutes=10, at=timezone.now() - timedelta(minutes=11))
    assert everywhere(two_tables) == set()


def test_a_message_that_nobody_clears_goes_when_the_party_is_finished(olga):
    of = one_round(olga, (13, 7), (13, 9))
    show(of, olga, at=timezone.now() - timedelta(hours=3))
    assert everywhere(of) == ALL
    party_lifecycle.finish(of, by=olga, at=timezone.now())
    assert everywhere(of) == set()


def test_open_pages_learn_that_a_message_came_and_that_it_went(two_tables, olga):
    def held(page, css_id):
        (live,) = [each["hx-get"] for each in page.find("div") if each.attributes.get("id") == css_id]
        return live

    pages = {
        "pad": lambda: held(Html(phone().get(pad_url(game_of(two_tables)))), "pad"),
        "public": lambda: held(Html(Client().get(reverse("party:public", args=[two_tables.code]))), "own"),
    }
    clients = {"pad": phone(), "public": Client()}
    for name, page in pages.items():
        before = page()
        assert nothing_new(clients[name].get(before))
        show(two_tables, olga)
        shown = page()
        assert [nothing_new(clients[name].get(each)) for each in (before, shown)] == [False, True]
        past = timezone.now() - timedelta(minutes=1)
        PartyNow.objects.update(message_until=past)
        assert clients[name].get(shown).status_code == 200


def test_a_message_with_minutes_stays_on_the_pads_of_the_next_round(olga):
    of = one_round(olga, (13, 7), (13, 9))
    show(of, olga, minutes=10)
    next_round(of, olga, at=timezone.now())
    assert everywhere(of) == ALL


def test_a_message_without_minutes_goes_with_the_next_round(olga):
    of = one_round(olga, (13, 7), (13, 9))
    show(of, olga)
    next_round(of, olga, at=timezone.now())
    assert everywhere(of) == set()
    assert logged(of)[-1].sentence == "Round 2 announced"


def test_coffee_ten_minutes_is_shown_for_ten_minutes(two_tables, organiser):
    def minutes_left(**form):
        organiser.post(run(two_tables, "show_message"), form)
        until = PartyNow.objects.get(pk=two_tables.code).message_until
        return until and round((until - timezone.now()).total_seconds() / 60)

    assert minutes_left(text="", again=COFFEE) == 10
    assert minutes_left(text="", again=COFFEE, minutes=15) == 15
    assert minutes_left(text="", again="The buffet is open") is None


def test_the_desk_is_reminded_of_a_message_above_everything_else(two_tables, olga, organiser):
    show(two_tables, olga)
    desk = organiser.get(run(two_tables, "console")).content.decode()
    assert desk.index("On all phones and the projector:") < desk.index("Enter a paper result")


def test_the_wall_says_beside_a_message_how_far_the_round_is(two_tables, olga):
    show(two_tables, olga)
    wall = Html(Client().get(reverse("party:projector", args=[two_tables.code])))
    assert (wall.texts("p", css="bar-message"), wall.texts("p", css="bar-count")) == ([COFFEE], ["0 of 2 results in"])


def test_the_bell_takes_the_place_of_a_message_that_was_sent_before_it(two_tables, olga):
    def until_bell():
        wall = Html(Client().get(reverse("party:projector", args=[two_tables.code])))
        return [page.attributes.keys() & {"data-until-bell"} for page in wall.find("section", css="page-message")]

    now = timezone.now()
    show(two_tables, olga, at=now - timedelta(minutes=2))
    assert until_bell() == [set()]
    timer.start(two_tables, 1, by=olga, at=now)
    assert until_bell() == [{"data-until-bell"}]
    timer.ring(two_tables, by=olga, at=now)
    assert until_bell() == [{"data-until-bell"}]
    show(two_tables, olga)
    assert until_bell() == [set()]


def test_pads_of_every_round_show_the_message_of_now(olga):
    """Of a round that is undone, and of the one that is played again."""
    of = one_round(olga, (13, 7), (13, 9))
    show(of, olga, minutes=10)
    first = game_of(of)
    next_round(of, olga, at=timezone.now())
    second = game_of(of)
    assert [COFFEE in Html(phone().get(pad_url(each))).text for each in (first, second)] == [True, True]
    broadcast.clear_message(of, by=olga, at=timezone.now())
    assert [COFFEE in Html(phone().get(pad_url(each))).text for each in (first, second)] == [False, False]
    show(of, olga)
    seating.undo_round(of, 2, sure=True, by=olga, at=timezone.now())
    assert COFFEE in Html(phone().get(pad_url(first))).text
    broadcast.clear_message(of, by=olga, at=timezone.now())
    assert PartyNow.objects.get(pk=of.code).message == ""


def test_a_message_hinders_no_hand(two_tables, olga):
    show(two_tables, olga)
    assert play(table_at(two_tables), (0, 9)).hands_scored == 1


def test_the_message_is_typed_shown_and_cleared_on_the_desk(two_tables, organiser):
    organiser.post(run(two_tables, "show_message"), {"text": f"  {COFFEE} ", "minutes": "10"})
    desk = Html(organiser.get(run(two_tables, "console")))
    assert f"On all phones and the projector: {COFFEE} until" in desk.text
    organiser.post(run(two_tables, "clear_message"))
    desk = Html(organiser.get(run(two_tables, "console")))
    assert "On all phones and the projector" not in desk.text
    assert desk.texts("button", name="again")[0] == COFFEE
    organiser.post(run(two_tables, "show_message"), {"text": "", "again": COFFEE})
    assert everywhere(two_tables) == ALL


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"text": "  "}, "Type the message."),
        ({"text": LONG}, "A message can have up to 140 characters."),
        ({"text": "Tea", "minutes": "soon"}, "Enter the minutes as a number, or leave them empty."),
        ({"text": "Tea", "minutes": "0"}, "Enter at least one minute."),
    ],
)
def test_a_refused_message_stays_as_it_was_typed(two_tables, organiser, form, sentence):
    response = organiser.post(run(two_tables, "show_message"), form)
    page = Html(response)
    assert response.status_code == 422
    assert sentence in page.text
    assert page.value("text").strip() == form["text"].strip()
    assert everywhere(two_tables) == set()


def test_markup_in_a_message_is_plain_text(two_tables, olga):
    broadcast.show_message(two_tables, "<b>Tea</b> & cake", by=olga, at=timezone.now())
    assert "&lt;b&gt;Tea&lt;/b&gt; &amp; cake" in Client().get(f"/p/{two_tables.code}/").content.decode()


def test_before_the_first_round_it_is_shown_too(olga):
    of = friday(olga, count=8)
    show(of, olga)
    assert COFFEE in Html(Client().get(f"/p/{of.code}/")).text


@pytest.mark.parametrize("text", ["10", "null", "[1]", '"Coffee"'])
def test_any_text_can_be_a_message_and_is_offered_again_as_it_was(two_tables, organiser, olga, text):
    broadcast.show_message(two_tables, text, by=olga, at=timezone.now())
    broadcast.clear_message(two_tables, by=olga, at=timezone.now())
    assert text in Html(organiser.get(run(two_tables, "console"))).texts("button", name="again")
