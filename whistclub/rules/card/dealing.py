"""Who plays, the deal, and the bid (RULES.md §1.1, §1.2)."""

from django.utils.translation import gettext as _

from whistclub.engine.options import RuleOptions, TableFormat
from whistclub.rules.words import colour, other


def players(rules: RuleOptions) -> list[str]:
    match rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            who = _("Four people play, two against two. Partners sit facing each other.")
        case TableFormat.THREE_WITH_WIDOW:
            who = _("Three people play, each alone.")
        case TableFormat.TWO_PLAYERS:
            who = _("Two people play against each other.")
    return [who, _("52 cards. In each suit the ace is highest, the two lowest.")]


def deal(rules: RuleOptions) -> list[str]:
    match rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            said = [_("Everybody gets 13 cards.")]
        case TableFormat.THREE_WITH_WIDOW:
            said = [_("Everybody gets 13 cards. The last 13 lie face down in the middle: the widow.")]
        case TableFormat.TWO_PLAYERS:
            said = [
                _("In front of each player lie eight cards face down, and a card face up on each of them."),
                _("Then each player gets ten cards in hand."),
            ]
    if rules.form is TableFormat.TWO_PLAYERS:
        return [*said, _("Draw for the first deal. After every hand the other one deals.")]
    return [*said, _("Draw for the first deal. After every hand the deal passes to the left.")]


def bid(rules: RuleOptions) -> list[str]:
    match rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            return _with_cards(rules)
        case TableFormat.THREE_WITH_WIDOW:
            return _widow(rules)
        case TableFormat.TWO_PLAYERS:
            return _by_word(rules)


def _with_cards(rules: RuleOptions) -> list[str]:
    high, low = colour(rules.high_colour), colour(other(rules.high_colour))
    return [
        _("Everybody lays one card face down: a {high} one for high, a {low} one for low.").format(high=high, low=low),
        _("From the dealer’s left the cards are turned up, one by one, until one is {high}.").format(high=high),
        _("Whoever laid it has granded, and the hand is high. The other cards stay face down."),
        _("If all cards are {low}, the hand is low.").format(low=low),
        _("Then everybody takes the card back into the hand."),
    ]


def _by_word(rules: RuleOptions) -> list[str]:
    return [
        _("The player who did not deal bids first, high or low. After a high bid the dealer has no say."),
        _("After a low bid the dealer bids high or low. Whoever bids high has granded, and the hand is high."),
        _("If both bid low, the hand is low."),
        _("With bid cards, {high} is high and {low} is low.").format(
            high=colour(rules.high_colour), low=colour(other(rules.high_colour))
        ),
    ]


def _widow(rules: RuleOptions) -> list[str]:
    return [
        _("Nobody bids: every hand is high."),
        _("The player to the dealer’s left may pick up the widow; if not, the next one may, and last the dealer."),
        _("Whoever picks it up looks at both hands, keeps one, and lays the other down for the next player."),
        _("After the dealer nobody may change any more."),
        _owed(rules),
    ]


def _owed(rules: RuleOptions) -> str:
    if rules.widow_quota > rules.own_quota:
        return _("Only the first who picked up the widow owes more tricks, even if the hand kept is the old one.")
    if rules.widow_quota < rules.own_quota:
        return _("Only the first who picked up the widow owes fewer tricks, even if the hand kept is the old one.")
    return _("Whoever picks up the widow owes as many tricks as the others.")
