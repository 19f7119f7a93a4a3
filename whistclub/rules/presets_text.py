"""The name, source and description of each preset (RULES.md §1.2, §1.8)."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from whistclub.rules.option_record import Text


@dataclass(frozen=True, slots=True)
class PresetText:
    title: Text
    source: Text
    about: Text


PRESET_TEXTS: dict[str, PresetText] = {
    "minnesota": PresetText(
        _("Minnesota"),
        _("as described by Denexa and Pagat"),
        _(
            "The plain game of Minnesota’s kitchens and church halls, where it is simply called Whist. Nobody scores "
            "in a low hand; the side that took too many tricks loses points. Totals can go below zero, and a game "
            "takes about sixteen hands."
        ),
    ),
    "minnesota_double": PresetText(
        _("Minnesota, double penalty"),
        _("Pagat’s variation"),
        _(
            "The same game as many tables in Minnesota play it: a failed grand gives the other side two points a trick "
            "instead of one. That makes people think before they play a black card, and a game takes about twelve "
            "hands."
        ),
    ),
    "neuralplay": PresetText(
        _("Standard"),
        _("NeuralPlay’s rules, which most sources share"),
        _(
            "What most pages and programs teach today. Every hand scores: a failed grand gives the other side two "
            "points a trick, and a low hand gives one to the side that took fewer tricks. No points are ever "
            "deducted, so a game takes about eight "
            "hands and never lasts more than twenty-five. Good for a first evening, and for parties."
        ),
    ),
    "wiki_four": PresetText(
        _("Left-hand lead"),
        _("a wiki article on Whist (first lead from the left)"),
        _(
            "The scores of the standard game, with one old habit: in a high hand the player to the declarer’s left "
            "leads, not the one to the right. An early web page described it this way, and some tables learned it from "
            "there."
        ),
    ),
    "askov": PresetText(
        _("Askov"),
        _("Pagat: solos, stars and a stake"),
        _(
            "From Askov, a Danish-settled village in Minnesota. Besides high and low you may play alone: Sola Nola "
            "(win no trick) or Grand Dix (win the first seven). Solos earn stars, and each star of the winners raises "
            "what the losers pay: fifteen cents for the game and fifteen for a star."
        ),
    ),
    "south_dakota": PresetText(
        _("South Dakota"),
        _("Pagat: trump led, to 11"),
        _(
            "Played in South Dakota. The player who granded leads, and the suit of that card is trump for the hand. A "
            "failed grand gives the other side nothing but costs the side that granded. Since points come and go, "
            "games are long: about thirty hands."
        ),
    ),
    "widow": PresetText(
        _("Three-handed with widow"),
        _("a wiki article on Whist"),
        _(
            "For an evening when the fourth player cannot come. Everyone plays alone, clubs are trump, and a spare "
            "hand, the widow, lies ready for a player who dislikes their hand. You must take three tricks, four if you "
            "were first to take the widow; tricks beyond that score."
        ),
    ),
    "two_player": PresetText(
        _("Two-handed"),
        _("Pagat"),
        _(
            "For two, with the scores of the standard game. Each player has ten cards in the hand and sixteen on the "
            "table, half of them hidden at first, and plays two cards to a trick. There are still thirteen tricks, "
            "and there is always something left to discover."
        ),
    ),
    "norwegian": PresetText(
        _("Norwegian"),
        _("Parlett and Britannica: grand 4 and 8, nullo 2, to 50"),
        _(
            "The Norwegian cousin, as card-game books describe it. Here the red card is the bold one: red bids grand, "
            "black bids nullo. A made grand scores four points a trick, a failed one gives the other side eight, a "
            "nullo scores two, and the game is to 50."
        ),
    ),
    "swedish": PresetText(
        _("Swedish"),
        _("kortspel.se; the red card bids high"),
        _(
            "As it is played in Sweden: a red card says “spel”, a black one “pass”. Otherwise it is the standard game, "
            "to 13. Sources differ on who leads first in a high hand; here it is the player to the declarer’s right."
        ),
    ),
    "tuppi": PresetText(
        _("Tuppi"),
        _("Finland: only one side has points, to 52"),
        _(
            "The game of the lumberjacks of northern Finland, with its own championships. Red bids “rami”, black "
            "“nolo”. Only one side has points at a time: when the other side scores, both drop back to zero. No lead "
            "is safe, and a game takes about thirty hands."
        ),
    ),
}
