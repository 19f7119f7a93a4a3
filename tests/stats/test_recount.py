"""Every number of statistics is that of a second count, made in plain Python from the exported hands.

A few tests with loops inside: looking at all pages takes longer than comparing them, so one process is to do it.
"""

import re
from datetime import date

import pytest

from tests.builders import client_of, once
from tests.stats import full_club
from tests.stats.recount_club import ALL, Chosen, Recount
from tests.stats.recount_evenings import best_rated, day_page, evenings, records
from tests.stats.recount_pages import ORDERS, counted_hands, leaders, player_page
from tests.stats.recount_pages import games as games_of_player
from tests.stats.recount_seasons import Season, season_page
from tests.stats.recount_wide import hands_tables, versus_page
from tests.stats.rendered_pages import FILTERS, RenderedPages, Texts, filters_of, kinds_of, look
from whistclub.stats.measures import BY_KEY

# There is a database only where a test of the session says that it needs one.
pytestmark = [pytest.mark.django_db, pytest.mark.long]

# What the addresses say, in the words of the second count.
CHOSEN = {
    "": ALL,
    "rules=neuralplay": Chosen(rules="neuralplay"),
    "rules=~Winter+rules": Chosen(rules="~Winter rules"),
    "period=2025": Chosen(date(2025, 1, 1), date(2025, 12, 31)),
    "period=2026&rules=askov": Chosen(date(2026, 1, 1), date(2026, 12, 31), rules="askov"),
    "period=season:1": Chosen(date(2026, 1, 1), date(2026, 3, 31)),
    "from=2025-01-01&to=2026-02-28": Chosen(date(2025, 1, 1), date(2026, 2, 28)),
    "from=2025-03-09&rules=askov": Chosen(date(2025, 3, 9), rules="askov"),
    "to=2024-12-31": Chosen(None, date(2024, 12, 31)),
}
# As tests/stats/full_club.py makes them, by their number.
SEASONS = {
    1: ("Winter", date(2026, 1, 1), date(2026, 3, 31), "points", None),
    2: ("Best party", date(2026, 3, 6), date(2026, 4, 30), "wins", 1),
    3: ("Places", date(2025, 1, 1), date(2026, 12, 31), "places", 2),
    4: ("Nothing", date(2020, 1, 1), date(2020, 12, 31), "points", None),
}
# Pages that are cards and lists rather than tables; there the words and numbers of each row are looked for.
CARDS = re.compile(r"days/.*|records/.*|players/\d+/hands/.*")


def every_page() -> RenderedPages:
    """Of a club in which everything has happened."""
    club = full_club.build()
    return look(client_of(club.roles.get().user), club)


rendered = once(every_page)


@pytest.fixture(scope="module")
def recount(rendered: RenderedPages) -> Recount:
    return Recount(rendered.export, rendered.party_names)


def test_the_recounted_club_has_every_kind_of_game(recount):
    assert {game.form for game in recount.games} == {"pairs4", "widow3", "duo2"}
    assert {game.state for game in recount.every_game} == {"running", "finished", "stopped"}
    assert any(game.state == "finished" and not game.counts for game in recount.every_game)
    assert any(game.paper for game in recount.games)
    assert any(game.conceded_by is not None for game in recount.games)
    assert any(game.winner is None for game in recount.games)
    assert {entry["kind"] for game in recount.games for entry in game.entries} == {"hand", "redeal", "adjustment"}
    assert any("revoke" in entry["notes"] for game in recount.games for entry in game.entries)
    contracts = {hand.contract for game in recount.games for hand in game.hands}
    assert contracts == {"high", "low", "sola_nola", "grand_dix", "widow"}
    assert set(FILTERS) == set(CHOSEN)


def test_every_order_of_players_is_recounted():
    assert sorted(ORDERS) == sorted(BY_KEY), "add a measure of OF_PLAYERS to ORDERS in recount_pages.py"


def test_every_game_ends_as_its_entries_determine(recount):
    for game in recount.every_game:
        assert (game.totals, game.stars, game.winner) == game.recorded, game.code
        assert game.state == "stopped" or (game.state == "finished") is game.over, game.code


def test_players_are_ordered_as_in_the_recount(rendered, recount):
    for by in ORDERS:
        for chosen in filters_of(by):
            rows = leaders(recount, by, CHOSEN[chosen])
            assert rendered.tables[f"players/?by={by}&{chosen}"] == {"Players": rows}, (by, chosen)


def test_the_data_contains_a_shared_rank(recount):
    ranks = [row[0] for row in leaders(recount, "games", ALL)]
    assert len(set(ranks)) < len(ranks)


def test_every_number_on_a_player_page_matches_the_recount(rendered, recount):
    for player, chosen, tables in pages_of_players(rendered, "/"):
        counted = player_page(recount, player, CHOSEN[chosen])
        assert list(tables) == list(counted), (player, chosen)
        for title, rows in counted.items():
            # In order, so that a failure names the first row that differs.
            assert tables[title] == rows, (player, chosen, title)


def test_the_games_of_a_player_match_the_recount(rendered, recount):
    for player, chosen, tables in pages_of_players(rendered, "/games/"):
        rows = games_of_player(recount, recount.chosen(CHOSEN[chosen], player))
        assert tables == {"Games": rows}, (player, chosen)


def pages_of_players(rendered, after):
    """The pages of one kind of each player, with what was chosen."""
    found = [re.fullmatch(rf"players/(\d+){after}(?:\?(.*))?", address) for address in rendered.tables]
    pages = [(int(match[1]), match[2] or "", rendered.tables[match[0]]) for match in found if match]
    assert len(pages) > 30
    return pages


def test_each_number_lists_exactly_the_hands_it_counts(rendered, recount):
    assert len(recount.players) > 10
    for place, player in enumerate(recount.players):
        for kind in kinds_of(place):
            parts = recount.of(player)
            (table,) = rendered.tables[f"players/{player}/hands/{kind}/"].values()
            read = [(row[0], row[1], row[5]) for row in table]
            expected = [(day.isoformat(), str(number), own) for day, number, own, _others in counted_hands(parts, kind)]
            assert read == expected, (player, kind)


def test_every_rating_matches_the_recount(rendered, recount):
    for player in recount.players:
        expected = [part.rating for part in recount.of(player)]
        assert rendered.ratings[player] == [pytest.approx(each) for each in expected], player


def test_every_evening_matches_the_recount(rendered, recount):
    for day in recount.days:
        assert rendered.tables[f"days/{day}/"] == day_page(recount, day, rendered.parties), day


def test_the_first_page_matches_the_recount(rendered, recount):
    page = rendered.tables[""]
    assert page["Highest ratings"] == best_rated(recount)
    assert page["Evenings"] == evenings(recount, rendered.parties, 1)
    assert rendered.tables["?page=2"]["Evenings"] == evenings(recount, rendered.parties, 2)


def test_records_match_the_recount(rendered, recount):
    for rules in ("", *{game.rules for game in recount.games}):
        page = rendered.tables[f"records/?rules={rules.replace(' ', '+')}" if rules else "records/"]
        assert page["Records"] == records(recount, Chosen(rules=rules)), rules
        mine = [game for game in recount.games if not rules or game.rules == rules]
        hands = [rows for title, rows in page.items() if title.startswith("How hands go")]
        assert hands == hands_tables(recount, mine), rules


def test_head_to_head_pages_match_the_recount(rendered, recount):
    pages = [address for address in rendered.tables if address.startswith("versus/")]
    assert len(pages) > 5
    for address in pages:
        _versus, one, other, _end = address.split("/")
        assert rendered.tables[address] == versus_page(recount, int(one), int(other)), address


def test_seasons_match_a_manual_count(rendered, recount):
    for number, (name, first, last, counts, best) in SEASONS.items():
        season = Season(counts, best, [party for party in rendered.parties if first <= party.day <= last])
        assert rendered.tables[f"seasons/{number}/"] == season_page(season, recount.names), name
    assert len(rendered.parties) >= 2


def test_the_page_and_its_csv_agree(rendered):
    compared = 0
    for address, html in rendered.html.items():
        read = Texts(html)
        finds = read.has_words if CARDS.fullmatch(address) else read.has_row
        for title, rows in rendered.tables[address].items():
            if "/hands/" in address:
                # The points say what the tricks were.
                rows = [row[:4] + row[5:] for row in rows]
            if CARDS.fullmatch(address):
                # That nobody has won, equal points say; who is against whom, the card.
                rows = [[re.sub(" against | and ", " ", value) for value in row if value != "nobody"] for row in rows]
            missing = [row for row in rows if not finds(row)]
            assert not missing, (address, title)
            compared += len(rows)
    assert compared > 1000


def test_the_best_partner_and_the_toughest_opponent_match_the_recount(rendered, recount):
    compared = 0
    for player in recount.players[:6]:
        text = " ".join(Texts(rendered.html[f"players/{player}/"]).all)
        page = player_page(recount, player)
        for title, shape in (
            ("Partners", r"{} ([\d.]+) wins? in (\d+) games? together"),
            ("Opponents", r"{} ([\d.]+) wins? in (\d+) games? against them"),
        ):
            for name, won, played, _share, _better in page[title]:
                if found := re.search(shape.format(re.escape(name)), text):
                    # A drawn game is half a win.
                    assert float(found[1]) >= int(won), (player, name)
                    assert found[2] == played, (player, name)
                    compared += 1
    assert compared > 6
