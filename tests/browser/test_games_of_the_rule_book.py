"""A whole game of every kind by taps on a phone: each number it shows is that of the golden file."""

import pytest
from playwright.sync_api import expect

from tests import builders
from tests.browser.conftest import OpenPad
from tests.browser.golden_transcript import Transcript, number_text, transcript
from tests.browser.phone import Phone
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.play.models import EntryRecord

pytestmark = pytest.mark.browser

# By the titles of the golden file, with the seat of the phone's owner. All others are entered without a browser.
GAMES = {
    "hand limit, level: extra hand decides": 3,
    "askov: the 15-cent example, two stars to the winners, one to the losers": 1,
    "widow: twelve hands, single winner": 2,
    "two players": 0,
    "tuppi: reset to nil": 3,
}


@pytest.mark.parametrize(("title", "seat"), GAMES.items(), ids=list(GAMES))
def test_a_game_of_the_rule_book_can_be_played_by_taps(
    prairie: Club, olga: User, open_pad: OpenPad, title: str, seat: int
):
    game = transcript(title, seat)
    pad = open_pad(start(game, prairie, olga), seat)
    for number, (hand, row) in enumerate(zip(game.entry["hands"], game.result["rows"], strict=True), start=1):
        pad.deals(game.names[row["dealer"]])
        before = pad.taps
        game.enter(pad, hand, row)
        pad.tells(game.gains(hand, row), standing(game, row), "The game would be over." if row["ended"] else "")
        pad.is_sent()
        assert EntryRecord.objects.count() == number - 1
        pad.save()
        assert pad.taps - before == (3 if hand["contract"] in ("high", "low") else 4)
        pad.shows(*map(number_text, game.from_here(row["totals"])))
        stars_are(pad, game.from_here(row["total_stars"]))
    expect(pad.page.get_by_role("heading", name=game.verdict)).to_be_visible()
    pad.is_sent()
    assert EntryRecord.objects.count() == len(game.entry["hands"])
    if game.paid:
        expect(pad.page.locator(".paid")).to_contain_text(game.paid)
    else:
        expect(pad.page.locator(".paid")).to_have_count(0)
    plays_again(pad, game)


def start(game: Transcript, club: Club, olga: User):
    entry = game.entry
    rules = game.rules if entry.get("override") else None
    return builders.game(club, olga, preset=entry["preset"], dealer=entry["first_dealer"], rules=rules)


def standing(game: Transcript, row: dict) -> str:
    """The score shown in the preview before saving."""
    found = zip(*map(game.from_here, (game.sides, row["totals"], row["total_stars"])), strict=True)
    each = (f"{side} {number_text(total)} {'★' * stars}".rstrip() for side, total, stars in found)
    return f"Score: {', '.join(each)}."


def stars_are(pad: Phone, stars: list[int]) -> None:
    """Beside each score, this phone's first."""
    for box, number in zip(pad.page.locator(".score").all(), stars, strict=True):
        drawn = box.get_by_role("img", name=f"{number} star" if number == 1 else f"{number} stars", exact=True)
        expect(drawn).to_have_count(1 if number else 0)
        expect(box.locator(".stars:visible")).to_have_count(1 if number else 0)


def plays_again(pad: Phone, game: Transcript) -> None:
    """The same sides once more; the deal goes on to the left."""
    pad.unfold("Play again")
    pad.tap(pad.button(game.again))
    pad.shows(*["0"] * len(game.sides))
    stars_are(pad, [0] * len(game.sides))
    pad.deals(game.names[game.result["next_dealer"]])
