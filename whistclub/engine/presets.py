"""The named house rules of the catalogue (RULES.md §1.2), as differences from the defaults (RULES.md §1.4)."""

from collections.abc import Mapping
from types import MappingProxyType

from whistclub.engine.options import Carry, Colour, Lead, RuleOptions, TableFormat, Trump

# The sources agree on it most, and its games end soon (RULES.md §0.2).
DEFAULT_PRESET = "neuralplay"

PRESETS: Mapping[str, RuleOptions] = MappingProxyType(
    {
        "neuralplay": RuleOptions(high_set_award=2, low_award=1, low_penalty=0),
        "minnesota": RuleOptions(),
        "minnesota_double": RuleOptions(high_set_award=2),
        "wiki_four": RuleOptions(high_set_award=2, low_award=1, low_penalty=0, high_lead=Lead.DECLARER_LEFT),
        "askov": RuleOptions(high_set_award=2, target=15, solos=True, stake=15),
        "south_dakota": RuleOptions(
            high_set_award=0, high_set_penalty=1, target=11, high_lead=Lead.DECLARER, trump=Trump.LED
        ),
        "widow": RuleOptions(form=TableFormat.THREE_WITH_WIDOW, target=None, max_hands=12, trump=Trump.CLUBS),
        "two_player": RuleOptions(form=TableFormat.TWO_PLAYERS, high_set_award=2, low_award=1, low_penalty=0),
        "norwegian": RuleOptions(
            high_made=4,
            high_set_award=8,
            low_award=2,
            low_penalty=0,
            target=50,
            high_lead=Lead.DECLARER_LEFT,
            low_lead=Lead.DEALER_RIGHT,
            high_colour=Colour.RED,
        ),
        "swedish": RuleOptions(high_set_award=2, low_award=1, low_penalty=0, high_colour=Colour.RED),
        "tuppi": RuleOptions(
            high_made=4,
            high_set_award=8,
            low_award=4,
            low_penalty=0,
            target=52,
            carry=Carry.ONE_SIDE,
            high_colour=Colour.RED,
        ),
    }
)
