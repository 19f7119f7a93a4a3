"""The bin: what is in it appears nowhere else and counts nowhere; it comes back as it was, or is gone after 30 days."""

from contextlib import suppress
from copy import deepcopy
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tests import builders
from tests.builders import NOON, link, once, play_out, refusal_of, rows_stored, show_statistics
from tests.party import builders as parties
from tests.web.addresses import routes
from tests.web.html import Html
from whistclub.archive.bin import KEPT, contents, delete, empty, put, restore
from whistclub.club.actions import add_player, delete_player
from whistclub.club.settings import set_calendar
from whistclub.ops.integrity import disagreements
from whistclub.party.access import TableLink
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions.merging import merge_players
from whistclub.play.entries import correct_hand
from whistclub.play.models import Game
from whistclub.play.start import NewGame, play_again, start_game
from whistclub.play.statistics import bring_up_to_date
from whistclub.stats.models import GameFact, PartyFact

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

ODD = ("Zebulon", "Yngvild", "Xanthippe", "Wolfgang")


def filled_club():
    """One thing of each kind that can be binned, each with a name that nothing else has."""
    olga, prairie = builders.organiser()
    who = {"by": olga, "at": NOON}
    play_out(builders.game(prairie, olga))
    game = play_out(start_game(prairie, NewGame(ODD, "neuralplay", 0), **who))
    first = game.entries.get(position=1)
    correct_hand(link(game), builders.high(1, 0, 12), corrects=first.uid, by_seat=0, at=NOON)
    game.refresh_from_db()
    of_eight = [f"Guest {letter}" for letter in "ABCDEFGH"]
    party = parties.party(prairie, olga, *of_eight, name="Quincunx evening")
    parties.next_round(party, olga)
    parties.typed(party, olga, (5, 3), (2, 4))
    party_lifecycle.finish(party, **who)
    party.refresh_from_db()
    things = {"game": game, "party": party}
    words = {"game": game.code, "party": "Quincunx"}
    return SimpleNamespace(club=prairie, olga=olga, who=who, things=things, words=words, **things)


made = once(filled_club)


@pytest.fixture
def club(made, db):
    return deepcopy(made)


def statistics(club):
    bring_up_to_date()
    facts = GameFact.objects.filter(club=club), PartyFact.objects.all()
    return [sorted(each.values_list("code", flat=True)) for each in facts]


def stored(thing):
    return rows_stored(type(thing).objects.filter(pk=thing.pk), without=("revision", "awaits_statistics"))


KINDS = pytest.mark.parametrize("kind", ["game", "party"])


@KINDS
def test_what_is_restored_is_as_it_was_and_statistics_follow_exactly(club, kind):
    thing = club.things[kind]
    rows, numbers = stored(thing), statistics(club.club)
    put(thing, **club.who)
    between = statistics(club.club)
    assert between != numbers
    assert disagreements(club.club) == []
    restore(thing, **club.who)
    assert statistics(club.club) == numbers
    assert stored(thing) == rows
    assert disagreements(club.club) == []


@KINDS
def test_what_is_deleted_for_good_leaves_nothing_behind(club, kind):
    thing = club.things[kind]
    put(thing, **club.who)
    delete(thing)
    assert not type(thing).objects.filter(pk=thing.pk).exists()
    assert disagreements(club.club) == []
    if kind == "party":
        assert not Game.objects.filter(party_code=thing.code).exists()
    with refusal_of("not_there"):
        restore(thing, **club.who)


# The law: every address that a person of the club, or a stranger, can open by GET.
PARTS = {"day": NOON.date().isoformat(), "key": "askov", "page": "party", "number": 1, "table": 1, "position": 1}


def pages(club):
    """Each address with the parts of something that is not in the bin."""
    kept = Game.objects.filter(party_code="", binned_at=None).exclude(pk=club.game.pk).first()
    party = parties.party(club.club, club.olga, *builders.FOUR, "Eva", "Finn", "Gro", "Hans", name="Kept evening")
    parties.next_round(party, club.olga)
    card = TableLink(party.club_id, party.club.card_version, 1).token
    one, other = club.club.players.filter(name__in=["Ann", "Bob"]).values_list("pk", flat=True)
    values = PARTS | {"club": club.club.slug, "player": one, "one": str(one), "other": str(other), "kind": "grands"}
    for name, parts in routes().items():
        app = name.split(":")[0]
        code = party.code if app == "party" else kept.code
        token = card if name == "party:table" else link(kept).token
        known = values | {"code": code} | ({"token": token} if app in ("play", "party") else {})
        if parts <= known.keys():
            with suppress(NoReverseMatch):  # of other libraries: an address without a name, or with narrower parts
                yield name, reverse(name, kwargs={each: known[each] for each in parts})


def test_nothing_in_the_bin_appears_on_any_page_but_that_of_the_bin(club, olga, organiser):
    show_statistics(club.club, to_everyone=True, by=olga, at=NOON)
    found = dict(pages(club))
    assert len(found) > 60

    def shown():
        where = {kind: set() for kind in club.words}
        for name, address in found.items():
            response = organiser.get(address)
            if response.status_code != 200 or name == "archive:bin":
                continue
            text = b"".join(response).decode(errors="replace")
            for kind, word in club.words.items():
                if word in text:
                    where[kind].add(name)
        return where

    before = shown()
    assert all(before.values()), before  # each is somewhere, so the law can fail
    for thing in club.things.values():
        put(thing, **club.who)
    assert shown() == {kind: set() for kind in club.words}
    # The people of the game and the party are in nothing else.
    for name in ("stats:players", "play:history", "stats:records"):
        page = organiser.get(reverse(name, args=["prairie"])).content.decode()
        assert not any(odd in page for odd in (*ODD, "Guest A"))


def test_nothing_in_the_bin_is_in_a_table_or_in_the_calendar(club, olga, organiser):
    """Players of the roster are, whatever they played."""
    set_calendar(club.club, on=True, by=olga, at=NOON)
    club.club.refresh_from_db()
    calendar = reverse("archive:club_calendar", args=[club.club.calendar])
    addresses = [reverse("archive:table", args=["prairie", key, "csv"]) for key in ("players", "games", "hands")]
    words = {club.words[kind] for kind in ("game", "party")} | {"Zebulon;", "Zebulon,", "Guest A,"}

    def found():
        responses = {each: organiser.get(each) for each in (*addresses, calendar)}
        texts = {each: b"".join(found).decode() for each, found in responses.items() if found.status_code == 200}
        return {(each, word) for each, text in texts.items() for word in words if word in text}

    assert len({each for each, _word in found()}) >= 3
    for thing in club.things.values():
        put(thing, **club.who)
    roster = {(addresses[0], "Zebulon,"), (addresses[0], "Guest A,")}
    assert found() - roster == set()


def test_addresses_of_a_game_in_the_bin_say_that_it_was_removed(club, organiser):
    game, stranger = club.game, Client()
    pad = link(game).token
    put(game, **club.who)
    for visitor, address in (
        (stranger, reverse("play:watch", args=[game.code])),
        (stranger, reverse("play:pad", args=[pad])),
        (organiser, reverse("play:game", args=["prairie", game.code])),
    ):
        response = visitor.get(address)
        assert response.status_code == 410, address
    assert Html(stranger.get(reverse("play:watch", args=[game.code]))).texts("h1") == ["This game was removed"]
    assert Html(stranger.get(reverse("play:pad", args=[pad]))).texts("h1") == ["This game was removed"]


def test_addresses_of_a_party_in_the_bin_say_that_it_was_removed(club, organiser):
    party, stranger = club.party, Client()
    table = Game.objects.filter(party_code=party.code).first()
    put(party, **club.who)
    for visitor, address in (
        (stranger, reverse("party:public", args=[party.code])),
        (stranger, reverse("play:watch", args=[table.code])),
        (stranger, reverse("play:pad", args=[link(table).token])),
        (organiser, reverse("party:console", args=["prairie", party.code])),
    ):
        assert visitor.get(address).status_code == 410, address


def test_who_has_played_is_not_deleted_and_who_never_played_is(club):
    other, mistyped = add_player(club.club, "Vikander"), add_player(club.club, "Mistyped Vikander")
    put(club.game, **club.who)
    merge_players(mistyped, other, **club.who)
    for player in (*club.club.players.filter(name__in=["Ann", "Guest A", "Zebulon"]), mistyped):
        with refusal_of("has_played"):
            delete_player(player)
    delete_player(add_player(club.club, "Nobody"))
    assert not club.club.players.filter(name="Nobody").exists()


# Games and parties


def test_a_game_of_a_party_goes_only_with_its_party(club):
    with refusal_of("belongs_to_party"):
        put(Game.objects.filter(party_code=club.party.code).first(), **club.who)


def test_the_next_game_may_be_begun_again_when_the_first_try_is_in_the_bin(club):
    first = play_again(link(club.game), 2, by=club.olga, at=NOON)
    put(first, **club.who)
    second = play_again(link(club.game), 2, by=club.olga, at=NOON)
    assert second.pk != first.pk
    restore(first, **club.who)
    put(club.game, **club.who)
    delete(club.game)
    assert Game.objects.filter(pk__in=[first.pk, second.pk]).count() == 2


# Emptying


def test_after_30_days_it_is_gone_and_not_a_day_before(club):
    for thing in club.things.values():
        put(thing, **club.who)
    empty(NOON + KEPT - timedelta(seconds=1))
    assert len(contents(club.club)) == 2
    empty(NOON + KEPT)
    assert len(contents(club.club)) == 0
    assert disagreements(club.club) == []


# The page


def test_one_tap_undoes_right_after_binning(club, organiser):
    response = organiser.post(reverse("archive:put", args=["prairie", "game", club.game.code]), follow=True)
    page = Html(response)
    (form,) = (each for each in page.find("form", method="post") if "restore" in each["action"])
    assert "Moved to the bin" in page.text
    assert "Undo" in page.texts("button")
    back = organiser.post(form["action"], follow=True)
    assert back.redirect_chain[-1][0] == reverse("play:game", args=["prairie", club.game.code])
    assert Game.objects.get(pk=club.game.pk).binned_at is None


def test_the_bin_says_what_who_when_and_until_when(club, organiser):
    for thing in club.things.values():
        put(thing, **club.who)
    text = Html(organiser.get(reverse("archive:bin", args=["prairie"]))).text
    for words in ("Zebulon & Xanthippe – Yngvild & Wolfgang", "Quincunx evening"):
        assert words in text
    assert "moved here by Olga on 7 Mar 2026 · kept until 6 Apr 2026" in text


@KINDS
def test_each_kind_is_binned_and_restored_by_its_page(club, organiser, kind):
    thing = club.things[kind]

    def post(name):
        return organiser.post(reverse(f"archive:{name}", args=["prairie", kind, thing.code]), follow=True)

    assert post("put").status_code == 200
    assert post("restore").status_code == 200
    assert post("restore").status_code == 410
