"""The rules card of every preset reads as the rule book tells it (RULES.md §1.1, §1.2, A1–A34)."""

from dataclasses import replace

import pytest
from hypothesis import given

from tests.engine.builders import LAW, rules
from whistclub.engine.deal import first_leader
from whistclub.engine.hand import Contract
from whistclub.engine.options import Lead, RuleOptions, TableFormat
from whistclub.engine.presets import PRESETS
from whistclub.engine.scoring import score_table
from whistclub.rules.card.playing import leads
from whistclub.rules.card.sections import facts, sections
from whistclub.rules.presets_text import TOLD
from whistclub.rules.summary import card, card_of, cards

RIGHT_LEADS = "In a high hand the player to the right of the one who granded leads."
LEFT_LEADS = "In a high hand the player to the left of the one who granded leads."
LOW_LEFT = "In a low hand the player to the dealer’s left leads."
BLACK = "Everybody lays one card face down: a black one for high, a red one for low."
RED = "Everybody lays one card face down: a red one for high, a black one for low."
MADE_1 = "Grand made, with seven tricks or more: 1 for each trick above six."
MADE_4 = "Grand made, with seven tricks or more: 4 for each trick above six."
FAILED_1 = "Grand failed: the defenders score 1 for each of their tricks above six."
FAILED_2 = "Grand failed: the defenders score 2 for each of their tricks above six."
FAILED_8 = "Grand failed: the defenders score 8 for each of their tricks above six."
LONG = "Such a game can take long: agree on a number of hands, or stop when you like."
LOW_LOSES = "Low: the side with more tricks loses 1 for each of them above six."
LOW_GAINS = "Low: the side with fewer tricks scores 1 for each trick of the other above six."
NO_TRUMP = "There is no trump."
TO_13 = "The game is to 13: the first with 13 or more wins."
BELOW = "Totals may fall below nil."
NOT_BELOW = "No score ever falls below nil."

# By hand, from the catalogue of RULES.md §1.2 and its readings (RULES.md §1.7).
EXPECTED = {
    "minnesota": [BLACK, RIGHT_LEADS, LOW_LEFT, NO_TRUMP, MADE_1, FAILED_1, LOW_LOSES, BELOW, TO_13, LONG],
    "minnesota_double": [BLACK, RIGHT_LEADS, LOW_LEFT, NO_TRUMP, MADE_1, FAILED_2, LOW_LOSES, BELOW, TO_13, LONG],
    "neuralplay": [BLACK, RIGHT_LEADS, LOW_LEFT, NO_TRUMP, MADE_1, FAILED_2, LOW_GAINS, NOT_BELOW, TO_13],
    "wiki_four": [BLACK, LEFT_LEADS, LOW_LEFT, NO_TRUMP, MADE_1, FAILED_2, LOW_GAINS, NOT_BELOW, TO_13],
    "askov": [
        *(BLACK, RIGHT_LEADS, LOW_LEFT, NO_TRUMP, MADE_1, FAILED_2, LOW_LOSES, BELOW, LONG),
        "The game is to 15: the first with 15 or more wins.",
        "Sola Nola: win no trick. The soloist and the partner first swap one card; the opponent on the soloist’s "
        "right leads.",
        "Grand Dix: win the first seven tricks. No card is swapped; the partner leads one card and then sits out. "
        "If that card wins its trick, the solo has failed.",
        "A solo gives no points but a star: made, to the soloist’s side; failed, to the other.",
        "A solo is a hand like any other: the deal passes on, and it counts.",
        "What it overruled is not scored.",
        "The losing side pays the winning side 15 cents for the game: one amount for the side.",
        "Each star of the winners adds another 15 cents; stars of the losers are worth nothing.",
    ],
    "south_dakota": [
        *(BLACK, LOW_LEFT, MADE_1, LOW_LOSES, BELOW, LONG),
        "In a high hand the one who granded leads.",
        "In a high hand the suit that the one who granded leads first is trump.",
        "A low hand has no trump.",
        "Grand failed: the side that granded loses 1 for each trick below seven.",
        "The defenders of a failed grand score nothing.",
        "The game is to 11: the first with 11 or more wins.",
    ],
    "widow": [
        "Three people play, each alone.",
        "Nobody bids: every hand is high.",
        "The player to the dealer’s left leads to the first trick.",
        "Clubs are trump.",
        "Only the first who picked up the widow owes more tricks, even if the hand kept is the old one.",
        "A player scores the tricks above 3; whoever picked up the widow first, those above 4.",
        "The game ends after 12 hands: the most points win.",
        "Level after 12 hands: it is a draw.",
        BELOW,
    ],
    "two_player": [
        *(NO_TRUMP, MADE_1, NOT_BELOW, TO_13),
        "Grand failed: the other player scores 2 for each own trick above six.",
        "Low: the player with fewer tricks scores 1 for each trick of the other above six.",
        "The player who did not deal bids first, high or low. After a high bid the dealer has no say.",
        "In a high hand the player who did not bid high leads.",
        "In a low hand the player who did not deal leads.",
        "In a high hand both players want to win tricks, in a low hand to lose them.",
        "Draw for the first deal. After every hand the other one deals.",
        "Four cards make a trick: each player lays two, in turn, from the hand or from the cards face up.",
    ],
    "norwegian": [
        *(RED, LEFT_LEADS, NO_TRUMP, MADE_4, FAILED_8, NOT_BELOW),
        "In a low hand the player to the dealer’s right leads.",
        "Low: the side with fewer tricks scores 2 for each trick of the other above six.",
        "The game is to 50: the first with 50 or more wins.",
    ],
    "swedish": [RED, RIGHT_LEADS, LOW_LEFT, NO_TRUMP, MADE_1, FAILED_2, LOW_GAINS, NOT_BELOW, TO_13],
    "tuppi": [
        *(RED, RIGHT_LEADS, LOW_LEFT, NO_TRUMP, MADE_4, FAILED_8, NOT_BELOW, LONG),
        "Low: the side with fewer tricks scores 4 for each trick of the other above six.",
        "Only one side holds points: when the other scores, both go back to nil, and what was just won is lost too.",
        "The game is to 52: the first with 52 or more wins.",
    ],
}


def said(options: RuleOptions) -> list[str]:
    return [sentence for section in sections(options) for sentence in section.sentences]


def test_every_preset_has_an_expected_description():
    assert set(EXPECTED) == set(PRESETS) == set(TOLD)
    assert all(len(each.about) > 150 for each in cards())


@pytest.mark.parametrize("preset", PRESETS)
def test_the_card_says_what_the_rule_book_says(preset):
    missing = [sentence for sentence in EXPECTED[preset] if sentence not in said(PRESETS[preset])]
    assert missing == []


@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_card_omits_options_not_in_use(preset):
    text, options = " ".join(said(PRESETS[preset])), PRESETS[preset]
    assert ("Sola Nola" in text) == options.solos
    assert ("widow" in text) == (options.form is TableFormat.THREE_WITH_WIDOW)
    assert ("pays" in text) == (options.stake > 0)
    assert ("Partners" in text) == (options.form is TableFormat.FOUR_IN_PAIRS)
    assert ("back to nil" in text) == (preset == "tuppi")
    assert (LONG in text) == (preset in {"minnesota", "minnesota_double", "askov", "south_dakota", "tuppi"})


@LAW
@given(rules())
def test_any_rules_can_be_described(options):
    told = sections(options, "$")
    assert {section.key for section in told} >= {"players", "deal", "bid", "play", "scoring", "end", "mishaps"}
    for sentence in (*said(options), *facts(options)):
        assert sentence[-1] == "."
        assert not any(piece in sentence for piece in ("None", "{", "}"))


@LAW
@given(rules())
def test_penalty_rules_mention_negative_scores(options):
    falls = any(points < 0 for line in score_table(options) for points in line.points)
    assert (BELOW in said(options), NOT_BELOW in said(options)) == (falls, not falls)


WHO = {
    "In a high hand the player who bid high leads.": "declarer",
    "In a high hand the player who did not bid high leads.": "other",
    "In a high hand the player who did not deal leads.": "left",
}


@pytest.mark.parametrize("lead", [Lead.DECLARER_RIGHT, Lead.DECLARER_LEFT, Lead.DECLARER, Lead.DEALER_LEFT])
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_leader_shown_to_two_players_is_the_engines(lead, dealer):
    options = replace(PRESETS["two_player"], high_lead=lead)
    for declarer in (0, 1):
        leader = first_leader(Contract.HIGH, declarer, dealer, options)
        who = {"declarer": declarer, "other": 1 - declarer, "left": 1 - dealer}[WHO[leads(options)[0]]]
        assert leader == who
    assert first_leader(Contract.LOW, None, dealer, options) == 1 - dealer


def test_a_game_has_a_rules_card_for_its_own_options():
    told = card_of("askov", replace(PRESETS["askov"], target=21), currency="$")
    assert (told.title, told.brief) == ("Askov", "to 21 · made +1 · failed: others +2 · low −1 · solos")
    assert told.differences == ["To 21 instead of 15."]
    pays = "The losing side pays the winning side $0.15 for the game: one amount for the side."
    assert pays in [sentence for section in told.sections for sentence in section.sentences]


def test_a_game_under_custom_rules_is_described_by_the_nearest_preset():
    told = card_of("own-abc", replace(PRESETS["tuppi"], target=26), "Grandma’s")
    assert (told.title, told.base, told.source) == ("Grandma’s", "tuppi", "based on “Tuppi”")
    assert (told.key, told.is_own) == ("own-abc", True)


def test_no_preset_differs_from_itself_and_an_unknown_one_has_no_card():
    assert [each.differences for each in cards()] == [[] for _each in PRESETS]
    assert card("nonsense") is None
