"""Everything the pages say about one option, in one record each; forms, cards, lists and messages come from these.

A record of `OPTION_TEXTS` belongs to a field of `engine.options.RuleOptions`, which holds its default, its values and
the table formats in which it has a meaning. The order of the records is the order on every page.
"""
# Over 300 lines because the whole text of every option is here: to add an option, write one record.

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from whistclub.engine.options import (
    NO_LIMIT,
    Carry,
    Colour,
    FailedStar,
    Lead,
    LimitTie,
    RuleOptions,
    TableFormat,
    Trump,
)
from whistclub.rules.option_record import OptionText, Text, fill, fill_points, ours, pick, points, state, tricks, two
from whistclub.web.formatting import format_money, format_signed

YES, NO = "yes", "no"


# The groups of the form, and their headings.
GROUPS: dict[str, Text] = {
    "players": _("Players"),
    "end": _("The end"),
    "high": _("A high hand"),
    "low": _("A low hand"),
    "solos": _("Solos"),
    "widow": _("The widow"),
    "carry": _("Who can have points"),
    "stake": _("Stake"),
    "table": _("At the table"),
}


def _or_none(value: int | None, _rules: RuleOptions, _currency: str) -> Text:
    return _("none") if value is None else str(value)


def _hands_value(value: int | None, rules: RuleOptions, currency: str) -> Text:
    if value == NO_LIMIT:
        return _("none (play to a bell or an agreed time)")
    return _or_none(value, rules, currency)


def _stake_value(value: int, _rules: RuleOptions, currency: str) -> Text:
    return format_money(value, currency) if value else _("none")


def _revoke_value(value: int, rules: RuleOptions, currency: str) -> Text:
    return tricks(value, rules, currency) if value else _("as many tricks as the players agree on")


def _short_failed(rules: RuleOptions) -> Text:
    award = _("{points} to the other") if two(rules) else _("{points} to defenders")
    gained, lost = award.format(points=format_signed(rules.high_set_award)), format_signed(-rules.high_set_penalty)
    if rules.high_set_award and rules.high_set_penalty:
        return _("failed {lost} and {gained}").format(lost=lost, gained=gained)
    return _("failed {points}").format(points=gained if rules.high_set_award else lost)


def _short_low(rules: RuleOptions) -> Text:
    gained, lost = format_signed(rules.low_award), format_signed(-rules.low_penalty)
    if rules.low_award and rules.low_penalty:
        return _("low {gained} and {lost}").format(gained=gained, lost=lost)
    return _("low {points}").format(points=gained if rules.low_award else lost)


def _short_hands(rules: RuleOptions) -> Text:
    if rules.max_hands is None or not rules.has_hand_limit:
        return ""
    hands = ngettext("{n} hand", "{n} hands", rules.max_hands).format(n=rules.max_hands)
    return _("at most {hands}").format(hands=hands) if rules.target else hands


def _end(sentence: str, rules: RuleOptions) -> str:
    """No source says how the three-handed game ends (RULES.md A23)."""
    return ours(sentence) if rules.form is TableFormat.THREE_WITH_WIDOW else sentence


def _target_on_card(rules: RuleOptions, _currency: str) -> list[Text]:
    if rules.target is None:
        return []
    first = (
        _("The game is to {n}: the first side with {n} or more wins.")
        if rules.form is TableFormat.FOUR_IN_PAIRS
        else _("The game is to {n}: the first player with {n} or more wins.")
    )
    sentences: list[Text] = [_end(first.format(n=rules.target), rules)]
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        sentences.append(
            ours(_("If two are tied at {n} or more, play more hands until one is ahead.").format(n=rules.target))
        )
    return sentences


def _hands_on_card(rules: RuleOptions, _currency: str) -> list[Text]:
    if rules.max_hands is not None and rules.has_hand_limit:
        text = (
            ngettext(
                "The game ends after {n} hand: most points wins.",
                "The game ends after {n} hands: most points wins.",
                rules.max_hands,
            )
            if rules.target is None
            else ngettext(
                "It ends after {n} hand at the latest: most points wins.",
                "It ends after {n} hands at the latest: most points wins.",
                rules.max_hands,
            )
        )
        return [_end(text.format(n=rules.max_hands), rules)]
    bell = rules.max_hands is not None and rules.target is None
    return [_("Play to a bell or an agreed time; most points wins.")] if bell else []


def _tie_on_card(rules: RuleOptions, _currency: str) -> list[Text]:
    number = rules.max_hands or 0
    if rules.limit_tie is LimitTie.DRAW:
        text = ngettext("Tied after {n} hand: it is a draw.", "Tied after {n} hands: it is a draw.", number)
    else:
        text = ngettext(
            "If tied after {n} hand, play more hands until {one} is ahead.",
            "If tied after {n} hands, play more hands until {one} is ahead.",
            number,
        )
    one = _("one side") if rules.form is TableFormat.FOUR_IN_PAIRS else _("one player")
    return [_end(text.format(n=number, one=one), rules)]


def _carry_on_card(rules: RuleOptions, _currency: str) -> list[Text]:
    other = _("the other player") if two(rules) else _("the other side")
    return [
        OPTION_TEXTS["carry"].statement(rules.carry, "", rules) + ".",
        ours(_("The points that {other} has just won are lost too.").format(other=other)),
    ]


def _trump_on_card(rules: RuleOptions, _currency: str) -> list[Text]:
    match rules.trump:
        case Trump.LED:
            low = _("Low hands and solos have no trump.") if rules.solos else _("Low hands have no trump.")
            return [_("The suit that the declarer leads to a high hand is trump."), ours(low)]
        case Trump.CLUBS if rules.form is TableFormat.THREE_WITH_WIDOW:
            return [_("Clubs are trump.")]
        case Trump.CLUBS:
            return [
                _("Clubs are trump, in high and low hands and in solos.")
                if rules.solos
                else _("Clubs are trump, in high and low hands.")
            ]
        case Trump.NONE:
            return [_("There is no trump.")]


def _stake_on_card(rules: RuleOptions, currency: str) -> list[Text]:
    payers = {
        TableFormat.FOUR_IN_PAIRS: _("Stake: {amount}. Each loser pays it to one winner."),
        TableFormat.THREE_WITH_WIDOW: _("Stake: {amount}. Each loser pays it to the winner."),
        TableFormat.TWO_PLAYERS: _("Stake: {amount}. The loser pays it to the winner."),
    }
    return [ours(payers[rules.form].format(amount=format_money(rules.stake, currency))), _("No winner, no payment.")]


def _revoke_on_card(rules: RuleOptions, _currency: str) -> list[Text]:
    if not rules.revoke_tricks:
        return [ours(_("Revoke (failing to follow suit when able): agree on the tricks or redeal."))]
    amount = ngettext(
        "A revoke (failing to follow suit when able) moves one trick, if there is one.",
        "A revoke (failing to follow suit when able) moves {n} tricks, or as many as there are.",
        rules.revoke_tricks,
    ).format(n=rules.revoke_tricks)
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        return [ours(amount), _("They go from the player who revoked to the player who was harmed.")]
    direction = (
        _("In a high hand they go from the player who revoked to the other, in a low hand the other way.")
        if two(rules)
        else _("In a high hand they go from the side that revoked to the other side, in a low hand the other way.")
    )
    solo = [_("In a solo, agree whether it was made.")] if rules.solos else []
    return [ours(amount), direction, *solo]


_LEADERS: dict[Lead, Text] = {
    Lead.DECLARER_RIGHT: _("the player to the declarer’s right"),
    Lead.DECLARER_LEFT: _("the player to the declarer’s left"),
    Lead.DECLARER: _("the declarer"),
    Lead.DEALER_LEFT: _("the player to the dealer’s left"),
    Lead.DEALER_RIGHT: _("the player to the dealer’s right"),
}
_LEADERS_OF_TWO: dict[Lead, Text] = {
    Lead.DECLARER_RIGHT: _("the player who did not bid high"),
    Lead.DECLARER_LEFT: _("the player who did not bid high"),
    Lead.DECLARER: _("the player who bid high"),
    Lead.DEALER_LEFT: _("the player who did not deal"),
}
_TABLES: dict[TableFormat, Text] = {
    TableFormat.FOUR_IN_PAIRS: _("four players in pairs"),
    TableFormat.THREE_WITH_WIDOW: _("three players with a widow"),
    TableFormat.TWO_PLAYERS: _("two players"),
}
_SHORT_TRUMP: dict[Trump, Text] = {Trump.NONE: "", Trump.LED: _("trump led"), Trump.CLUBS: _("clubs trump")}

OPTION_TEXTS: dict[str, OptionText] = {
    "form": OptionText(
        _("Who plays"),
        _("How many sit at the table, and who plays with whom."),
        "players",
        fill(_("For {value}")),
        pick(_TABLES),
        choices={
            TableFormat.FOUR_IN_PAIRS: _("Four, two against two"),
            TableFormat.THREE_WITH_WIDOW: _("Three, with a widow"),
            TableFormat.TWO_PLAYERS: _("Two"),
        },
        buttons=True,
    ),
    "target": OptionText(
        _("Target score"),
        _("First side to reach it wins; leave empty for no target."),
        "end",
        fill(_("Target score: {value}")),
        _or_none,
        short=lambda rules: _("to {target}").format(target=rules.target) if rules.target else "",
        section="end",
        on_card=_target_on_card,
    ),
    "max_hands": OptionText(
        _("Maximum hands"),
        _("The game then ends, and most points wins; leave empty for no maximum."),
        "end",
        fill(_("Maximum number of hands: {value}")),
        _hands_value,
        short=_short_hands,
        section="end",
        on_card=_hands_on_card,
    ),
    "limit_tie": OptionText(
        _("Tie after the last hand"),
        _("Only with a maximum number of hands."),
        "end",
        fill(_("Tied after the last hand: {value}")),
        pick({LimitTie.DRAW: _("a draw"), LimitTie.EXTRA: _("play more hands until one side is ahead")}),
        choices={
            LimitTie.DRAW: _("It is a draw"),
            LimitTie.EXTRA: _("Play more hands until one side is ahead"),
        },
        section="end",
        on_card=_tie_on_card,
    ),
    "high_made": OptionText(
        _("Made grand"),
        _("Points for each trick above six that the side that granded takes."),
        "high",
        fill_points(_("A made grand (seven tricks or more) scores {value} for each trick above six")),
        points,
        short=lambda rules: _("grand {points}/trick").format(points=format_signed(rules.high_made)),
        section="scoring",
    ),
    "high_set_award": OptionText(
        _("Failed grand: points to defenders"),
        _("Points for each trick above six that the side that did not grand takes."),
        "high",
        fill_points(
            _("A failed grand gives the defenders {value} for each of their tricks above six"),
            _("A failed grand gives the other player {value} for each of their tricks above six"),
        ),
        points,
        short=_short_failed,
        section="scoring",
    ),
    "high_set_penalty": OptionText(
        _("Failed grand: points lost"),
        _("Points lost for each trick below seven."),
        "high",
        fill_points(
            _("A failed grand costs the side that granded {value} for each trick below seven"),
            _("A failed grand costs the player who bid high {value} for each trick below seven"),
        ),
        points,
        section="scoring",
        is_on_card=lambda rules: rules.high_set_penalty > 0,
    ),
    "low_award": OptionText(
        _("Low hand: points won (fewer tricks)"),
        _("Points for each trick above six that the other side takes."),
        "low",
        fill_points(
            _("A low hand gives the side with fewer tricks {value} for each trick above six that the other side takes"),
            _(
                "A low hand gives the player with fewer tricks {value} "
                "for each trick above six that the other player takes"
            ),
        ),
        points,
        short=_short_low,
        section="scoring",
        is_on_card=lambda rules: rules.low_award > 0 or not rules.low_penalty,
    ),
    "low_penalty": OptionText(
        _("Low hand: points lost (more tricks)"),
        _("Points lost for each trick above six."),
        "low",
        fill_points(
            _("A low hand costs the side with more tricks {value} for each of its tricks above six"),
            _("A low hand costs the player with more tricks {value} for each of their tricks above six"),
        ),
        points,
        section="scoring",
        is_on_card=lambda rules: rules.low_penalty > 0,
    ),
    "solos": OptionText(
        _("Sola Nola and Grand Dix"),
        _("Allow solo bids: take no tricks, or win the first seven. A made solo earns a star worth one extra stake."),
        "solos",
        state({True: _("Sola Nola and Grand Dix may be bid"), False: _("There are no solos")}),
        names_old=False,
        choices={YES: _("allowed"), NO: _("not played")},
        buttons=True,
        short=lambda rules: _("solos") if rules.solos else "",
    ),
    "solo_failed_star": OptionText(
        _("Star of a failed solo"),
        _("Who gets it. If nobody gets it, a failed solo costs nothing."),
        "solos",
        fill(_("The star of a failed solo goes to {value}")),
        pick({FailedStar.DEFENDERS: _("the defenders"), FailedStar.NOBODY: _("nobody")}),
        choices={FailedStar.DEFENDERS: _("the defenders"), FailedStar.NOBODY: _("nobody")},
        short=lambda rules: _("failed solo: no star") if rules.solo_failed_star is FailedStar.NOBODY else "",
        section="solos",
        on_card=lambda rules, _currency: [
            ours(_("A solo scores no points but a star: made, for the soloist’s side; failed, for the defenders."))
            if rules.solo_failed_star is FailedStar.DEFENDERS
            else _("A solo scores no points but a star: made, for the soloist’s side; failed, for nobody.")
        ],
    ),
    "own_quota": OptionText(
        _("Tricks required"),
        _("Each trick above this number scores a point; each trick short of it costs one."),
        "widow",
        fill(_("Each player needs {value}")),
        tricks,
        short=lambda rules: ngettext("{n} trick needed", "{n} tricks needed", rules.own_quota).format(
            n=rules.own_quota
        ),
        section="scoring",
        on_card=lambda rules, currency: [
            _(
                "Each player needs {tricks}: each trick above that scores 1 point, each trick short of it costs 1."
            ).format(tricks=tricks(rules.own_quota, rules, currency))
        ],
    ),
    "widow_quota": OptionText(
        _("Tricks required with the widow"),
        _("The same for the first player to take the widow."),
        "widow",
        fill(_("The first player to take the widow needs {value}")),
        tricks,
        short=lambda rules: _("{n} with the widow").format(n=rules.widow_quota),
        section="scoring",
        on_card=lambda rules, currency: [
            _("The first player to take the widow needs {tricks}, even if they keep their own hand.").format(
                tricks=tricks(rules.widow_quota, rules, currency)
            )
        ],
    ),
    "carry": OptionText(
        _("Points can be held by"),
        _("Both sides, or, as in Tuppi, only one: the other side’s score resets them to zero."),
        "carry",
        state(
            {
                Carry.BOTH: _("Both sides can have points"),
                Carry.ONE_SIDE: _(
                    "Only one side has points at a time: when the other side scores, both drop back to zero"
                ),
            },
            {
                Carry.BOTH: _("Both players can have points"),
                Carry.ONE_SIDE: _(
                    "Only one player has points at a time: when the other scores, both drop back to zero"
                ),
            },
        ),
        names_old=False,
        choices={Carry.BOTH: _("both sides"), Carry.ONE_SIDE: _("only one side")},
        buttons=True,
        short=lambda rules: (
            ""
            if rules.carry is Carry.BOTH
            else _("only one player has points")
            if two(rules)
            else _("only one side has points")
        ),
        section="scoring",
        on_card=_carry_on_card,
        is_on_card=lambda rules: rules.carry is Carry.ONE_SIDE,
    ),
    "stake": OptionText(
        _("Stake in cents"),
        _("What each loser pays for a game, in cents; 0 for no stake."),
        "stake",
        fill(_("Stake: {value}")),
        _stake_value,
        section="stake",
        on_card=_stake_on_card,
        is_on_card=lambda rules: rules.stake > 0,
    ),
    "high_colour": OptionText(
        _("The card that bids high"),
        _("The other colour bids low."),
        "table",
        fill(_("High is bid with {value}")),
        pick({Colour.BLACK: _("a black card"), Colour.RED: _("a red card")}),
        choices={Colour.BLACK: _("black ♣ ♠"), Colour.RED: _("red ♥ ♦")},
        buttons=True,
    ),
    "high_lead": OptionText(
        _("First lead in a high hand"),
        _("Who plays the first card. The declarer is the player who granded."),
        "table",
        fill(_("In a high hand {value} leads")),
        pick(_LEADERS, _LEADERS_OF_TWO),
        choices={
            Lead.DECLARER_RIGHT: _("right of the declarer"),
            Lead.DECLARER_LEFT: _("left of the declarer"),
            Lead.DECLARER: _("the declarer"),
            Lead.DEALER_LEFT: _("left of the dealer"),
        },
        section="play",
    ),
    "low_lead": OptionText(
        _("First lead in a low hand"),
        _("Who plays the first card."),
        "table",
        fill(_("In a low hand {value} leads")),
        pick(_LEADERS),
        choices={
            Lead.DEALER_LEFT: _("left of the dealer"),
            Lead.DEALER_RIGHT: _("right of the dealer"),
        },
        section="play",
    ),
    "trump": OptionText(
        _("Trump"),
        _("The suit that beats the others. It can be the suit led only where the declarer leads."),
        "table",
        state(
            {
                Trump.NONE: _("There is no trump"),
                Trump.LED: _("The suit that the declarer leads to a high hand is trump"),
                Trump.CLUBS: _("Clubs are trump"),
            }
        ),
        names_old=False,
        choices={
            Trump.NONE: _("none"),
            Trump.LED: _("the suit that the declarer leads"),
            Trump.CLUBS: _("clubs"),
        },
        short=lambda rules: _SHORT_TRUMP[rules.trump],
        section="play",
        on_card=_trump_on_card,
    ),
    "must_trump": OptionText(
        _("Without a card of the suit led"),
        _("Only where there is trump."),
        "table",
        state(
            {
                True: _("A player who cannot follow suit must play a trump if they have one"),
                False: _("A player who cannot follow suit may play any card"),
            }
        ),
        names_old=False,
        choices={YES: _("a trump must be played"), NO: _("any card may be played")},
        short=lambda rules: _("must trump") if rules.must_trump else "",
        section="play",
        is_on_card=lambda rules: rules.must_trump,
    ),
    "revoke_tricks": OptionText(
        _("Tricks for a revoke"),
        _("Tricks transferred for failing to follow suit; 0 = the table decides."),
        "table",
        fill(_("A revoke moves {value}")),
        _revoke_value,
        section="mishaps",
        on_card=_revoke_on_card,
    ),
}
