"""What pages say about options of the end, the scores and solos."""

from whistclub.engine.options import NO_LIMIT, Carry, FailedStar, LimitTie, RuleOptions, TableFormat
from whistclub.rules.option_record import NO, YES, OptionText, fill, fill_points, ours, pick, points, state, tricks, two
from whistclub.web.formatting import format_signed, number_of


def _or_none(value: int | None, _rules: RuleOptions, _currency: str) -> str:
    return "none" if value is None else str(value)


def _hands_value(value: int | None, rules: RuleOptions, currency: str) -> str:
    if value == NO_LIMIT:
        return "none (play to a bell or an agreed time)"
    return _or_none(value, rules, currency)


def _short_failed(rules: RuleOptions) -> str:
    gained = f"{format_signed(rules.high_set_award)} to {'the other' if two(rules) else 'defenders'}"
    lost = format_signed(-rules.high_set_penalty)
    if rules.high_set_award and rules.high_set_penalty:
        return f"failed {lost} and {gained}"
    return f"failed {gained if rules.high_set_award else lost}"


def _short_low(rules: RuleOptions) -> str:
    gained, lost = format_signed(rules.low_award), format_signed(-rules.low_penalty)
    if rules.low_award and rules.low_penalty:
        return f"low {gained} and {lost}"
    return f"low {gained if rules.low_award else lost}"


def _short_hands(rules: RuleOptions) -> str:
    if rules.hand_limit is None:
        return ""
    hands = number_of(rules.hand_limit, "hand", "hands")
    return f"at most {hands}" if rules.target else hands


def _end(sentence: str, rules: RuleOptions) -> str:
    """No source says how the three-handed game ends (RULES.md A23)."""
    return ours(sentence) if rules.form is TableFormat.THREE_WITH_WIDOW else sentence


def _target_on_card(rules: RuleOptions, _currency: str) -> list[str]:
    if rules.target is None:
        return []
    who = "side" if rules.form is TableFormat.FOUR_IN_PAIRS else "player"
    first = f"The game is to {rules.target}: the first {who} with {rules.target} or more wins."
    sentences = [_end(first, rules)]
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        sentences.append(ours(f"If two are tied at {rules.target} or more, play more hands until one is ahead."))
    return sentences


def _hands_on_card(rules: RuleOptions, _currency: str) -> list[str]:
    if rules.hand_limit is not None:
        after = f"ends after {number_of(rules.hand_limit, 'hand', 'hands')}"
        ends = f"The game {after}" if rules.target is None else f"It {after} at the latest"
        return [_end(f"{ends}: most points wins.", rules)]
    bell = rules.max_hands is not None and rules.target is None
    return ["Play to a bell or an agreed time; most points wins."] if bell else []


def _tie_on_card(rules: RuleOptions, _currency: str) -> list[str]:
    tied = f"tied after {number_of(rules.max_hands or 0, 'hand', 'hands')}"
    if rules.limit_tie is LimitTie.DRAW:
        return [_end(f"{tied.capitalize()}: it is a draw.", rules)]
    who = "side" if rules.form is TableFormat.FOUR_IN_PAIRS else "player"
    return [_end(f"If {tied}, play more hands until one {who} is ahead.", rules)]


def _carry_on_card(rules: RuleOptions, _currency: str) -> list[str]:
    other = "the other player" if two(rules) else "the other side"
    return [
        OF_SCORING["carry"].statement(rules.carry, "", rules) + ".",
        ours(f"The points that {other} has just won are lost too."),
    ]


OF_SCORING: dict[str, OptionText] = {
    "target": OptionText(
        "Target score",
        "First side to reach it wins; leave empty for no target.",
        "end",
        fill("Target score: {value}"),
        _or_none,
        short=lambda rules: f"to {rules.target}" if rules.target else "",
        section="end",
        on_card=_target_on_card,
    ),
    "max_hands": OptionText(
        "Maximum hands",
        "The game then ends, and most points wins; leave empty for no maximum.",
        "end",
        fill("Maximum number of hands: {value}"),
        _hands_value,
        short=_short_hands,
        section="end",
        on_card=_hands_on_card,
    ),
    "limit_tie": OptionText(
        "Tie after the last hand",
        "Only with a maximum number of hands.",
        "end",
        fill("Tied after the last hand: {value}"),
        pick({LimitTie.DRAW: "a draw", LimitTie.EXTRA: "play more hands until one side is ahead"}),
        choices={LimitTie.DRAW: "It is a draw", LimitTie.EXTRA: "Play more hands until one side is ahead"},
        section="end",
        on_card=_tie_on_card,
    ),
    "high_made": OptionText(
        "Made grand",
        "Points for each trick above six that the side that granded takes.",
        "high",
        fill_points("A made grand (seven tricks or more) scores {value} for each trick above six"),
        points,
        short=lambda rules: f"grand {format_signed(rules.high_made)}/trick",
        section="scoring",
    ),
    "high_set_award": OptionText(
        "Failed grand: points to defenders",
        "Points for each trick above six that the side that did not grand takes.",
        "high",
        fill_points(
            "A failed grand gives the defenders {value} for each of their tricks above six",
            "A failed grand gives the other player {value} for each of their tricks above six",
        ),
        points,
        short=_short_failed,
        section="scoring",
    ),
    "high_set_penalty": OptionText(
        "Failed grand: points lost",
        "Points lost for each trick below seven.",
        "high",
        fill_points(
            "A failed grand costs the side that granded {value} for each trick below seven",
            "A failed grand costs the player who bid high {value} for each trick below seven",
        ),
        points,
        section="scoring",
        is_on_card=lambda rules: rules.high_set_penalty > 0,
    ),
    "low_award": OptionText(
        "Low hand: points won (fewer tricks)",
        "Points for each trick above six that the other side takes.",
        "low",
        fill_points(
            "A low hand gives the side with fewer tricks {value} for each trick above six that the other side takes",
            (
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
        "Low hand: points lost (more tricks)",
        "Points lost for each trick above six.",
        "low",
        fill_points(
            "A low hand costs the side with more tricks {value} for each of its tricks above six",
            "A low hand costs the player with more tricks {value} for each of their tricks above six",
        ),
        points,
        section="scoring",
        is_on_card=lambda rules: rules.low_penalty > 0,
        # The source of the game with solos does not restate it (RULES.md A11).
        is_ours=lambda rules: rules.solos,
    ),
    "solos": OptionText(
        "Sola Nola and Grand Dix",
        "Allow solo bids: take no tricks, or win the first seven. A made solo earns a star worth one extra stake.",
        "solos",
        state({True: "Sola Nola and Grand Dix may be bid", False: "There are no solos"}),
        names_old=False,
        choices={YES: "allowed", NO: "not played"},
        buttons=True,
        short=lambda rules: "solos" if rules.solos else "",
    ),
    "solo_failed_star": OptionText(
        "Star of a failed solo",
        "Who gets it. If nobody gets it, a failed solo costs nothing.",
        "solos",
        fill("The star of a failed solo goes to {value}"),
        pick({FailedStar.DEFENDERS: "the defenders", FailedStar.NOBODY: "nobody"}),
        choices={FailedStar.DEFENDERS: "the defenders", FailedStar.NOBODY: "nobody"},
        short=lambda rules: "failed solo: no star" if rules.solo_failed_star is FailedStar.NOBODY else "",
        section="solos",
        on_card=lambda rules, _currency: [
            ours("A solo scores no points but a star: made, for the soloist’s side; failed, for the defenders.")
            if rules.solo_failed_star is FailedStar.DEFENDERS
            else "A solo scores no points but a star: made, for the soloist’s side; failed, for nobody."
        ],
    ),
    "own_quota": OptionText(
        "Tricks required",
        "Each trick above this number scores a point; each trick short of it costs one.",
        "widow",
        fill("Each player needs {value}"),
        tricks,
        short=lambda rules: f"{number_of(rules.own_quota, 'trick', 'tricks')} needed",
        section="scoring",
        on_card=lambda rules, currency: [
            f"Each player needs {tricks(rules.own_quota, rules, currency)}: each trick above that scores 1 point, each "
            "trick short of it costs 1."
        ],
    ),
    "widow_quota": OptionText(
        "Tricks required with the widow",
        "The same for the first player to take the widow.",
        "widow",
        fill("The first player to take the widow needs {value}"),
        tricks,
        short=lambda rules: f"{rules.widow_quota} with the widow",
        section="scoring",
        on_card=lambda rules, currency: [
            f"The first player to take the widow needs {tricks(rules.widow_quota, rules, currency)}, even if they keep "
            "their own hand."
        ],
    ),
    "carry": OptionText(
        "Points can be held by",
        "Both sides, or, as in Tuppi, only one: the other side’s score resets them to zero.",
        "carry",
        state(
            {
                Carry.BOTH: "Both sides can have points",
                Carry.ONE_SIDE: "Only one side has points at a time: when the other side scores, both drop back to "
                "zero",
            },
            {
                Carry.BOTH: "Both players can have points",
                Carry.ONE_SIDE: "Only one player has points at a time: when the other scores, both drop back to zero",
            },
        ),
        names_old=False,
        choices={Carry.BOTH: "both sides", Carry.ONE_SIDE: "only one side"},
        buttons=True,
        short=lambda rules: (
            ""
            if rules.carry is Carry.BOTH
            else "only one player has points"
            if two(rules)
            else "only one side has points"
        ),
        section="scoring",
        on_card=_carry_on_card,
        is_on_card=lambda rules: rules.carry is Carry.ONE_SIDE,
    ),
}
