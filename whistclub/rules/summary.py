"""Rules by name: the presets as their sources tell of them, a club's own, and those that a game really has."""

import re
from dataclasses import dataclass, replace

from django.urls import reverse

from whistclub.engine.options import PRESETS, RuleOptions

OWN = "own-"
OWN_KEY = re.compile(rf"{OWN}([A-Za-z0-9_-]{{1,12}})")


@dataclass(frozen=True, slots=True)
class RulesSummary:
    """`key` is a preset's name, or "own-" and the public code of a club's own rules; `base` is the preset they began
    from. `currency` is for the stake; without one, amounts are in cents. What pages say of the rules is made by the
    filters in `templatetags/rules_text.py`.
    """

    key: str
    title: str
    source: str
    about: str
    base: str
    rules: RuleOptions
    currency: str = ""

    @property
    def base_title(self) -> str:
        return PRESET_CARDS[self.base].title

    @property
    def seats(self) -> int:
        return self.rules.form.seats

    @property
    def seat_numbers(self) -> range:
        return range(self.seats)

    @property
    def code(self) -> str | None:
        """The public code of a club's own rules."""
        return own_code(self.key)

    @property
    def is_own(self) -> bool:
        return self.code is not None

    @property
    def address(self) -> str:
        """Path of the public page of these rules."""
        return reverse("rules:card", args=[self.key])


def card_of(preset: str, rules: RuleOptions, title: str = "", currency: str = "") -> RulesSummary:
    """The rules that a game or a party really has; with a `title` they are a club's own, based on the preset."""
    known = replace(PRESET_CARDS[preset], rules=rules, currency=currency)
    return replace(known, title=title, about="", source=f"based on “{known.title}”") if title else known


def own_key(code: str) -> str:
    return OWN + code


def own_code(key: str) -> str | None:
    """The public code in a key; None if it is not the key of a club's own rules."""
    found = OWN_KEY.fullmatch(key)
    return found and found[1]


# The name, the source and the description of each preset (RULES.md §1.2, §1.8).
PRESET_TEXTS: dict[str, tuple[str, str, str]] = {
    "neuralplay": (
        "Minnesota Whist",
        "the usual scoring, which most sources share (NeuralPlay)",
        (
            "The game of Minnesota’s kitchens and church halls, where it is simply called Whist, with the usual "
            "scoring. Every hand scores: a failed grand gives the other side two points a trick, and a low hand gives "
            "one to the side that took fewer tricks. No points are ever deducted, so a game takes about eight hands "
            "and never lasts more than twenty-five."
        ),
    ),
    "minnesota": (
        "Minnesota Whist, plain",
        "as described by Denexa and Pagat",
        (
            "The older scoring. Nobody scores in a low hand; the side that took too many tricks loses points. Totals "
            "can go below zero, and a game takes about sixteen hands."
        ),
    ),
    "minnesota_double": (
        "Minnesota Whist, failed grand doubled",
        "Pagat’s variation",
        (
            "The older scoring, but a failed grand gives the other side two points a trick instead of one. That makes "
            "people think before they play a black card, and a game takes about twelve hands."
        ),
    ),
    "wiki_four": (
        "Left-hand lead",
        "a wiki article on Whist (first lead from the left)",
        (
            "The usual scores, with one old habit: in a high hand the player to the declarer’s left "
            "leads, not the one to the right. An early web page described it this way, and some tables learned it from "
            "there."
        ),
    ),
    "askov": (
        "Askov",
        "Pagat: solos, stars and a stake",
        (
            "From Askov, a Danish-settled village in Minnesota. Besides high and low you may play alone: Sola Nola "
            "(win no trick) or Grand Dix (win the first seven). Solos earn stars, and each star of the winners raises "
            "what the losers pay: fifteen cents for the game and fifteen for a star."
        ),
    ),
    "south_dakota": (
        "South Dakota",
        "Pagat: trump led, to 11",
        (
            "Played in South Dakota. The player who granded leads, and the suit of that card is trump for the hand. A "
            "failed grand gives the other side nothing but costs the side that granded. Since points come and go, "
            "games are long: about thirty hands."
        ),
    ),
    "widow": (
        "Three-handed with widow",
        "a wiki article on Whist",
        (
            "For an evening when the fourth player cannot come. Everyone plays alone, clubs are trump, and a spare "
            "hand, the widow, lies ready for a player who dislikes their hand. You must take three tricks, four if you "
            "were first to take the widow; tricks beyond that score."
        ),
    ),
    "two_player": (
        "Two-handed",
        "Pagat",
        (
            "For two, with the usual scores. Each player has ten cards in the hand and sixteen on the "
            "table, half of them hidden at first, and plays two cards to a trick. There are still thirteen tricks, "
            "and there is always something left to discover."
        ),
    ),
    "norwegian": (
        "Norwegian",
        "Parlett and Britannica: grand 4 and 8, nullo 2, to 50",
        (
            "The Norwegian cousin, as card-game books describe it. Here the red card is the bold one: red bids grand, "
            "black bids nullo. A made grand scores four points a trick, a failed one gives the other side eight, a "
            "nullo scores two, and the game is to 50."
        ),
    ),
    "swedish": (
        "Swedish",
        "kortspel.se; the red card bids high",
        (
            "As it is played in Sweden: a red card says “spel”, a black one “pass”. Otherwise it is "
            "Minnesota Whist with the usual scoring, "
            "to 13. Sources differ on who leads first in a high hand; here it is the player to the declarer’s right."
        ),
    ),
    "tuppi": (
        "Tuppi",
        "Finland: only one side has points, to 52",
        (
            "The game of the lumberjacks of northern Finland, with its own championships. Red bids “rami”, black "
            "“nolo”. Only one side has points at a time: when the other side scores, both drop back to zero. No lead "
            "is safe, and a game takes about thirty hands."
        ),
    ),
}

PRESET_CARDS = {key: RulesSummary(key, *texts, key, PRESETS[key]) for key, texts in PRESET_TEXTS.items()}
