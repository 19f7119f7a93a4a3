"""The whole card, section by section."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.engine.options import Colour, RuleOptions, TableFormat
from whistclub.rules.card import dealing, playing, scoring, table_habits
from whistclub.rules.words import SUITS, other


@dataclass(frozen=True, slots=True)
class BidCards:
    """The suits that bid high and low, to be drawn as cards."""

    high: tuple[str, str]
    low: tuple[str, str]
    high_is_red: bool


@dataclass(frozen=True, slots=True)
class Section:
    """`key` names the section for a page's markup; `bid_cards` stand in that of the bid only."""

    key: str
    heading: str
    sentences: tuple[str, ...]
    bid_cards: BidCards | None = None


def sections(rules: RuleOptions, currency: str = "") -> list[Section]:
    """Every section that has something to say under these rules, in the order of an evening."""
    made = [
        Section("players", _("Who plays"), tuple(dealing.players(rules))),
        Section("deal", _("The deal"), tuple(dealing.deal(rules))),
        Section(
            "bid",
            _("The widow") if rules.form is TableFormat.THREE_WITH_WIDOW else _("The bid"),
            tuple(dealing.bid(rules)),
            bid_cards(rules),
        ),
        Section("play", _("Playing"), tuple(playing.play(rules))),
        Section("solos", _("Solos"), tuple(playing.solos(rules))),
        Section("scoring", _("Scoring"), tuple(scoring.scores(rules))),
        Section("end", _("The end"), tuple(scoring.end(rules))),
        Section("stake", _stake_heading(rules), tuple(table_habits.stake(rules, currency))),
        Section("mishaps", _("When something goes wrong"), tuple(table_habits.mishaps(rules))),
    ]
    return [section for section in made if section.sentences]


def facts(rules: RuleOptions) -> list[str]:
    """The card in short, for a sheet of paper: how it ends, what counts, who leads, what is trump."""
    said = [*scoring.goal(rules), *scoring.points(rules)]
    return [*said, *playing.stars(rules), *playing.leads(rules), *playing.trump(rules)]


def bid_cards(rules: RuleOptions) -> BidCards | None:
    """None where nobody bids."""
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        return None
    return BidCards(SUITS[rules.high_colour], SUITS[other(rules.high_colour)], rules.high_colour is Colour.RED)


def _stake_heading(rules: RuleOptions) -> str:
    if not rules.solos:
        return _("Stake")
    return _("Stake and stars") if rules.stake else _("Stars")
