"""The rules card of every preset agrees with the rule book (RULES.md §1.1, §1.2, §1.7)."""

from dataclasses import replace

import pytest
from hypothesis import given

from tests.engine.builders import LAW, rules
from whistclub.engine.options import NO_LIMIT, PRESETS, Carry, Lead, LimitTie, RuleOptions, TableFormat, Trump
from whistclub.engine.scoring import score_table
from whistclub.rules.card import facts, sections
from whistclub.rules.option_record import OURS
from whistclub.rules.summary import PRESET_CARDS, card_of
from whistclub.rules.templatetags.rules_text import brief, differences

RIGHT_LEADS = "In a high hand the player to the declarer’s right leads."
LEFT_LEADS = "In a high hand the player to the declarer’s left leads."
LOW_LEFT = "In a low hand the player to the dealer’s left leads."
BLACK = "Everyone places one card face down: black for high, red for low."
RED = "Everyone places one card face down: red for high, black for low."
MADE_1 = "A made grand (seven tricks or more) scores 1 point for each trick above six."
MADE_4 = "A made grand (seven tricks or more) scores 4 points for each trick above six."
FAILED_1 = "A failed grand gives the defenders 1 point for each of their tricks above six."
FAILED_2 = "A failed grand gives the defenders 2 points for each of their tricks above six."
FAILED_8 = "A failed grand gives the defenders 8 points for each of their tricks above six."
LONG = "This can take a while: agree on a number of hands, or stop when you like."
LOW_LOSES = "A low hand costs the side with more tricks 1 point for each of its tricks above six."
LOW_GAINS = "A low hand gives the side with fewer tricks 1 point for each trick above six that the other side takes."
NO_TRUMP = "There is no trump."
TO_13 = "The game is to 13: the first side with 13 or more wins."
NEGATIVE = "Totals can go negative."
NOT_NEGATIVE = "Totals never go below zero."
CUT_FOR_PARTNERS = "To draw partners, the two highest cards play against the two lowest; equal cards are cut again.†"
FOUR = [
    "Everyone cuts a card; the highest card deals first.",
    CUT_FOR_PARTNERS,
    "Deal 13 cards to each player, one at a time, clockwise, starting on the dealer’s left.",
    "Use the lowest card you have of that colour, since everyone may see it.",
    "At some tables a player with no card of that colour below ten places two cards of the other colour instead.",
    "Lay each trick crosswise on the one before, so that tricks can be counted.",
    "Each side keeps its tricks in one pile.",
]

# By hand, from the catalogue of RULES.md §1.2 and its readings (RULES.md §1.7).
EXPECTED = {
    "minnesota": [
        *FOUR,
        *(BLACK, RIGHT_LEADS, LOW_LEFT, NO_TRUMP, MADE_1, FAILED_1, LOW_LOSES, f"{NEGATIVE}†", TO_13, LONG),
    ],
    "minnesota_double": [
        *FOUR,
        *(BLACK, RIGHT_LEADS, LOW_LEFT, NO_TRUMP, MADE_1, FAILED_2, LOW_LOSES, f"{NEGATIVE}†", TO_13, LONG),
    ],
    "neuralplay": [*FOUR, BLACK, RIGHT_LEADS, LOW_LEFT, NO_TRUMP, MADE_1, FAILED_2, LOW_GAINS, NOT_NEGATIVE, TO_13],
    "wiki_four": [*FOUR, BLACK, LEFT_LEADS, LOW_LEFT, NO_TRUMP, MADE_1, FAILED_2, LOW_GAINS, NOT_NEGATIVE, TO_13],
    "askov": [
        *FOUR,
        *(BLACK, RIGHT_LEADS, LOW_LEFT, NO_TRUMP, MADE_1, FAILED_2, f"{LOW_LOSES}†", f"{NEGATIVE}†", LONG),
        "An equal bid does not overrule.†",
        "The game is to 15: the first side with 15 or more wins.",
        "Sola Nola: win no trick. First the soloist and the partner each pass the other one card, both at the same "
        "time. The opponent on the soloist’s right leads.",
        "Grand Dix: win each of the first seven tricks. No cards are passed; the partner leads one card and then sits "
        "out.",
        "If that card wins the trick, the solo fails.†",
        "A solo scores no points but a star: made, for the soloist’s side; failed, for the defenders.†",
        "A solo counts as a hand, and the deal passes on. The bid that it overruled is not scored.†",
        "Stake: 15 cents. Each loser pays it to one winner.†",
        "Each star of the winners adds the same amount again; stars of the losers count for nothing.",
        "No winner, no payment.†",
    ],
    "south_dakota": [
        *FOUR,
        *(BLACK, LOW_LEFT, MADE_1, LOW_LOSES, f"{NEGATIVE}†", LONG),
        "In a high hand the declarer leads.",
        "The suit that the declarer leads to a high hand is trump.",
        "Low hands have no trump.†",
        "A failed grand costs the side that granded 1 point for each trick below seven.",
        "A failed grand gives the defenders nothing.",
        "The game is to 11: the first side with 11 or more wins.",
        "Follow suit if you can; otherwise play any card.",
    ],
    "widow": [
        "Three people play, each alone.",
        "Cut for the first deal: the highest card deals.",
        "Deal four hands of 13, one card at a time, clockwise.",
        "The first hand dealt is the widow. It lies face down to the dealer’s left.",
        "There is no bidding: every hand is high.",
        "After the dealer there are no more exchanges.",
        "The player to the dealer’s left may take the widow; if not, the next player may, ending with the dealer.",
        "The player to the dealer’s left leads to the first trick.",
        "Clubs are trump.",
        "Each player needs 3 tricks: each trick above that scores 1 point, each trick short of it costs 1.",
        "The first player to take the widow needs 4 tricks, even if they keep their own hand.",
        "The game ends after 12 hands: most points wins.†",
        "Tied after 12 hands: it is a draw.†",
        NEGATIVE,
    ],
    "two_player": [
        *(NO_TRUMP, MADE_1, NOT_NEGATIVE),
        "Cut for the first deal, then alternate. The dealer shuffles and the other player cuts the pack.",
        "Each player gets 26 cards, dealt one at a time, starting with the player who does not deal.",
        "The first eight lie face down in two rows of four, the next eight face up on top of them.",
        "The game is to 13: the first player with 13 or more wins.",
        "A failed grand gives the other player 2 points for each of their tricks above six.",
        "A low hand gives the player with fewer tricks 1 point for each trick above six that the other player takes.",
        "Both players bid aloud. The player who did not deal bids first: high or low. A high bid is final.",
        "In a high hand the player who did not bid high leads.",
        "In a low hand the player who did not deal leads.",
        "In a high hand both players try to win tricks, in a low hand to lose them.",
        "Each player plays two cards to a trick, in turn, from the hand or from the face-up cards.",
        "Face-up cards oblige you to follow suit: if your only cards of the suit lie face up, play one of them.",
        "Turn an uncovered card face up at once.",
    ],
    "norwegian": [
        *FOUR,
        *(RED, LEFT_LEADS, NO_TRUMP, MADE_4, FAILED_8, NOT_NEGATIVE),
        "In a low hand the player to the dealer’s right leads.",
        "A low hand gives the side with fewer tricks 2 points for each trick above six that the other side takes.",
        "The game is to 50: the first side with 50 or more wins.",
    ],
    "swedish": [*FOUR, RED, RIGHT_LEADS, LOW_LEFT, NO_TRUMP, MADE_1, FAILED_2, LOW_GAINS, NOT_NEGATIVE, TO_13],
    "tuppi": [
        *FOUR,
        *(RED, RIGHT_LEADS, LOW_LEFT, NO_TRUMP, MADE_4, FAILED_8, NOT_NEGATIVE, LONG),
        "A low hand gives the side with fewer tricks 4 points for each trick above six that the other side takes.",
        "Only one side has points at a time: when the other side scores, both drop back to zero.",
        "The points that the other side has just won are lost too.†",
        "The game is to 52: the first side with 52 or more wins.",
    ],
}


def all_sentences(options: RuleOptions) -> list[str]:
    return [sentence for section in sections(options) for sentence in section.sentences]


def section(options: RuleOptions, key: str) -> list[str]:
    """The sentences of one section; none if these rules do not have it."""
    return [sentence for each in sections(options) if each.key == key for sentence in each.sentences]


def test_every_preset_has_a_description():
    assert set(EXPECTED) == set(PRESETS) == set(PRESET_CARDS)
    assert all(len(each.about) > 150 for each in PRESET_CARDS.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_the_card_says_what_the_rule_book_says(preset):
    missing = [sentence for sentence in EXPECTED[preset] if sentence not in all_sentences(PRESETS[preset])]
    assert missing == []


@LAW
@given(rules())
def test_any_rules_can_be_described(options):
    found = sections(options, "$")
    assert {section.key for section in found} >= {"players", "deal", "bid", "play", "scoring", "end", "mishaps"}
    for sentence in (*all_sentences(options), *facts(options)):
        assert sentence.removesuffix(OURS)[-1] == "."
        assert not any(piece in sentence for piece in ("None", "{", "}"))
    assert not any(OURS in sentence for sentence in facts(options))


@LAW
@given(rules())
def test_penalty_rules_mention_negative_scores(options):
    falls = any(points < 0 for line in score_table(options) for points in line.points)
    sentences = [sentence.removesuffix(OURS) for sentence in all_sentences(options)]
    assert (NEGATIVE in sentences, NOT_NEGATIVE in sentences) == (falls, not falls)


def test_a_game_has_a_rules_card_for_its_own_options():
    found = card_of("askov", replace(PRESETS["askov"], target=21), currency="$")
    assert (found.title, brief(found)) == (
        "Askov",
        "to 21 · grand +1/trick · failed +2 to defenders · low −1 · solos",
    )
    assert differences(found) == ["Target score: 21, instead of 15."]
    pays = "Stake: $0.15. Each loser pays it to one winner.†"
    assert pays in [sentence for section in sections(found.rules, found.currency) for sentence in section.sentences]


@pytest.mark.parametrize(
    "changes, sentence",
    [
        ({"high_set_award": 0}, "A failed grand gives the defenders nothing."),
        ({"high_made": 0}, "A made grand (seven tricks or more) scores nothing."),
        ({"low_penalty": 0}, "A low hand gives the side with fewer tricks nothing."),
        ({"max_hands": 8}, "It ends after 8 hands at the latest: most points wins."),
        (
            {"max_hands": 8, "limit_tie": LimitTie.EXTRA},
            "If tied after 8 hands, play more hands until one side is ahead.",
        ),
        ({"max_hands": 1}, "Tied after 1 hand: it is a draw."),
        ({"target": None, "max_hands": NO_LIMIT}, "Play to a bell or an agreed time; most points wins."),
        ({"trump": Trump.CLUBS}, "Clubs are trump, in high and low hands."),
        ({"trump": Trump.CLUBS, "solos": True}, "Clubs are trump, in high and low hands and in solos."),
        ({"trump": Trump.CLUBS}, "Follow suit if you can; otherwise play any card."),
        (
            {"trump": Trump.CLUBS, "must_trump": True},
            "A player who cannot follow suit must play a trump if they have one.",
        ),
        (
            {"trump": Trump.LED, "high_lead": Lead.DECLARER, "solos": True},
            "Low hands and solos have no trump.†",
        ),
        (
            {"revoke_tricks": 1},
            "A revoke (failing to follow suit when able) moves one trick, if there is one.†",
        ),
        (
            {"revoke_tricks": 2},
            "A revoke (failing to follow suit when able) moves 2 tricks, or as many as there are.†",
        ),
        (
            {"revoke_tricks": 2, "form": TableFormat.TWO_PLAYERS},
            "In a high hand they go from the player who revoked to the other, in a low hand the other way.",
        ),
        (
            {"revoke_tricks": 1, "form": TableFormat.THREE_WITH_WIDOW},
            "It goes from the player who revoked to the player who was harmed.",
        ),
        ({}, "Claims and concessions: record the agreed tricks.†"),
        ({"solos": True}, "Without stakes, a star is just for glory."),
        ({"stake": 1000}, "Stake: 10.00. Each loser pays it to one winner.†"),
        (
            {"stake": 20, "form": TableFormat.THREE_WITH_WIDOW},
            "Stake: 20 cents. Each loser pays it to the winner.†",
        ),
        (
            {"form": TableFormat.TWO_PLAYERS, "carry": Carry.ONE_SIDE, "low_penalty": 0},
            "Only one player has points at a time: when the other scores, both drop back to zero.",
        ),
    ],
)
def test_options_unlike_any_preset_are_described(changes, sentence):
    assert sentence in all_sentences(RuleOptions(**changes))


@LAW
@given(rules().filter(lambda options: options.form is TableFormat.TWO_PLAYERS))
def test_texts_for_two_mention_neither_sides_nor_partners(options):
    text = " ".join([*all_sentences(options), *facts(options)])
    assert not any(word in text for word in ("side", "artner", "defenders", "left", "right", "he others"))
