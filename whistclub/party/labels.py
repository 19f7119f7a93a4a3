"""What the choices of a party are called, and when to use each: for its settings and the plan of an evening."""

from django.utils.translation import gettext_lazy as _

from whistclub.engine.movement.catalogue import Advice
from whistclub.engine.movement.protocol import CardLineCode
from whistclub.engine.prizes import Prize
from whistclub.engine.standings import Criterion, Worth

# Name, and when to use it. In the order in which they are offered.
MOVEMENTS = {
    "ladder": (
        _("Winners up, losers down"),
        _(
            "The winners go one table up, the losers one down, and partners change. The classic evening, best at three "
            "to six tables; everybody sees who is on top."
        ),
    ),
    "meets": (
        _("Everyone meets"),
        _(
            "Each round is seated so that partners do not repeat and one meets as many others as can be. For sociable "
            "evenings of any size, and for many tables."
        ),
    ),
    "whist": (
        _("Whist tournament"),
        _(
            "Everybody partners everybody once and opposes everybody twice. For 4, 5, 8, 9, 12, 13, 16, 17 … people "
            "with time for nearly as many rounds as people."
        ),
    ),
    "swiss": (
        _("Swiss fours"),
        _(
            "Four who stand equally well sit together: the first with the fourth against the second and the third. "
            "For ambitious evenings of many tables."
        ),
    ),
    "ladder_pairs": (
        _("Winners up, losers down, fixed pairs"),
        _("The same ladder for couples and friends who stay together all evening."),
    ),
    "swiss_pairs": (
        _("Swiss pairs"),
        _("Pairs that stand equally well play each other, nobody twice. For fixed pairs and few rounds."),
    ),
    "round_robin": (
        _("Round robin of pairs"),
        _("Every pair plays every other once. For fixed pairs, and time for nearly as many rounds as there are pairs."),
    ),
}
# The lines of a table card, each with the arrow before it.
CARD_LINES = {
    CardLineCode.WINNERS_STAY: _("▲ Winners stay"),
    CardLineCode.WINNERS_GO: _("▲ Winners go up to table {n}"),
    CardLineCode.LOSERS_GO: _("▼ Losers go down to table {n}"),
    CardLineCode.LOSERS_STAY: _("▼ Losers stay, or go down"),
}
ADVICE = {
    Advice.ONE_TABLE: _("One table: the three ways to pair four people, in turn."),
    Advice.EVERY_PARTNER: _("There is time for everybody to partner everybody once."),
    Advice.MOST_PEOPLE: _("Partners do not repeat, and one meets the most people."),
    Advice.CLASSIC: _("Three to six tables: the ladder is at its best, and everybody follows it."),
    Advice.EVERY_PAIR: _("There is time for every pair to meet every other."),
    Advice.NO_REMATCH: _("Too few rounds for all pairs to meet: equals meet, and nobody twice."),
}
WORTHS = {
    Worth.HALF: _("Half a game won"),
    Worth.NOTHING: _("Nothing"),
    Worth.WIN: _("A game won"),
    Worth.AVERAGE: _("One’s own average"),
}
CRITERIA = {
    Criterion.WINS: _("games won"),
    Criterion.WINS_AND_STARS: _("games and stars"),
    Criterion.POINTS: _("points"),
    Criterion.DIFFERENCE: _("points for less points against"),
    Criterion.GRANDS: _("grands made"),
    Criterion.HANDS: _("hands won"),
    Criterion.TOP: _("rounds at the top table"),
}
PRIZES = {
    Prize.BEST: _("Best"),
    Prize.BOOBY: _("Booby"),
    Prize.MOST_GRANDS: _("Most grands made"),
    Prize.LONGEST_TOP: _("Longest at the top table"),
}
