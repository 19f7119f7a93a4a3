"""What the presets are called, where each comes from, and who plays it (RULES.md §1.2, §1.8)."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Told:
    title: str | Promise
    source: str | Promise
    about: str | Promise


TOLD: dict[str, Told] = {
    "minnesota": Told(
        _("Minnesota"),
        _("as the Denexa and Pagat pages tell it"),
        _(
            "The plain game of Minnesota’s kitchens and church halls, where it is simply called Whist. A low hand "
            "gives nobody a point: it only costs the side that took too many. So totals may fall below nil, and a game "
            "takes about sixteen hands."
        ),
    ),
    "minnesota_double": Told(
        _("Minnesota, failed grand doubled"),
        _("Pagat’s variation"),
        _(
            "The same game as many tables in Minnesota play it: whoever grands and fails hands the others two points a "
            "trick instead of one. That makes people think before they lay a black card, and a game takes about twelve "
            "hands."
        ),
    ),
    "neuralplay": Told(
        _("Most common today"),
        _("NeuralPlay’s rules, and most pages agree"),
        _(
            "What most pages and programs teach today. Every hand gives somebody points: a failed grand two a trick, a "
            "low hand one to the side that stayed below. Nothing is ever taken off, so a game is over in about eight "
            "hands and never takes more than twenty-five. Good for a first evening, and for parties."
        ),
    ),
    "wiki_four": Told(
        _("Four-handed"),
        _("a wiki’s Whist page; the first lead is on the left"),
        _(
            "The scores of the most common rules, with one old habit: in a high hand the player to the left of the one "
            "who granded leads, not the one to the right. An early page told it so, and some tables learned it there."
        ),
    ),
    "askov": Told(
        _("Askov"),
        _("Pagat: solos, stars and a stake"),
        _(
            "From Askov, a village in Minnesota that Danes settled. Beside high and low one may play alone: Sola Nola "
            "without a trick, or Grand Dix with the first seven. Solos bring stars, and each star of the winners "
            "raises what the losers pay, fifteen cents for the game and fifteen for a star."
        ),
    ),
    "south_dakota": Told(
        _("South Dakota"),
        _("Pagat: trump led, to 11"),
        _(
            "Played in South Dakota. Whoever grands leads, and the suit led is trump for that hand. A failed grand "
            "gives the others nothing: it costs those who granded. Since points come and go, games are long, about "
            "thirty hands."
        ),
    ),
    "widow": Told(
        _("Three-handed, with a widow"),
        _("a wiki’s Whist page"),
        _(
            "For the evening when the fourth does not come. Everybody plays alone, clubs are trump, and a spare hand, "
            "the widow, waits on the table for whoever dislikes the cards dealt. Three tricks are owed, four by the "
            "first who picked up the widow; what is above them counts."
        ),
    ),
    "two_player": Told(
        _("Two-player"),
        _("Pagat"),
        _(
            "For two, with the scores of the most common rules. Each plays ten cards from the hand and sixteen from "
            "the table, half of them hidden at first, and lays two cards to a trick. So it is still thirteen tricks, "
            "and there is always something to be found out."
        ),
    ),
    "norwegian": Told(
        _("Norwegian"),
        _("Parlett and Britannica: grand 4 and 8, nullo 2, to 50"),
        _(
            "The cousin from Norway, as card books tell it. Here the red card is the bold one: red bids grand, "
            "black bids nullo. A made grand gives four a trick, a failed one eight to the others, a nullo two, and the "
            "game goes to 50."
        ),
    ),
    "swedish": Told(
        _("Swedish"),
        _("kortspel.se; the red card bids"),
        _(
            "As it is played in Sweden: a red card says “spel”, a black one “pass”. All else is the most common game, "
            "to 13. Sources differ on who leads first in a high hand; here it is the player to the right of the one "
            "who bid."
        ),
    ),
    "tuppi": Told(
        _("Tuppi"),
        _("Finland: only one side holds points, to 52"),
        _(
            "The game of the lumberjacks of northern Finland, with its own championships. Red bids “rami”, black "
            "“nolo”. Only one side can hold points: when the other scores, both go back to nil. So nobody is safe, "
            "and a game takes about thirty hands."
        ),
    ),
}
