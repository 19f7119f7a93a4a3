"""The rules card: what a table needs to know to play, in sentences written only from the options.

The sentences about one option are in its record in `scoring_text.py` or `play_text.py`; here are those about the game
as such (RULES.md §1.1, §1.2, §1.6).
"""

from collections.abc import Callable
from dataclasses import dataclass

from whistclub.engine.hand import TRICKS_IN_HAND
from whistclub.engine.options import OPTIONS, Carry, Colour, RuleOptions, TableFormat
from whistclub.rules.option_record import OURS, ours
from whistclub.rules.options_text import OPTION_TEXTS

# Without the variation selector some phones draw suits as coloured pictures.
AS_TEXT = "\ufe0e"
BLACK_SUITS = (f"♣{AS_TEXT}", f"♠{AS_TEXT}")
RED_SUITS = (f"♥{AS_TEXT}", f"♦{AS_TEXT}")
BidCards = tuple[str, str, tuple[str, str]]  # the bid, and the colour and suits of its cards


@dataclass(frozen=True, slots=True)
class Section:
    """`key` names the section in a page's markup; only the section of the bid has `bid_cards`."""

    key: str
    heading: str
    sentences: tuple[str, ...]
    bid_cards: list[BidCards]


def sections(rules: RuleOptions, currency: str = "") -> list[Section]:
    """Every section that has a sentence under these rules, in the order of an evening."""
    widow = rules.form is TableFormat.THREE_WITH_WIDOW
    made = [
        _section("players", "Who plays", rules, currency, before=_players),
        _section("deal", "The deal", rules, currency, before=_deal),
        _section("bid", "The widow" if widow else "The bid", rules, currency, before=_bid),
        _section("play", "Playing", rules, currency, before=_aim, after=_tricks),
        _section("solos", "Solos", rules, currency, before=_solos),
        _section("scoring", "Scoring", rules, currency, after=_totals),
        _section("end", "The end", rules, currency, after=_long_game),
        _section("stake", _stake_heading(rules), rules, currency, after=_stars),
        _section("mishaps", "When something goes wrong", rules, currency, after=_misdeal),
    ]
    return [section for section in made if section.sentences]


def facts(rules: RuleOptions) -> list[str]:
    """The card in short, for a sheet of paper: how the game ends, what scores, who leads, what is trump."""
    found = [each for key in ("end", "scoring", "solos", "play", "trump") for each in option_sentences(key, rules)]
    return [sentence.removesuffix(OURS) for sentence in found]


def option_sentences(section: str, rules: RuleOptions, currency: str = "") -> list[str]:
    """What the options that mean something under these rules say in one section of the card."""
    sentences: list[str] = []
    for name, text in OPTION_TEXTS.items():
        if text.section != section or not OPTIONS[name].has_meaning(rules) or not text.is_on_card(rules):
            continue
        if text.on_card is not None:
            sentences += text.on_card(rules, currency)
        else:
            value = getattr(rules, name)
            sentence = text.statement(value, text.value(value, rules, currency), rules) + "."
            sentences.append(ours(sentence) if text.is_ours(rules) else sentence)
    return sentences


def bid_cards(rules: RuleOptions) -> list[BidCards]:
    """Empty where nobody bids with cards."""
    if not OPTIONS["high_colour"].has_meaning(rules):
        return []
    colours = ("red", RED_SUITS), ("black", BLACK_SUITS)
    high, low = colours if rules.high_colour is Colour.RED else colours[::-1]
    return [("High", *high), ("Low", *low)]


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
    return Section(key, heading, sentences, bid_cards(rules) if key == "bid" else [])


def _players(rules: RuleOptions) -> list[str]:
    cards = "52 cards. Ace is high, two is low."
    match rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            return ["Four people play, two against two. Partners sit facing each other.", cards]
        case TableFormat.THREE_WITH_WIDOW:
            return ["Three people play, each alone.", cards]
        case TableFormat.TWO_PLAYERS:
            return ["Two people play against each other.", cards]


def _deal(rules: RuleOptions) -> list[str]:
    """Cutting for partners is RULES.md A35."""
    left = "After every hand the deal passes to the left."
    match rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            return [
                "Everyone cuts a card; the highest card deals first.",
                ours("To draw partners, the two highest cards play against the two lowest; equal cards are cut again."),
                "Deal 13 cards to each player, one at a time, clockwise, starting on the dealer’s left.",
                left,
            ]
        case TableFormat.THREE_WITH_WIDOW:
            return [
                "Cut for the first deal: the highest card deals.",
                "Deal four hands of 13, one card at a time, clockwise.",
                "The first hand dealt is the widow. It lies face down to the dealer’s left.",
                left,
            ]
        case TableFormat.TWO_PLAYERS:
            return [
                "Cut for the first deal, then alternate. The dealer shuffles and the other player cuts the pack.",
                "Each player gets 26 cards, dealt one at a time, starting with the player who does not deal.",
                "The first eight lie face down in two rows of four, the next eight face up on top of them.",
                "The last ten are held in the hand.",
            ]


def _bid(rules: RuleOptions) -> list[str]:
    match rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            return _with_cards(rules)
        case TableFormat.THREE_WITH_WIDOW:
            return _widow()
        case TableFormat.TWO_PLAYERS:
            return [
                "Both players bid aloud. The player who did not deal bids first: high or low. A high bid is final.",
                "After a low bid the dealer bids high or low. If both bid low, the hand is low.",
                "The player who bid high has granded and is the declarer; the hand is played high.",
            ]


def _with_cards(rules: RuleOptions) -> list[str]:
    red = rules.high_colour is Colour.RED
    high, low = ("red", "black") if red else ("black", "red")
    return [
        f"Everyone places one card face down: {high} for high, {low} for low.",
        "Use the lowest card you have of that colour, since everyone may see it.",
        ("At some tables a player with no card of that colour below ten places two cards of the other colour instead."),
        f"Turn the cards up one at a time, starting on the dealer’s left, until one is {high}.",
        "The player who placed it has granded and is the declarer; the hand is played high.",
        f"The other cards stay face down. If all cards are {low}, the hand is low.",
        "Everyone then takes their card back.",
    ]


def _widow() -> list[str]:
    return [
        "There is no bidding: every hand is high.",
        "The player to the dealer’s left may take the widow; if not, the next player may, ending with the dealer.",
        "A player who takes it looks at both hands, keeps one and passes the other to the left.",
        "The next player then chooses in the same way.",
        "After the dealer there are no more exchanges.",
    ]


def _aim(rules: RuleOptions) -> list[str]:
    match rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            return ["In a high hand both sides try to win tricks, in a low hand to lose them."]
        case TableFormat.THREE_WITH_WIDOW:
            return ["Everyone tries to win tricks.", "The player to the dealer’s left leads to the first trick."]
        case TableFormat.TWO_PLAYERS:
            return ["In a high hand both players try to win tricks, in a low hand to lose them."]


def _tricks(rules: RuleOptions) -> list[str]:
    two = [
        "In a low hand the player who did not deal leads.",
        "Each player plays two cards to a trick, in turn, from the hand or from the face-up cards.",
        "Face-up cards oblige you to follow suit: if your only cards of the suit lie face up, play one of them.",
        "Turn an uncovered card face up at once.",
    ]
    has_trump = OPTIONS["must_trump"].has_meaning(rules)
    return [
        *(two if rules.form is TableFormat.TWO_PLAYERS else []),
        "Follow suit if you can."
        if has_trump and rules.must_trump
        else "Follow suit if you can; otherwise play any card.",
        *option_sentences("trump", rules),
        "The highest trump wins the trick, or else the highest card of the suit led; its player leads to the next."
        if has_trump
        else "The highest card of the suit led wins the trick; its player leads to the next.",
        "Lay each trick crosswise on the one before, so that tricks can be counted.",
        *(["Each side keeps its tricks in one pile."] if rules.form is TableFormat.FOUR_IN_PAIRS else []),
    ]


def _solos(rules: RuleOptions) -> list[str]:
    """RULES.md §1.2 and A16 to A20."""
    if not rules.solos:
        return []
    return [
        "One player plays alone against the other side; the partner sits out.",
        (
            "Sola Nola: win no trick. First the soloist and the partner each pass the other one card, both at the same "
            "time. The opponent on the soloist’s right leads."
        ),
        (
            "Grand Dix: win each of the first seven tricks. No cards are passed; the partner leads one card and then "
            "sits out."
        ),
        ours("If that card wins the trick, the solo fails."),
        ours("Until the first lead any player may overrule a bid, including a partner’s or their own."),
        "Grand Dix beats Sola Nola, and both beat high and low.",
        ours("An equal bid does not overrule."),
        ours("A solo is made or failed: once that is decided, the rest need not be played."),
        ours("A solo counts as a hand, and the deal passes on. The bid that it overruled is not scored."),
    ]


def _totals(rules: RuleOptions) -> list[str]:
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        # A source says so itself; for the other games it is our reading (RULES.md A2).
        can_fall = bool(rules.own_quota or rules.widow_quota)
        negative = "Totals can go negative."
    else:
        can_fall = bool(rules.high_set_penalty or rules.low_penalty)
        negative = ours("Totals can go negative.")
    return [negative if can_fall else "Totals never go below zero."]


def _long_game(rules: RuleOptions) -> list[str]:
    """Where totals need not rise with every hand, a target may be far away (RULES.md A3)."""
    if rules.max_hands is not None:
        return []
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        is_long = 2 * rules.own_quota + max(rules.own_quota, rules.widow_quota) >= TRICKS_IN_HAND
    else:
        rises = all((rules.high_made, rules.high_set_award, rules.low_award))
        is_long = not rises or bool(rules.high_set_penalty or rules.low_penalty) or rules.carry is Carry.ONE_SIDE
    return ["This can take a while: agree on a number of hands, or stop when you like."] if is_long else []


def _stake_heading(rules: RuleOptions) -> str:
    if not rules.solos:
        return "Stake"
    return "Stake and stars" if rules.stake else "Stars"


def _stars(rules: RuleOptions) -> list[str]:
    """RULES.md A13, A14."""
    if not rules.solos:
        return []
    worth = (
        "Each star of the winners adds the same amount again; stars of the losers count for nothing."
        if rules.stake
        else "Without stakes, a star is just for glory."
    )
    return [worth, ours("A star does not end the game, and the next game starts without stars.")]


def _misdeal(_rules: RuleOptions) -> list[str]:
    """RULES.md A33."""
    return [ours("Misdeal: no score, same dealer redeals."), ours("Claims and concessions: record the agreed tricks.")]
