"""Every number of the pages of players is that of a second count, made in plain Python from the exported hands."""

from datetime import date

import pytest

from tests.stats.recount_club import Chosen
from tests.stats.recount_pages import ORDERS, games, hands_behind, leaders, player_page
from tests.stats.seen import FILTERS, KINDS, hands_pages, rows_read

# The pages are looked at once, but only where a test of this session has a database is there any.
pytestmark = pytest.mark.django_db

# What the addresses say, in the words of the second count.
CHOSEN = {
    "": Chosen(),
    "setting=party": Chosen(setting="party"),
    "setting=kitchen": Chosen(setting="kitchen"),
    "rules=neuralplay": Chosen(rules="neuralplay"),
    "rules=~Winter+rules": Chosen(rules="~Winter rules"),
    "rules=form:pairs4": Chosen(rules="form:pairs4"),
    "rules=form:widow3": Chosen(rules="form:widow3"),
    "period=2025": Chosen(date(2025, 1, 1), date(2025, 12, 31)),
    "period=2026&setting=kitchen&rules=askov": Chosen(date(2026, 1, 1), date(2026, 12, 31), "kitchen", "askov"),
    "period=season:1": Chosen(date(2026, 1, 1), date(2026, 3, 31)),
    "from=2025-01-01&to=2026-02-28": Chosen(date(2025, 1, 1), date(2026, 2, 28)),
    "from=2025-03-09&setting=kitchen&rules=form:duo2": Chosen(date(2025, 3, 9), None, "kitchen", "form:duo2"),
    "to=2024-12-31": Chosen(None, date(2024, 12, 31)),
}


def test_the_second_count_has_every_kind_of_game(recount):
    assert {game.form for game in recount.games} == {"pairs4", "widow3", "duo2"}
    assert {game.state for game in recount.every_game} == {"running", "finished", "stopped"}
    assert any(game.state == "finished" and not game.counts for game in recount.every_game)
    assert any(game.paper for game in recount.games)
    assert any(game.given_up is not None for game in recount.games)
    assert any(game.winner is None for game in recount.games)
    assert {entry["kind"] for game in recount.games for entry in game.entries} == {"hand", "redeal", "adjustment"}
    assert any("revoke" in entry["notes"] for game in recount.games for entry in game.entries)
    assert {hand.contract for game in recount.games for hand in game.hands} == {
        "high",
        "low",
        "sola_nola",
        "grand_dix",
        "widow",
    }
    assert set(FILTERS) == set(CHOSEN)


def test_every_game_ends_as_its_entries_say(recount):
    for game in recount.every_game:
        assert (game.totals, game.stars, game.winner) == game.said, game.code
        assert game.state == "stopped" or (game.state == "finished") is game.over, game.code


@pytest.mark.parametrize("chosen", FILTERS)
@pytest.mark.parametrize("by", ORDERS)
def test_players_stand_in_the_order_of_the_second_count(seen, recount, by, chosen):
    _ranks, rows = leaders(recount, by, CHOSEN[chosen])
    assert seen.tables[f"players/?by={by}&{chosen}"] == {"Players": rows}


@pytest.mark.parametrize("by", ORDERS)
def test_how_many_games_somebody_needs_to_be_listed_can_be_chosen(seen, recount, by):
    for least in (1, 25):
        assert seen.tables[f"players/?by={by}&least={least}"] == {"Players": leaders(recount, by, Chosen(), least)[1]}


@pytest.mark.parametrize("by", ORDERS)
def test_equals_share_a_rank(seen, recount, by):
    ranks, rows = leaders(recount, by, Chosen())
    read = [row[0] for row in rows_read(seen.html[f"players/?by={by}&"])[1:]]
    assert read == [f"{rank}{row[0]}" for rank, row in zip(ranks, rows, strict=True)]


def test_somewhere_equals_do_share_a_rank(recount):
    ranks, _rows = leaders(recount, "games", Chosen())
    assert len(set(ranks)) < len(ranks)


def test_every_number_of_a_players_page_is_that_of_the_second_count(seen, recount):
    for path, found in pages_of(seen, "players/", "/"):
        player, chosen = path
        assert found == player_page(recount, player, CHOSEN[chosen]), path


def test_the_games_of_a_player_are_those_of_the_second_count(seen, recount):
    for path, found in pages_of(seen, "players/", "/games/"):
        player, chosen = path
        assert found == {"Games": games(recount, recount.chosen(CHOSEN[chosen], player))}, path


def pages_of(seen, before, after):
    """The pages of one kind of each player, with the player and what was chosen."""
    found = []
    for address, tables in seen.tables.items():
        path, _mark, query = address.partition("?")
        player = path.removeprefix(before).removesuffix(after)
        if path.startswith(before) and path.endswith(after) and player.isdigit():
            found.append(((int(player), query), tables))
    assert len(found) > 30
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_behind_each_number_stand_just_the_hands_it_counts(seen, recount, kind):
    for player in recount.players:
        parts = recount.of(player)
        expected = hands_behind(parts, kind)
        read = [row for page in hands_pages(recount, player, kind) for row in only(seen.tables[page])]
        assert [(row[0], row[1], row[5]) for row in read] == [
            (day.isoformat(), str(number), own) for day, number, own, _others in expected
        ]
        assert len(read) == sum(part.counts[kind] for part in parts)


def only(tables):
    (table,) = tables.values()
    return table
