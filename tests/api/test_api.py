"""What other programs read, and with which token."""

import json
from datetime import timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import NOON, high, low, record
from tests.party.builders import friday, friday_playing, key, next_round, party_state, play_round, typed
from whistclub.api import endpoints
from whistclub.api.actions import MOST_TOKENS, TooManyTokens, make_token, revoke_token, use_token
from whistclub.club.actions import hide_player, make_anonymous
from whistclub.party.actions import people, seating
from whistclub.play.actions.entries import taken_out
from whistclub.play.actions.recording import correct_hand
from whistclub.web.counted import Counted

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


@pytest.fixture(autouse=True)
def nobody_has_asked(monkeypatch):
    monkeypatch.setattr(endpoints, "lately", Counted(60, endpoints.MOST_IN_A_MINUTE))


@pytest.fixture
def token(prairie, by_olga):
    return make_token(prairie, "Our web site", **by_olga)


@pytest.fixture
def read(token):
    """What an address of the API answers, by its name."""
    client = Client(headers={"Authorization": f"Bearer {token}"})

    def read(name, *args, status=200, **asked):
        response = client.get(reverse(f"api:{name}", args=args), asked)
        assert response.status_code == status, response.content
        return response.json()

    return read


def test_a_token_opens_its_own_club_only(read, prairie):
    otto, valley = builders.organiser("Otto", "Valley")
    theirs = builders.game(valley, otto)
    assert read("club") == {"name": "Prairie", "slug": "prairie", "time_zone": "America/Chicago", "currency": "$"}
    read("game", theirs.code, status=404)
    assert read("games")["items"] == []
    read("party", friday(otto, count=8).code, status=404)


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer nonsense", "Basic b2xnYTpteQ==", "Bearer \u00ff", "Bearer a b"]
)
def test_without_a_known_token_nothing_is_read(prairie, header):
    response = Client(headers={"Authorization": header}).get(reverse("api:club"))
    assert (response.status_code, response.json()) == (401, {"detail": "Unauthorized"})


@pytest.mark.parametrize("path", ["/api/", "/api/v1/nothing/", "/api/v2/club/"])
def test_an_unknown_address_is_answered_as_programs_read_it(client, path):
    response = client.get(path)
    assert (response.status_code, response.json()) == (404, {"detail": "Not Found"})


def test_a_revoked_token_opens_nothing_at_once(read, prairie, by_olga):
    read("club")
    revoke_token(prairie, prairie.api_tokens.get().pk, **by_olga)
    read("club", status=401)
    assert prairie.api_tokens.get().revoked_by == by_olga["by"]


def test_only_the_digest_of_a_token_is_stored(token, prairie):
    assert token not in str(prairie.api_tokens.values().get())
    assert use_token(token, NOON).last_used_on == NOON.date() or prairie.api_tokens.get().last_used_on == NOON.date()


def test_a_club_has_a_limited_number_of_tokens(prairie, by_olga):
    for number in range(MOST_TOKENS):
        make_token(prairie, f"{number}", **by_olga)
    with pytest.raises(TooManyTokens):
        make_token(prairie, "one more", **by_olga)


def test_too_many_requests_of_a_token_are_refused_for_a_while(read, monkeypatch):
    monkeypatch.setattr(endpoints, "MOST_IN_A_MINUTE", 2)
    read("club")
    read("club")
    assert "Please wait" in read("club", status=429)["detail"]


def test_a_game_comes_with_its_hands_and_scores(read, prairie, olga):
    game = builders.game(prairie, olga)
    record(game, high(1, 0, 9), low(2, 9))
    found = read("game", game.code)
    assert [each["name"] for each in found["seats"]] == list(builders.FOUR)
    assert [each["kind"] for each in found["entries"]] == ["hand", "hand"]
    first, second = found["entries"]
    assert (first["contract"], first["declarer"], first["tricks"], first["hand"]) == ("high", 0, [9, 4], 1)
    assert second["total"] == found["points"]
    game.refresh_from_db()
    assert found["points"] == game.totals
    (listed,) = read("games")["items"]
    assert listed == {name: value for name, value in found.items() if name not in ("entries", "first_dealer")}


def test_a_hand_that_was_taken_out_is_left_out_of_its_game(read, prairie, olga):
    game = builders.game(prairie, olga)
    record(game, high(1, 0, 9), high(2, 0, 9), low(3, 9))
    twice = game.hands.get(position=1)
    correct_hand(builders.link(game), taken_out(uuid4(), 1, replaces=twice.uid), by_seat=0, at=NOON)
    found = read("game", game.code)["entries"]
    assert [(each["kind"], each["hand"], each["dealer"]) for each in found] == [("hand", 1, 0), ("hand", 2, 1)]


def test_a_party_comes_with_its_tables_and_standings(read, olga):
    party = friday_playing(olga, count=9)
    typed(party, olga, (7, 3), (5, 8))
    next_round(party, olga)
    (listed,) = read("parties")["items"]
    assert (listed["people"], listed["rounds"], listed["state"]) == (9, 2, "playing")
    assert listed["day"] == timezone.localdate(party.created_at, ZoneInfo(party.club.time_zone)).isoformat()
    rounds = read("rounds", party.code)
    assert [len(each["tables"]) for each in rounds] == [2, 2]
    assert rounds[0]["tables"][0]["points"] == [7, 3]
    assert (rounds[0]["tables"][0]["winner"], rounds[0]["tables"][0]["finished"]) == (0, True)
    assert len(rounds[0]["sitting_out"]) == 1
    ranks = read("standings", party.code)["ranks"]
    assert len(ranks) == 9
    assert ranks[0]["rank"] == 1
    assert ranks[0]["figures"]["points"] >= ranks[-1]["figures"]["points"]
    games = read("games", party=party.code)
    assert {each["round"] for each in games["items"]} == {1, 2}


@pytest.mark.parametrize("mixed, groups", [(True, {"P1": "B", "P2": "A"}), (False, {"P1": "", "P2": ""})])
def test_standings_name_the_groups_that_partners_come_from(read, olga, mixed, groups):
    party = friday(olga, count=4, policy={"mixed": mixed})
    people.choose_groups(party, {key(party, "P1")}, by=olga, at=NOON)
    next_round(party, olga)
    found = {each["name"]: each["partner_group"] for each in read("standings", party.code)["ranks"]}
    assert {name: found[name] for name in groups} == groups


def test_a_draft_is_not_shown(read, olga):
    party = friday_playing(olga, count=8)
    typed(party, olga, (7, 3), (5, 8))
    seating.make_draft(party, by=olga, at=NOON)
    assert party_state(party).draft
    assert [each["number"] for each in read("rounds", party.code)] == [1]


def test_an_anonymous_player_has_the_made_up_name_and_a_hidden_one_is_not_listed(read, prairie, olga, by_olga):
    game = builders.game(prairie, olga)
    ann, bob = (prairie.players.get(name=name) for name in ("Ann", "Bob"))
    make_anonymous(ann, **by_olga)
    hide_player(bob, **by_olga)
    everything = json.dumps([read("players"), read("game", game.code)])
    assert 'Ann"' not in everything
    assert [each["name"] for each in read("players")["items"]] == ["Anonymous 1", "Clara", "Dan"]


def test_no_time_zone_stays_behind(read):
    read("games")
    assert timezone.get_current_timezone_name() == "UTC"


def test_games_are_read_page_by_page_and_by_day(read, prairie, olga, monkeypatch):
    monkeypatch.setattr(endpoints, "ON_A_PAGE", 2)
    for _each in range(3):
        builders.game(prairie, olga)
    first = read("games")
    assert (first["count"], len(first["items"])) == (3, 2)
    assert first["next"].endswith("/api/v1/games/?page=2")
    assert read("games", page=2)["next"] is None
    assert read("games", since=(NOON + timedelta(days=1)).isoformat())["count"] == 0
    assert read("games", until="2026-03-07T12:00")["count"] == 0
    assert read("games", since="2026-03-07T12:00")["count"] == 3


@pytest.mark.parametrize(
    "asked",
    [
        {"since": "yesterday"},
        {"page": "x"},
        {"party": "x" * 50},
        {"party": "\0"},
        {"since": "9" * 5000},
        {"since": "0001-01-01T00:00:00+14:00"},
        {"until": "9999-12-31T23:59:59-14:00"},
        {"until": "9999-12-31T23:59:59"},
        {"page": "9" * 5000},
    ],
)
def test_malformed_questions_are_refused_with_a_reason(read, asked):
    assert read("games", **asked, status=422)["detail"]


def test_the_first_and_the_last_moment_of_time_find_all_games(read, prairie, olga):
    builders.game(prairie, olga)
    assert read("games", since="0001-01-01T00:00:00Z", until="9999-12-31T23:59:59Z")["count"] == 1


@pytest.mark.parametrize("asked", [{"page": "-1"}, {"page": "99999999999999999999"}])
def test_odd_questions_find_something_or_nothing(read, asked):
    assert read("games", **asked)["items"] == []


def test_the_description_lists_every_address(client):
    found = client.get(reverse("api:openapi-json")).json()
    assert len(found["paths"]) == 8
    assert all(set(methods) == {"get"} for methods in found["paths"].values())


@pytest.mark.parametrize("name, queries", [("rounds", 7), ("standings", 8), ("games", 4), ("parties", 5), ("party", 4)])
def test_the_number_of_queries_does_not_grow(read, olga, django_assert_max_num_queries, name, queries):
    party = friday(olga, count=24)
    for _each in range(2):
        play_round(party, olga, *[(5, 3)] * 6)
    args = [party.code] if name in ("rounds", "standings", "party") else []
    read("club")
    with django_assert_max_num_queries(queries):
        read(name, *args)
