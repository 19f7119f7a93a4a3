"""Changes of a club's own rule sets and of its default."""

from dataclasses import dataclass

from whistclub.club.actions import lock_club
from whistclub.club.models import Club
from whistclub.engine.options import PRESETS, RuleOptions, options_to_mapping
from whistclub.rules.models import RuleSet, public_code
from whistclub.rules.summary import PRESET_CARDS, own_code
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction


@dataclass(frozen=True, slots=True)
class RuleSetInput:
    """The content of a rule set: name, preset it began from, every option, and a note of the club."""

    name: str
    base: str
    rules: RuleOptions
    note: str = ""


class SetNameTaken(Refused):
    """Two sets in use, or one and a preset, would share a name."""

    def __init__(self, name: str) -> None:
        super().__init__("set_name_taken", f"There are already rules called “{name}”. Choose another name.")


def save_set(club: Club, content: RuleSetInput, code: str = "") -> RuleSet:
    """Save rules under a new name, or change those with a code; the same rules saved twice make one set.

    Raises SetNameTaken.
    """
    with write_transaction():
        lock_club(club.pk)
        others = club.rule_sets.exclude(code=code)
        same_name = others.filter(folded=content.name.casefold()).first()
        if same_name and not code and _content(same_name) == content:
            return same_name
        if same_name or any(content.name.casefold() == card.title.casefold() for card in PRESET_CARDS.values()):
            raise SetNameTaken(content.name)
        values = {
            "name": content.name,
            "base": content.base,
            "options": options_to_mapping(content.rules),
            "note": content.note,
        }
        return club.rule_sets.update_or_create(code=code or public_code(), defaults=values)[0]


def set_default(club: Club, key: str) -> None:
    """Choose the rules that the club's new games start with. Raises Refused."""
    with write_transaction():
        lock_club(club.pk)
        if key not in PRESETS and not club.rule_sets.filter(code=own_code(key) or "").exists():
            raise Refused("rules_unknown", "These rules are no longer available. Choose others.")
        club.default_rules = key
        club.save(update_fields=["default_rules"])


def delete_set(club: Club, code: str) -> None:
    """Offer these rules no more. Games and parties keep theirs; new games start with the usual default."""
    with write_transaction():
        lock_club(club.pk)
        club.rule_sets.filter(code=code).delete()


def _content(of: RuleSet) -> RuleSetInput:
    return RuleSetInput(of.name, of.base, of.rules, of.note)
