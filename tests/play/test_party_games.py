"""Games that belong to a party: what the pages of single games make of them."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import high, link, play_out, record
from tests.party.builders import night, party
from tests.play.phone import HTMX, hand_form, pad_url, phone, send
from tests.web.html import Html
from whistclub.engine.hand import Contract
from whistclub.party.actions import results, seating, timer
from whistclub.play.actions.games import BelongsToParty, play_again, resume_game, stop_game
from whistclub.play.actions.hands import Entry
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db

FOUR = ("Ann", "Clara", "Bob", "Dan")  # Ann & Clara against Bob & Dan, clockwise Ann, Bob, Clara, Dan
CLOSED = "The organiser has closed this result. Nothing was changed; ask the organiser to open it again."
ELSEWHERE = "This game belongs to a party: what comes next is said there."


def begun(prairie, olga, **settings):
    made = party(prairie, olga, *FOUR, **settings)
    seating.make_draft(made, how="arrival", by=olga, at=timezone.now())
    seating.announce(made, by=olga, at=timezone.now())
    return made


@pytest.fixture
def friday(prairie, olga):
    """A party of one table, its first round being played: four hands or to 13."""
    return begun(prairie, olga)


@pytest.fixture
def table(friday):
    """The game of that table."""
    return night(friday).current.board(1).game


@pytest.fixture
def bell(prairie, olga):
    """A party played to the bell, which rings in a quarter of an hour."""
    made = begun(prairie, olga, round_end="bell", hands=None, minutes=15)
    timer.start(made, 15, by=olga, at=timezone.now())
    return made


@pytest.fixture
def organiser(olga):
    client = Client()
    client.force_login(olga)
    return client


def fresh(game):
    return Game.objects.get(pk=game.pk)


def game_of(made):
    return night(made).current.board(1).game


def close(friday, olga):
    results.close_table(friday, 1, 1, by=olga, at=timezone.now())


def ring(made, olga):
    timer.ring(made, by=olga, at=timezone.now() - timedelta(seconds=1))


def cards(response):
    """The addresses of the single games listed; a party has a card of its own."""
    return [each["href"] for each in Html(response).find("a", css="game-card") if "/games/" in each["href"]]


# Lists of single games


@pytest.mark.parametrize("page", ["tonight", "history"])
def test_a_game_of_a_party_is_in_no_list_of_single_games(organiser, prairie, table, page):
    play_out(table)
    assert cards(organiser.get(reverse(f"play:{page}", args=[prairie.slug]))) == []


def test_a_running_game_of_a_party_is_not_among_tonights(organiser, prairie, table):
    record(table, high(1, 0, 9))
    assert cards(organiser.get(reverse("play:tonight", args=[prairie.slug]))) == []


def test_a_stopped_game_of_a_party_is_in_no_list(organiser, prairie, olga, friday):
    results.void_table(friday, 1, 1, by=olga, at=timezone.now())
    for page in ("tonight", "history"):
        assert cards(organiser.get(reverse(f"play:{page}", args=[prairie.slug]))) == []


def test_single_games_are_listed_beside_a_party(organiser, prairie, olga, table):
    other = builders.game(prairie, olga, names=("Edith", "Frank", "Greta", "Henrik"))
    assert cards(organiser.get(reverse("play:tonight", args=[prairie.slug]))) == [
        reverse("play:game", args=[prairie.slug, other.code])
    ]


# The next game is the party's next round


def test_a_game_of_a_party_is_not_played_again(table):
    play_out(table)
    with pytest.raises(BelongsToParty):
        play_again(link(table), 2, by_seat=0, at=timezone.now())
    assert Game.objects.count() == 1


def test_a_phone_that_asks_to_play_again_is_told_why_not(table):
    play_out(table)
    response = phone().post(pad_url(table, "pad_again"), {"partner": 2})
    assert response.status_code == 409
    assert ELSEWHERE in Html(response).text


def test_the_end_of_a_game_of_a_party_does_not_offer_to_play_again(table):
    play_out(table)
    page = Html(phone().get(pad_url(table)))
    assert page.find("button", name="partner") == []
    assert "Ann & Clara" in page.text


def test_the_end_of_a_game_of_a_party_leads_to_the_next_place(table):
    play_out(table)
    links = [each["href"] for each in Html(phone().get(pad_url(table))).find("a")]
    assert reverse("party:next_place", args=[link(table).token]) in links


def test_an_organiser_who_asks_to_play_again_is_told_why_not(organiser, prairie, table):
    play_out(table)
    response = organiser.post(reverse("play:again", args=[prairie.slug, table.code]), {"partner": 2})
    assert response.status_code == 409
    assert ELSEWHERE in Html(response).text


@pytest.mark.parametrize("action", [stop_game, resume_game])
def test_a_game_of_a_party_is_neither_stopped_nor_taken_up_by_itself(table, olga, action):
    with pytest.raises(BelongsToParty):
        action(table, by=olga, at=timezone.now())
    assert fresh(table).state == Game.State.RUNNING


@pytest.mark.parametrize("page", ["stop", "resume"])
def test_an_organiser_who_asks_for_that_is_told_why_not(organiser, prairie, table, page):
    response = organiser.post(reverse(f"play:{page}", args=[prairie.slug, table.code]))
    assert response.status_code == 409
    assert ELSEWHERE in Html(response).text


def test_the_organisers_page_of_such_a_game_offers_none_of_it(organiser, prairie, table):
    page = Html(organiser.get(reverse("play:game", args=[prairie.slug, table.code])))
    forms = [form.attributes.get("action", "") for form in page.find("form")]
    for name in ("stop", "resume", "again"):
        assert reverse(f"play:{name}", args=[prairie.slug, table.code]) not in forms


# A closed result


@pytest.mark.parametrize("htmx", [True, False])
def test_a_hand_for_a_closed_result_is_refused_with_a_sentence(friday, olga, table, htmx):
    close(friday, olga)
    response = send(phone(), table, htmx=htmx)
    assert response.status_code == 409
    assert CLOSED in Html(response).text
    assert table.hands.count() == 0


@pytest.mark.parametrize("htmx", [True, False])
def test_a_refused_hand_is_named_so_that_the_organiser_can_be_told(friday, olga, table, htmx):
    close(friday, olga)
    assert "Ann granded, made 9" in Html(send(phone(), table, htmx=htmx)).text


def test_with_scripts_only_the_sentence_comes_and_the_form_stays_as_it_was_typed(friday, olga, table):
    close(friday, olga)
    response = send(phone(), table, htmx=True)
    assert "HX-Trigger-After-Settle" not in response
    assert Html(response).find("div", id="pad") == []


@pytest.mark.parametrize("htmx", [True, False])
def test_a_correction_of_a_closed_result_is_refused_with_a_sentence(friday, olga, table, htmx):
    hand = record(table, high(1, 0, 9)).hand
    close(friday, olga)
    form = hand_form(tricks="8-5", replaces=hand.pk)
    response = phone().post(pad_url(table, "pad_correct", 1), form, headers=HTMX if htmx else {})
    assert response.status_code == 409
    assert CLOSED in Html(response).text
    assert table.hands.get() == hand


def test_a_refused_correction_keeps_what_was_chosen(friday, olga, table):
    hand = record(table, high(1, 0, 9)).hand
    close(friday, olga)
    form = hand_form(bid="1", tricks="8-5", replaces=hand.pk)
    page = Html(phone().post(pad_url(table, "pad_correct", 1), form))
    assert (page.chosen("bid"), page.chosen("tricks")) == (["1"], ["8-5"])


@pytest.mark.parametrize("htmx", [True, False])
def test_an_undo_in_a_closed_result_is_refused_with_a_sentence(friday, olga, table, htmx):
    hand = record(table, high(1, 0, 9)).hand
    close(friday, olga)
    form = {"uid": str(uuid4()), "last": hand.pk}
    response = phone().post(pad_url(table, "pad_undo"), form, headers=HTMX if htmx else {})
    assert response.status_code == 409
    assert CLOSED in Html(response).text
    assert fresh(table).hands_scored == 1


@pytest.mark.parametrize("htmx, status", [(True, 200), (False, 302)])
def test_a_hand_that_was_saved_before_the_closing_is_saved_when_it_comes_again(friday, olga, table, htmx, status):
    form = hand_form()
    phone().post(pad_url(table, "pad_record"), form, headers=HTMX)
    close(friday, olga)
    response = phone().post(pad_url(table, "pad_record"), form, headers=HTMX if htmx else {})
    assert (response.status_code, table.hands.count()) == (status, 1)


def test_a_closed_pad_only_looks(friday, olga, table):
    record(table, high(1, 0, 9))
    close(friday, olga)
    page = Html(phone().get(pad_url(table)))
    assert "This result is closed" in page.texts("h1")
    assert page.find("form", css="entry") == []
    actions = [form.attributes.get("action") for form in page.find("form")]
    assert pad_url(table, "pad_undo") not in actions
    assert page.find("a", css="line") == []


def test_a_pad_learns_that_its_result_was_closed(friday, olga, table):
    held = fresh(table).version(timezone.now())
    close(friday, olga)
    response = phone().get(pad_url(table, "pad_live"), {"v": held})
    assert response.status_code == 200
    assert "This result is closed" in Html(response).text


def test_a_pad_shows_a_result_typed_from_paper(friday, olga, table):
    results.type_result(friday, 1, 1, (7, 3), by=olga, at=timezone.now())
    page = Html(phone().get(pad_url(table)))
    assert page.texts("h1") == ["We won the game, 7 to 3."]
    assert page.texts("span", css="total") == ["7", "3"]
    assert "The organiser typed this result from paper." in page.text


def test_a_pad_opened_again_takes_hands(friday, olga, table):
    close(friday, olga)
    results.open_table(friday, 1, 1, by=olga, at=timezone.now())
    assert send(phone(), table, htmx=True).status_code == 201


# The bell


def test_before_the_bell_the_pad_says_nothing_of_it(bell):
    assert "The bell has rung." not in Html(phone().get(pad_url(game_of(bell)))).text


def test_after_the_bell_the_pad_says_that_the_hand_is_the_last(bell, olga):
    ring(bell, olga)
    text = Html(phone().get(pad_url(game_of(bell)))).text
    assert "The bell has rung. This hand is the last." in text


def test_between_two_hands_a_table_may_say_that_it_is_done(bell, olga):
    record(game_of(bell), high(1, 0, 9))
    ring(bell, olga)
    page = Html(phone().get(pad_url(game_of(bell))))
    assert "A hand being played is the last." in page.text
    assert pad_url(game_of(bell), "pad_end") in [form.attributes.get("action") for form in page.find("form")]


@pytest.mark.parametrize("waiting", [True, False])
def test_in_the_middle_of_a_hand_or_before_the_first_it_may_not(bell, olga, waiting):
    game = game_of(bell)
    if waiting:
        record(game, high(1, 0, 9), Entry(uuid4(), 2, Contract.HIGH, 1, None))
    ring(bell, olga)
    page = Html(phone().get(pad_url(game)))
    assert "This hand is the last." in page.text
    assert pad_url(game, "pad_end") not in [form.attributes.get("action") for form in page.find("form")]


def test_a_pad_that_asks_before_the_bell_gets_nothing_new(bell):
    game = game_of(bell)
    response = phone().get(pad_url(game, "pad_live"), {"v": game.revision})
    assert (response.status_code, response.content) == (204, b"")


def test_a_pad_that_asks_after_the_bell_gets_a_new_one_once(bell):
    game = game_of(bell)
    # The moment comes by itself: nothing is written when it does.
    Game.objects.filter(pk=game.pk).update(bell_at=timezone.now() - timedelta(seconds=1))
    response = phone().get(pad_url(game, "pad_live"), {"v": game.revision})
    assert response.status_code == 200
    (live,) = [each for each in Html(response).find("div") if "hx-get" in each.attributes]
    assert live["hx-get"].endswith(f"?v={game.revision}b")
    assert phone().get(live["hx-get"]).status_code == 204


def test_the_hand_sent_after_the_bell_ends_the_game(bell, olga):
    game = game_of(bell)
    ring(bell, olga)
    assert send(phone(), game, htmx=True).status_code == 201
    assert (fresh(game).state, fresh(game).ends_after) == (Game.State.FINISHED, 1)


def test_a_table_that_is_done_ends_its_game(bell, olga):
    game = game_of(bell)
    record(game, high(1, 0, 9))
    ring(bell, olga)
    response = phone("2").post(pad_url(game, "pad_end"), headers=HTMX)
    assert (response.status_code, fresh(game).state) == (200, Game.State.FINISHED)


def test_without_scripts_it_comes_back_to_the_pad(bell, olga):
    game = game_of(bell)
    record(game, high(1, 0, 9))
    ring(bell, olga)
    response = phone("2").post(pad_url(game, "pad_end"))
    assert (response.status_code, response.url) == (302, pad_url(game))


@pytest.mark.parametrize("htmx", [True, False])
def test_before_the_bell_a_table_cannot_be_done(bell, htmx):
    game = game_of(bell)
    record(game, high(1, 0, 9))
    response = phone().post(pad_url(game, "pad_end"), headers=HTMX if htmx else {})
    assert (response.status_code, fresh(game).state) == (409, Game.State.RUNNING)
    assert "Something has changed since this page was loaded." in Html(response).text


def test_before_the_first_hand_a_table_cannot_be_done(bell, olga):
    game = game_of(bell)
    ring(bell, olga)
    response = phone().post(pad_url(game, "pad_end"), headers=HTMX)
    assert response.status_code == 409
    assert "before you end the game" in Html(response).text


def test_a_single_game_has_no_bell(game):
    record(game, high(1, 0, 9))
    response = phone().post(pad_url(game, "pad_end"), headers=HTMX)
    assert (response.status_code, fresh(game).state) == (409, Game.State.RUNNING)


# Watching


@pytest.mark.parametrize("state", ["running", "rung", "closed", "paper", "void", "finished"])
def test_a_game_of_a_party_can_be_watched_in_every_state(bell, olga, state):
    game = game_of(bell)
    record(game, high(1, 0, 9))
    now = timezone.now()
    if state == "rung":
        ring(bell, olga)
    elif state == "closed":
        close(bell, olga)
    elif state == "paper":
        results.type_result(bell, 1, 1, (7, 3), by=olga, at=now)
    elif state == "void":
        results.void_table(bell, 1, 1, by=olga, at=now)
    elif state == "finished":
        play_out_from(game)
    page = Html(Client().get(reverse("play:watch", args=[game.code])))
    assert page.texts("span", css="label") == ["Ann & Clara", "Bob & Dan"]
    assert page.texts("span", css="total")[0] == {"paper": "7", "finished": "17"}.get(state, "3")


def play_out_from(game):
    record(game, high(2, 0, 13), high(3, 0, 13))


def test_a_watching_page_gets_a_new_one_at_the_bell(bell):
    game = game_of(bell)
    url = reverse("play:watch_live", args=[game.code])
    assert Client().get(url, {"v": game.revision}).status_code == 204
    Game.objects.filter(pk=game.pk).update(bell_at=timezone.now() - timedelta(seconds=1))
    assert Client().get(url, {"v": game.revision}).status_code == 200
    assert Client().get(url, {"v": f"{game.revision}b"}).status_code == 204


def test_a_pad_follows_people_who_changed_seats(friday, olga, table):
    names = {entrant.player.name: entrant.pk for entrant in night(friday).entrants.values()}
    held = fresh(table).revision
    seating.swap_places(friday, names["Ann"], names["Bob"], reason="draught", by=olga, at=timezone.now())
    response = phone("none").get(pad_url(table, "pad_live"), {"v": held})
    assert response.status_code == 200
    assert Html(response).texts("span", css="label") == ["Bob & Clara", "Ann & Dan"]


def test_the_history_of_a_pad_tells_of_seats_paper_and_closing(friday, olga, table):
    record(table, high(1, 0, 9))
    results.type_result(friday, 1, 1, (7, 3), by=olga, at=timezone.now())
    results.open_table(friday, 1, 1, by=olga, at=timezone.now())
    text = Html(phone().get(pad_url(table, "pad_log"))).text
    assert "Result typed from paper" in text
    assert "Result opened again" in text


def test_a_pad_of_a_round_undone_is_closed_not_broken(friday, olga, table):
    record(table, high(1, 0, 9))
    seating.undo_round(friday, 1, sure=True, by=olga, at=timezone.now())
    assert phone().get(pad_url(table)).status_code == 200
    response = send(phone(), table, htmx=True, number=2)
    assert response.status_code == 409
    assert CLOSED in Html(response).text
