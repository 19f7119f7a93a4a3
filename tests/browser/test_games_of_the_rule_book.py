"""A whole game of every kind by taps on a phone: each number it shows is that of the golden file."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests import builders
from tests.browser.conftest import OpenPad
from tests.browser.phone import NOBODY, Phone
from tests.engine.builders import golden, golden_options
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.options import Colour, RuleOptions, TableFormat
from whistclub.play.models import EntryRecord

pytestmark = pytest.mark.browser


SOLOS = {"sola_nola": "Sola Nola", "grand_dix": "Grand Dix"}
MADE = {"sola_nola": [0], "grand_dix": [7]}


def number_text(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else number_text(points)


@dataclass(frozen=True)
class Transcript:
    """One golden game; `seat` is where the phone's owner sits."""

    entry: dict
    seat: int

    @property
    def rules(self) -> RuleOptions:
        return golden_options(self.entry)

    @property
    def result(self) -> dict:
        return self.entry["result"]

    @property
    def names(self) -> tuple[str, ...]:
        return builders.FOUR[: self.rules.form.seats]

    @property
    def near(self) -> int:
        return self.rules.form.side_of(self.seat)

    @property
    def sides(self) -> list[str]:
        """How this phone calls the sides, by number."""
        if self.rules.form is TableFormat.FOUR_IN_PAIRS:
            return ["Us" if side == self.near else "Them" for side in range(2)]
        return ["You" if side == self.near else name for side, name in enumerate(self.names)]

    @property
    def people(self) -> list[str]:
        if self.rules.form is TableFormat.FOUR_IN_PAIRS:
            return [" & ".join(self.names[side::2]) for side in range(2)]
        return list(self.names)

    def from_here(self, by_side: list) -> list:
        """This phone's side first, then clockwise."""
        return [*by_side[self.near :], *by_side[: self.near]]

    def enter(self, pad: Phone, hand: dict, row: dict) -> None:
        """Everything but Save; who leads is said when the bid is known."""
        bid, leads = self._bid(hand), f"{self.names[row['leader']]} leads to the first trick."
        if hand["contract"] in SOLOS:
            pad.tap(pad.choice(SOLOS[hand["contract"]]))
            pad.bid(bid)
            pad.tells(leads)
            pad.tap(pad.choice("made" if hand["tricks"] == MADE[hand["contract"]] else "failed"))
            return
        pad.bid(bid)
        pad.tells(leads)
        if hand["contract"] == "widow":
            whose, tricks = self.from_here(self.sides), self.from_here(hand["tricks"])
            pad.count(**dict(zip(whose[:2], tricks[:2], strict=True)))
            pad.counts(*map(str, tricks))
        else:
            first = self.near if hand["declarer"] is None else hand["declarer"] % 2
            pad.tricks(hand["tricks"][first])

    def _bid(self, hand: dict) -> str:
        if hand["declarer"] is not None:
            return self.names[hand["declarer"]]
        if hand["contract"] == "widow":
            return NOBODY
        return "All black: low" if self.rules.high_colour is Colour.RED else "All red: low"

    def gains(self, hand: dict, row: dict) -> str:
        """The end of the sentence before saving: who gets what. After the tricks of all sides it begins with a dash."""
        sides, points, stars = map(self.from_here, (self.sides, row["points"], row["stars"]))
        found = [f"{side} {signed(gained)}" for side, gained in zip(sides, points, strict=True) if gained]
        found += [f"a star for {side}" for side, gained in zip(sides, stars, strict=True) if gained]
        mark = " –" if hand["contract"] in ("low", "widow") else ":"
        return f"{mark} {', '.join(found) or 'no points'}."

    @property
    def verdict(self) -> str:
        totals, winner = self.result["totals"], self.result["winner"]
        subject = {"Us": "We", "Them": "They"}.get(self.sides[winner], self.sides[winner])
        if len(totals) > 2:
            each = zip(self.from_here(self.sides), map(number_text, self.from_here(totals)), strict=True)
            return f"{subject} won the game: {', '.join(map(' '.join, each))}."
        ordered = [totals[winner], totals[1 - winner]]
        return f"{subject} won the game {(' – ' if min(ordered) < 0 else '–').join(map(number_text, ordered))}."

    @property
    def paid(self) -> str:
        """The beginning of who pays whom; empty where nobody pays."""
        amounts, winner = self.result["settlement"], self.result["winner"]
        if not amounts[winner]:
            return ""
        loser = self.people[1 - winner]
        return f"{loser} each pay ${amounts[winner] / 100:.2f}"


# By the titles of the golden file, with the seat of the phone's owner. All others are entered without a browser.
GAMES = {
    "askov: the 15-cent example, two stars to the winners, one to the losers": 1,
    "widow: tie at the limit, extra hands until one is ahead": 2,
}


@pytest.mark.parametrize(("title", "seat"), GAMES.items(), ids=list(GAMES))
def test_a_game_of_the_rule_book_can_be_played_by_taps(
    prairie: Club, olga: User, open_pad: OpenPad, title: str, seat: int
):
    game = Transcript(next(each for each in golden("games.json") if each["title"] == title), seat)
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
