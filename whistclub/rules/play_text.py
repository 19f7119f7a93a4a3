"""What pages say about options at the table: the stake, who bids how, who leads, trump, revokes."""

from whistclub.engine.options import Colour, Lead, RuleOptions, TableFormat, Trump
from whistclub.rules.option_record import NO, YES, OptionText, fill, ours, pick, state, tricks, two
from whistclub.web.formatting import format_money

_LEADERS: dict[Lead, str] = {
    Lead.DECLARER_RIGHT: "the player to the declarer’s right",
    Lead.DECLARER_LEFT: "the player to the declarer’s left",
    Lead.DECLARER: "the declarer",
    Lead.DEALER_LEFT: "the player to the dealer’s left",
    Lead.DEALER_RIGHT: "the player to the dealer’s right",
}
_LEADERS_OF_TWO: dict[Lead, str] = {
    Lead.DECLARER_RIGHT: "the player who did not bid high",
    Lead.DECLARER_LEFT: "the player who did not bid high",
    Lead.DECLARER: "the player who bid high",
    Lead.DEALER_LEFT: "the player who did not deal",
}
_SHORT_TRUMP: dict[Trump, str] = {Trump.NONE: "", Trump.LED: "trump led", Trump.CLUBS: "clubs trump"}


def _stake_value(value: int, _rules: RuleOptions, currency: str) -> str:
    return format_money(value, currency) if value else "none"


def _stake_on_card(rules: RuleOptions, currency: str) -> list[str]:
    who = {
        TableFormat.FOUR_IN_PAIRS: "Each loser pays it to one winner.",
        TableFormat.THREE_WITH_WIDOW: "Each loser pays it to the winner.",
        TableFormat.TWO_PLAYERS: "The loser pays it to the winner.",
    }
    return [
        ours(f"Stake: {format_money(rules.stake, currency)}. {who[rules.form]}"),
        ours("No winner, no payment."),
    ]


def _revoke_value(value: int, rules: RuleOptions, currency: str) -> str:
    return tricks(value, rules, currency) if value else "as many tricks as the players agree on"


def _trump_on_card(rules: RuleOptions, _currency: str) -> list[str]:
    match rules.trump:
        case Trump.LED:
            low = "Low hands and solos have no trump." if rules.solos else "Low hands have no trump."
            return ["The suit that the declarer leads to a high hand is trump.", ours(low)]
        case Trump.CLUBS if rules.form is TableFormat.THREE_WITH_WIDOW:
            return ["Clubs are trump."]
        case Trump.CLUBS:
            return [
                "Clubs are trump, in high and low hands and in solos."
                if rules.solos
                else "Clubs are trump, in high and low hands."
            ]
        case Trump.NONE:
            return ["There is no trump."]


def _revoke_on_card(rules: RuleOptions, _currency: str) -> list[str]:
    if not rules.revoke_tricks:
        return [ours("Revoke (failing to follow suit when able): agree on the tricks or redeal.")]
    many = f"{rules.revoke_tricks} tricks, or as many as there are"
    moved = many if rules.revoke_tricks > 1 else "one trick, if there is one"
    amount = f"A revoke (failing to follow suit when able) moves {moved}."
    they_go = "It goes" if rules.revoke_tricks == 1 else "They go"
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        return [ours(amount), f"{they_go} from the player who revoked to the player who was harmed."]
    direction = (
        f"In a high hand {they_go.lower()} from the player who revoked to the other, in a low hand the other way."
        if two(rules)
        else f"In a high hand {they_go.lower()} from the side that revoked to the other side, in a low hand the other way."
    )
    solo = ["In a solo, agree whether it was made."] if rules.solos else []
    return [ours(amount), direction, *solo]


OF_PLAY: dict[str, OptionText] = {
    "stake": OptionText(
        "Stake in cents",
        "What each loser pays for a game, in cents; 0 for no stake.",
        "stake",
        fill("Stake: {value}"),
        _stake_value,
        section="stake",
        on_card=_stake_on_card,
        is_on_card=lambda rules: rules.stake > 0,
    ),
    "high_colour": OptionText(
        "The card that bids high",
        "The other colour bids low.",
        "table",
        fill("High is bid with {value}"),
        pick({Colour.BLACK: "a black card", Colour.RED: "a red card"}),
        choices={Colour.BLACK: "black ♣ ♠", Colour.RED: "red ♥ ♦"},
        buttons=True,
    ),
    "high_lead": OptionText(
        "First lead in a high hand",
        "Who plays the first card. The declarer is the player who granded.",
        "table",
        fill("In a high hand {value} leads"),
        pick(_LEADERS, _LEADERS_OF_TWO),
        choices={
            Lead.DECLARER_RIGHT: "right of the declarer",
            Lead.DECLARER_LEFT: "left of the declarer",
            Lead.DECLARER: "the declarer",
            Lead.DEALER_LEFT: "left of the dealer",
        },
        section="play",
    ),
    "low_lead": OptionText(
        "First lead in a low hand",
        "Who plays the first card.",
        "table",
        fill("In a low hand {value} leads"),
        pick(_LEADERS),
        choices={Lead.DEALER_LEFT: "left of the dealer", Lead.DEALER_RIGHT: "right of the dealer"},
        section="play",
    ),
    "trump": OptionText(
        "Trump",
        "The suit that beats the others. It can be the suit led only where the declarer leads.",
        "table",
        state(
            {
                Trump.NONE: "There is no trump",
                Trump.LED: "The suit that the declarer leads to a high hand is trump",
                Trump.CLUBS: "Clubs are trump",
            }
        ),
        names_old=False,
        choices={Trump.NONE: "none", Trump.LED: "the suit that the declarer leads", Trump.CLUBS: "clubs"},
        short=lambda rules: _SHORT_TRUMP[rules.trump],
        section="trump",
        on_card=_trump_on_card,
    ),
    "must_trump": OptionText(
        "Without a card of the suit led",
        "Only where there is trump.",
        "table",
        state(
            {
                True: "A player who cannot follow suit must play a trump if they have one",
                False: "A player who cannot follow suit may play any card",
            }
        ),
        names_old=False,
        choices={YES: "a trump must be played", NO: "any card may be played"},
        short=lambda rules: "must trump" if rules.must_trump else "",
        section="trump",
        is_on_card=lambda rules: rules.must_trump,
    ),
    "revoke_tricks": OptionText(
        "Tricks for a revoke",
        "Tricks transferred for failing to follow suit; 0 = the table decides.",
        "table",
        fill("A revoke moves {value}"),
        _revoke_value,
        section="mishaps",
        on_card=_revoke_on_card,
    ),
}
