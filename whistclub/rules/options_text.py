"""What every option is called, what it does in one sentence, and what its choices are called."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from whistclub.engine.options import Carry, Colour, FailedStar, Lead, LimitTie, TableFormat, Trump

Text = str | Promise
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Option:
    label: Text
    does: Text


@dataclass(frozen=True, slots=True)
class Group:
    """`whose` says with which players the options have a meaning: "all", "sides" (two of them), "four" or "three"."""

    key: str
    heading: Text
    whose: str
    names: tuple[str, ...]


GROUPS = (
    Group("players", _("Players"), "all", ("form",)),
    Group("high", _("A high hand"), "sides", ("high_made", "high_set_award", "high_set_penalty")),
    Group("low", _("A low hand"), "sides", ("low_award", "low_penalty")),
    Group("solos", _("Solos"), "four", ("solos", "solo_failed_star")),
    Group("widow", _("The widow"), "three", ("own_quota", "widow_quota")),
    Group("end", _("The end"), "all", ("target", "max_hands", "limit_tie")),
    Group("carry", _("Who holds points"), "sides", ("carry",)),
    Group("stake", _("Stake"), "all", ("stake",)),
    Group("habits", _("Bid cards and leads"), "sides", ("high_colour", "high_lead", "low_lead")),
    Group("table", _("At the table"), "all", ("trump", "revoke_tricks")),
)

OPTIONS = {
    "form": Option(_("Who plays"), _("How many sit at the table, and who plays with whom.")),
    "high_made": Option(_("Grand made"), _("Points for each trick above six of the side that granded.")),
    "high_set_award": Option(
        _("Grand failed, to the defenders"), _("Points for each trick above six of the side that did not grand.")
    ),
    "high_set_penalty": Option(_("Grand failed, off those who granded"), _("Points lost for each trick below seven.")),
    "low_award": Option(
        _("To the side with fewer tricks"), _("Points for each trick above six that the other side took.")
    ),
    "low_penalty": Option(_("Off the side with more tricks"), _("Points lost for each of its tricks above six.")),
    "solos": Option(
        _("Sola Nola and Grand Dix"),
        _(
            "Whether one may play alone: without a trick, or winning the first seven. It brings a star, and each star "
            "of the winners adds the stake once more."
        ),
    ),
    "solo_failed_star": Option(
        _("Star of a failed solo"), _("Who gets it. If nobody does, a solo costs nothing and may kill any hand.")
    ),
    "own_quota": Option(_("Tricks owed"), _("Only the tricks above these score; below them they count off.")),
    "widow_quota": Option(_("Owed by the first with the widow"), _("The same for whoever picked up the widow first.")),
    "target": Option(_("To how many points"), _("The first with so many wins; empty if points end no game.")),
    "max_hands": Option(
        _("At most so many hands"), _("The game then ends, and the most points win; empty for no limit.")
    ),
    "limit_tie": Option(_("Level after the last hand"), _("What happens then; it counts only with a limit of hands.")),
    "carry": Option(
        _("Points are held by"), _("Both sides, or, as in Tuppi, only one: the other’s score wipes them out.")
    ),
    "stake": Option(_("Stake, in cents"), _("What losing a game costs, one amount for a side; 0 for no stake.")),
    "high_colour": Option(_("The card that bids high"), _("The other colour bids low. It changes no score.")),
    "high_lead": Option(_("First lead in a high hand"), _("Who lays the first card. It changes no score.")),
    "low_lead": Option(_("First lead in a low hand"), _("Who lays the first card. It changes no score.")),
    "trump": Option(
        _("Trump"),
        _("Which suit beats the others; one that is led only where whoever granded leads. It changes no score."),
    ),
    "revoke_tricks": Option(
        _("Tricks for a revoke"),
        _("So many move against whoever did not follow suit though they could; 0 leaves it to the table."),
    ),
}

LABELS: dict[str, dict[str, Text]] = {
    "form": {
        TableFormat.FOUR_IN_PAIRS: _("Four, two against two"),
        TableFormat.THREE_WITH_WIDOW: _("Three, with a widow"),
        TableFormat.TWO_PLAYERS: _("Two"),
    },
    "solos": {YES: _("allowed"), NO: _("not played")},
    "solo_failed_star": {FailedStar.DEFENDERS: _("the defenders"), FailedStar.NOBODY: _("nobody")},
    "limit_tie": {LimitTie.DRAW: _("it is a draw"), LimitTie.EXTRA: _("one more hand, until somebody leads")},
    "carry": {Carry.BOTH: _("both sides"), Carry.ONE_SIDE: _("only one side")},
    "high_colour": {Colour.BLACK: _("black ♣ ♠"), Colour.RED: _("red ♥ ♦")},
    "high_lead": {
        Lead.DECLARER_RIGHT: _("right of whoever granded"),
        Lead.DECLARER_LEFT: _("left of whoever granded"),
        Lead.DECLARER: _("whoever granded"),
        Lead.DEALER_LEFT: _("left of the dealer"),
    },
    "low_lead": {Lead.DEALER_LEFT: _("left of the dealer"), Lead.DEALER_RIGHT: _("right of the dealer")},
    "trump": {
        Trump.NONE: _("none"),
        Trump.LED: _("the suit whoever granded leads"),
        Trump.CLUBS: _("clubs"),
    },
}
# Choices that are seen at a glance; the longer ones are lists to open.
AS_BUTTONS = ("form", "solos", "carry", "high_colour")
