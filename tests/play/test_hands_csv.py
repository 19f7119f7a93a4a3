"""The entries of every game of a club as one table, from which all can be counted again."""

import csv
import io
import json

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import NOON, high, low, record
from tests.play.party_games import begun, fresh, game_of
from tests.web import site
from whistclub.engine.game import play_game
from whistclub.engine.hand import Adjustment, Contract, Hand, Redeal
from whistclub.engine.options import options_from_mapping
from whistclub.party.actions import results
from whistclub.play.games import end_now
from whistclub.play.replay import revoke_in

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def download(organiser, club):
    return organiser.get(reverse("archive:table", args=[club.slug, "hands", "csv"]))


def rows(organiser, club):
    text = b"".join(download(organiser, club).streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def columns(found, *names):
    return [tuple(row[name] for name in names) for row in found]


def recounted(lines):
    """The totals and stars of a game from its rows alone."""
    entries = []
    for row in lines:
        if row["kind"] == "hand":
            declarer = int(row["declarer"]) if row["declarer"] else None
            revoke = revoke_in(json.loads(row["notes"] or "{}"))
            entries.append(Hand(Contract(row["contract"]), declarer, tuple(json.loads(row["tricks"])), revoke))
        elif row["kind"] == "redeal":
            entries.append(Redeal(json.loads(row["notes"] or "{}").get("deal_passes", False)))
        elif row["kind"] == "adjustment":
            entries.append(Adjustment(tuple(json.loads(row["points"]))))
    result = play_game(options_from_mapping(json.loads(lines[0]["options"])), int(lines[0]["first_dealer"]), entries)
    return list(result.totals), list(result.stars)


def test_a_hand_is_a_row_with_everything_about_its_game(organiser, prairie, game):
    record(game, high(1, 1, 9))
    (row,) = rows(organiser, prairie)
    players = [prairie.players.get(name=name).pk for name in builders.FOUR]
    assert {name: value for name, value in row.items() if value and name != "options"} == {
        "game": game.code,
        "counts": "no",
        "state": "running",
        "started_at": "2026-03-07T12:00:00-06:00",
        "evening": "2026-03-07",
        "form": "pairs4",
        "rules": "neuralplay",
        "rules_title": "Minnesota Whist",
        "first_dealer": "0",
        **{f"player_{seat}": str(player) for seat, player in enumerate(players)},
        **{f"name_{seat}": name for seat, name in enumerate(builders.FOUR)},
        "totals": "[0,3]",
        "stars": "[0,0]",
        "entry": "1",
        "kind": "hand",
        "contract": "high",
        "declarer": "1",
        "tricks": "[4,9]",
        "recorded_at": "2026-03-07T12:00:00-06:00",
    }


def test_the_csv_rows_suffice_to_recount_all_games(organiser, prairie, olga):
    games = site.games_of_every_kind(prairie, olga)
    bell = builders.game(prairie, olga)
    record(bell, high(1, 0, 9), low(2, 4))
    end_now(bell, by=olga, at=NOON)
    found = rows(organiser, prairie)
    for game in [*games.values(), fresh(bell)]:
        lines = [row for row in found if row["game"] == game.code]
        assert recounted(lines) == (game.totals, game.stars)
        assert lines[0]["totals"] == json.dumps(game.totals, separators=(",", ":"))


def test_a_paper_result_is_exported_with_party_round_and_table(organiser, prairie, olga):
    made = begun(prairie, olga)
    results.type_result(made, 1, 1, (9, 7), by=olga, at=NOON)
    (row,) = rows(organiser, prairie)
    assert columns([row], "party", "round", "table", "kind", "paper", "totals") == [
        (made.code, "1", "1", "none", "[9,7]", "[9,7]")
    ]
    assert game_of(made).code == row["game"]


def test_a_name_that_looks_like_a_formula_is_exported_as_text(organiser, prairie, olga):
    builders.game(prairie, olga, names=("=1+1", "+Bob", "-Clara", "@Dan"))
    assert columns(rows(organiser, prairie), *(f"name_{seat}" for seat in range(4))) == [
        ("'=1+1", "'+Bob", "'-Clara", "'@Dan")
    ]
