"""Everything the pages say about one option, in one record each; forms, cards, lists and messages come from these.

A record of `OPTION_TEXTS` belongs to a field of `engine.options.RuleOptions`, which holds its default, its values and
the table formats in which it has a meaning. The order of the records is the order on every page.
"""

from whistclub.engine.options import TableFormat
from whistclub.rules.option_record import OptionText, fill, pick
from whistclub.rules.play_text import OF_PLAY
from whistclub.rules.scoring_text import OF_SCORING

# The groups of the form, and their headings.
GROUPS: dict[str, str] = {
    "players": "Players",
    "end": "The end",
    "high": "A high hand",
    "low": "A low hand",
    "solos": "Solos",
    "widow": "The widow",
    "carry": "Who can have points",
    "stake": "Stake",
    "table": "At the table",
}
_TABLES: dict[TableFormat, str] = {
    TableFormat.FOUR_IN_PAIRS: "four players in pairs",
    TableFormat.THREE_WITH_WIDOW: "three players with a widow",
    TableFormat.TWO_PLAYERS: "two players",
}

OPTION_TEXTS: dict[str, OptionText] = {
    "form": OptionText(
        "Who plays",
        "How many sit at the table, and who plays with whom.",
        "players",
        fill("For {value}"),
        pick(_TABLES),
        choices={
            TableFormat.FOUR_IN_PAIRS: "Four, two against two",
            TableFormat.THREE_WITH_WIDOW: "Three, with a widow",
            TableFormat.TWO_PLAYERS: "Two",
        },
        buttons=True,
    ),
    **OF_SCORING,
    **OF_PLAY,
}
