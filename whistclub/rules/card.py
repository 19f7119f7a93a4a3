"""The rules card: what a table needs to know to play, in sentences written only from the options.

The sentences about one option are in its record in `options_text.py`; here are those about the game as such
(RULES.md §1.1, §1.2, §1.6).
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.engine.hand import TRICKS_IN_HAND
from whistclub.engine.options import OPTIONS, Carry, Colour, RuleOptions, TableFormat
from whistclub.rules.option_record import OURS, ours
from whistclub.rules.options_text import OPTION_TEXTS

# Without the variation selector some phones draw suits as coloured pictures.
AS_TEXT = "\ufe0e"
BLACK_SUITS = (f"♣{AS_TEXT}", f"♠{AS_TEXT}")
RED_SUITS = (f"♥{AS_TEXT}", f"♦{AS_TEXT}")


@dataclass(frozen=True, slots=True)
class BidCards:
    """The suits that bid high and low, to be drawn as cards."""

    high: tuple[str, str]
    low: tuple[str, str]
    high_is_red: bool


@dataclass(frozen=True, slots=True)
class Section:
    """`key` names the section in a page's markup; only the section of the bid has `bid_cards`."""

    key: str
    heading: str
    sentences: tuple[str, ...]
    bid_cards: BidCards | None = None


def sections(rules: RuleOptions, currency: str = "") -> list[Section]:
    """Every section that has a sentence under these rules, in the order of an evening."""
    widow = rules.form is TableFormat.THREE_WITH_WIDOW
    made = [
        _section("players", _("Who plays"), rules, currency, before=_players),
        _section("deal", _("The deal"), rules, currency, before=_deal),
        _section("bid", _("The widow") if widow else _("The bid"), rules, currency, before=_bid),
        _section("play", _("Playing"), rules, currency, before=_aim, after=_tricks),
        _section("solos", _("Solos"), rules, currency, before=_solos),
        _section("scoring", _("Scoring"), rules, currency, after=_totals),
        _section("end", _("The end"), rules, currency, after=_long_game),
        _section("stake", _stake_heading(rules), rules, currency, after=_stars),
        _section("mishaps", _("When something goes wrong"), rules, currency, after=_misdeal),
    ]
    return [section for section in made if section.sentences]


def facts(rules: RuleOptions) -> list[str]:
    """The card in short, for a sheet of paper: how the game ends, what scores, who leads, what is trump."""
    found = [each for key in ("end", "scoring", "solos", "play") for each in option_sentences(key, rules)]
    return [sentence.removesuffix(OURS) for sentence in found]


def option_sentences(section: str, rules: RuleOptions, currency: str = "") -> list[str]:
    """What the options that mean something under these rules say in one section of the card."""
    sentences: list[str] = []
    for name, text in OPTION_TEXTS.items():
        if text.section != section or not OPTIONS[name].has_meaning(rules) or not text.is_on_card(rules):
            continue
        if text.on_card is not None:
            sentences += map(str, text.on_card(rules, currency))
        else:
            value = getattr(rules, name)
            sentences.append(text.statement(value, text.value(value, rules, currency), rules) + ".")
    return sentences


def bid_cards(rules: RuleOptions) -> BidCards | None:
    """None where nobody bids with cards."""
    if not OPTIONS["high_colour"].has_meaning(rules):
        return None
    red = rules.high_colour is Colour.RED
    return BidCards(RED_SUITS if red else BLACK_SUITS, BLACK_SUITS if red else RED_SUITS, red)


Sentences = Callable[[RuleOptions], list[str]]


def _section(
    key: str,
    heading: str,
    rules: RuleOptions,
    currency: str,
    *,
    before: Sentences = lambda _rules: [],
    after: Sentences = lambda _rules: [],
) -> Section:
    sentences = (*before(rules), *option_sentences(key, rules, currency), *after(rules))
    return Section(key, heading, sentences, bid_cards(rules) if key == "bid" else None)


def _players(rules: RuleOptions) -> list[str]:
    cards = _("52 cards. Ace is high, two is low.")
    match rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            return [_("Four people play, two against two. Partners sit facing each other."), cards]
        case TableFormat.THREE_WITH_WIDOW:
            return [_("Three people play, each alone."), cards]
        case TableFormat.TWO_PLAYERS:
            return [_("Two people play against each other."), cards]


def _deal(rules: RuleOptions) -> list[str]:
    """Cutting for partners is RULES.md A35."""
    left = _("After every hand the deal passes to the left.")
    match rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            return [
                ours(
                    _(
                        "To draw partners, each player cuts a card: the two highest play against the two lowest, and "
                        "the highest deals first. Equal cards are cut again."
                    )
                ),
                _("Deal 13 cards to each player, one at a time, clockwise, starting on the dealer’s left."),
                left,
            ]
        case TableFormat.THREE_WITH_WIDOW:
            return [
                _("Cut for the first deal: the highest card deals."),
                _("Deal four hands of 13, one card at a time, clockwise."),
                _("The first hand dealt is the widow. It lies face down to the dealer’s left."),
                left,
            ]
        case TableFormat.TWO_PLAYERS:
            return [
                _("Cut for the first deal, then alternate. The dealer shuffles and the other player cuts the pack."),
                _("Each player gets 26 cards, dealt one at a time, starting with the player who does not deal."),
                _("The first eight lie face down in two rows of four, the next eight face up on top of them."),
                _("The last ten are held in the hand."),
            ]


def _bid(rules: RuleOptions) -> list[str]:
    names = _("High is also called grand, spel or rami; low is also called nullo, nula, pass or nolo.")
    match rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            return [*_with_cards(rules), names]
        case TableFormat.THREE_WITH_WIDOW:
            return _widow()
        case TableFormat.TWO_PLAYERS:
            return [
                _("Both players bid aloud. The player who did not deal bids first: high or low. A high bid is final."),
                _("After a low bid the dealer bids high or low. If both bid low, the hand is low."),
                _("The player who bid high has granded and is the declarer; the hand is played high."),
                names,
            ]


def _with_cards(rules: RuleOptions) -> list[str]:
    red = rules.high_colour is Colour.RED
    high, low = (_("red"), _("black")) if red else (_("black"), _("red"))
    return [
        _("Everyone places one card face down: {high} for high, {low} for low.").format(high=high, low=low),
        _("Use the lowest card you have of that colour, since everyone may see it."),
        _(
            "At some tables a player with no card of that colour below ten places two cards of the other colour "
            "instead."
        ),
        _("Turn the cards up one at a time, starting on the dealer’s left, until one is {high}.").format(high=high),
        _("The player who placed it has granded and is the declarer; the hand is played high."),
        _("The other cards stay face down. If all cards are {low}, the hand is low.").format(low=low),
        _("Everyone then takes their card back."),
    ]


def _widow() -> list[str]:
    return [
        _("There is no bidding: every hand is high."),
        _("The player to the dealer’s left may take the widow; if not, the next player may, ending with the dealer."),
        _("A player who takes it looks at both hands, keeps one and passes the other to the left."),
        _("The next player then chooses in the same way."),
        ours(_("After the dealer there are no more exchanges.")),
    ]


def _aim(rules: RuleOptions) -> list[str]:
    match rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            return [_("In a high hand both sides try to win tricks, in a low hand to lose them.")]
        case TableFormat.THREE_WITH_WIDOW:
            return [
                _("Everyone tries to win tricks."),
                _("The player to the dealer’s left leads to the first trick."),
            ]
        case TableFormat.TWO_PLAYERS:
            return [
                _("In a high hand both players try to win tricks, in a low hand to lose them."),
            ]


def _tricks(rules: RuleOptions) -> list[str]:
    two = [
        _("In a low hand the player who did not deal leads."),
        _("Each player plays two cards to a trick, in turn, from the hand or from the face-up cards."),
        _("Face-up cards oblige you to follow suit: if your only cards of the suit lie face up, play one of them."),
        _("Turn an uncovered card face up at once."),
    ]
    has_trump = OPTIONS["must_trump"].has_meaning(rules)
    return [
        *(two if rules.form is TableFormat.TWO_PLAYERS else []),
        _("Follow suit if you can.")
        if has_trump and rules.must_trump
        else _("Follow suit if you can; otherwise play any card."),
        _("The highest trump wins the trick, or else the highest card of the suit led; its player leads to the next.")
        if has_trump
        else _("The highest card of the suit led wins the trick; its player leads to the next."),
    ]


def _solos(rules: RuleOptions) -> list[str]:
    """RULES.md §1.2 and A16 to A20."""
    if not rules.solos:
        return []
    return [
        _("One player plays alone against the other side; the partner sits out."),
        _(
            "Sola Nola: win no trick. First the soloist and the partner each pass the other one card, both at the same "
            "time. The opponent on the soloist’s right leads."
        ),
        _(
            "Grand Dix: win each of the first seven tricks. No cards are passed; the partner leads one card and then "
            "sits out."
        ),
        ours(_("If that card wins the trick, the solo fails.")),
        ours(_("Until the first lead any player may overrule a bid, including a partner’s or their own.")),
        _("Grand Dix beats Sola Nola, and both beat high and low. An equal bid does not overrule."),
        ours(_("A solo is made or failed: once that is decided, the rest need not be played.")),
        ours(_("A solo counts as a hand, and the deal passes on. The bid that it overruled is not scored.")),
    ]


def _totals(rules: RuleOptions) -> list[str]:
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        # A source says so itself; for the other games it is our reading (RULES.md A2).
        can_fall = bool(rules.own_quota or rules.widow_quota)
        negative = _("Totals can go negative.")
    else:
        can_fall = bool(rules.high_set_penalty or rules.low_penalty)
        negative = ours(_("Totals can go negative."))
    return [negative if can_fall else _("Totals never go below zero.")]


def _long_game(rules: RuleOptions) -> list[str]:
    """Where totals need not rise with every hand, a target may be far away (RULES.md A3)."""
    if rules.max_hands is not None:
        return []
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        is_long = 2 * rules.own_quota + max(rules.own_quota, rules.widow_quota) >= TRICKS_IN_HAND
    else:
        rises = all((rules.high_made, rules.high_set_award, rules.low_award))
        is_long = not rises or bool(rules.high_set_penalty or rules.low_penalty) or rules.carry is Carry.ONE_SIDE
    return [_("This can take a while: agree on a number of hands, or stop when you like.")] if is_long else []


def _stake_heading(rules: RuleOptions) -> str:
    if not rules.solos:
        return _("Stake")
    return _("Stake and stars") if rules.stake else _("Stars")


def _stars(rules: RuleOptions) -> list[str]:
    """RULES.md A13, A14."""
    if not rules.solos:
        return []
    worth = (
        _("Each star of the winners adds the same amount again; stars of the losers count for nothing.")
        if rules.stake
        else _("Without stakes, a star is just for glory.")
    )
    return [worth, ours(_("A star does not end the game, and the next game starts without stars."))]


def _misdeal(_rules: RuleOptions) -> list[str]:
    """RULES.md A33."""
    return [
        ours(_("Misdeal: no score, same dealer redeals.")),
        ours(_("Claims and concessions: record the agreed tricks.")),
    ]
