"""Labels of the choices in a party's settings, and when to use each movement."""

from django.utils.translation import gettext_lazy as _

from whistclub.engine.movement.catalogue import Advice
from whistclub.engine.movement.protocol import CardLineCode
from whistclub.engine.prizes import Prize
from whistclub.engine.standings import Criterion, Worth

# Name, and when to use it; in the order of the list.
MOVEMENTS = {
    "ladder": (
        _("Winners up, losers down"),
        _(
            "The winners go one table up, the losers one down, and partners change. The classic evening, best at three "
            "to six tables; everyone can see who’s leading."
        ),
    ),
    "meets": (
        _("Everyone meets"),
        _(
            "Each round is seated so that partners do not repeat and everyone meets as many others as possible. For "
            "sociable evenings of any size, and for many tables."
        ),
    ),
    "whist": (
        _("Whist tournament"),
        _(
            "Everyone partners everyone once and plays against everyone twice. For 4, 5, 8, 9, 12, 13, 16, 17 … "
            "people, with time for nearly as many rounds as there are people."
        ),
    ),
    "swiss": (
        _("Swiss fours"),
        _(
            "Players with similar scores share a table: 1st and 4th against 2nd and 3rd. For competitive evenings with "
            "many tables."
        ),
    ),
    "ladder_pairs": (
        _("Winners up, losers down, fixed pairs"),
        _("The same, for couples and friends who stay partners all evening."),
    ),
    "swiss_pairs": (
        _("Swiss pairs"),
        _("Pairs with similar scores meet; no rematches. For fixed pairs and few rounds."),
    ),
    "round_robin": (
        _("Round robin of pairs"),
        _(
            "Every pair plays every other pair once. For fixed pairs, with time for nearly as many rounds as there "
            "are pairs."
        ),
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
    Advice.EVERY_PARTNER: _("There is time for everyone to partner everyone once."),
    Advice.MOST_PEOPLE: _("Partners do not repeat, and you meet the most people."),
    Advice.CLASSIC: _("Three to six tables: the ladder works best and is easy to follow."),
    Advice.EVERY_PAIR: _("There is time for every pair to meet every other pair."),
    Advice.NO_REMATCH: _("Too few rounds for all pairs to meet: similar pairs meet, no rematches."),
}
WORTHS = {
    Worth.HALF: _("Half a game won"),
    Worth.NOTHING: _("Nothing"),
    Worth.WIN: _("A game won"),
    Worth.AVERAGE: _("Their own average"),
}
CRITERIA = {
    Criterion.WINS: _("games won"),
    Criterion.WINS_AND_STARS: _("games and stars"),
    Criterion.POINTS: _("points"),
    Criterion.DIFFERENCE: _("point difference"),
    Criterion.GRANDS: _("grands made"),
    Criterion.HANDS: _("hands won"),
    Criterion.TOP: _("rounds at the top table"),
}
PRIZES = {
    Prize.BEST: _("First prize"),
    Prize.BOOBY: _("Booby prize"),
    Prize.MOST_GRANDS: _("Most grands made"),
    Prize.LONGEST_TOP: _("Longest at the top table"),
}
