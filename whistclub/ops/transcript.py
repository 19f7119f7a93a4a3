"""A game written down as JSON, read into values of the engine, or into a sentence for everything wrong with
it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.engine.entries import Entry
from whistclub.engine.hand import seat_problems
from whistclub.engine.options import RuleOptions, options_from_mapping
from whistclub.engine.presets import PRESETS
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode
from whistclub.ops.transcript_entries import read_entry, seats_of
from whistclub.ops.transcript_values import JsonObject, is_whole, key_faults
from whistclub.ops.wording import quoted, sentence

# Longer numbers are read as this one: it is far outside every limit, and safe to print.
FAR_OUT = 1_000_000


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game to be scored; all three have been found to be in order."""

    options: RuleOptions
    first_dealer: int
    entries: tuple[Entry, ...]


class UnreadableTranscript(ValueError):
    """Has one sentence for each fault, no sentence twice."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self.sentences = tuple(dict.fromkeys(sentences))
        super().__init__(self.sentences)


def read_transcript(raw: bytes) -> Transcript:
    """Raises UnreadableTranscript with every fault."""
    document = _parsed(raw)
    if not isinstance(document, JsonObject):
        raise UnreadableTranscript([_("the game must be a JSON object")])
    faults = list(key_faults(document, known=("rules", "first_dealer", "hands"), needed=("rules", "hands")))
    options = _read_rules(document["rules"], faults) if "rules" in document else None
    first_dealer = _read_first_dealer(document.get("first_dealer", 0), options, faults)
    entries = _read_hands(document.get("hands", []), options, faults)
    if faults or options is None:
        raise UnreadableTranscript(faults)
    return Transcript(options, first_dealer, entries)


def _parsed(raw: bytes) -> object:
    try:
        # Some editors begin a file with a byte order mark.
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=JsonObject, parse_int=_number)
    except UnicodeDecodeError:
        fault = _("the game is not UTF-8 text")
    except json.JSONDecodeError as error:
        fault = _("the game is not JSON: see line %(line)s, column %(column)s") % {
            "line": error.lineno,
            "column": error.colno,
        }
    except RecursionError:
        fault = _("the game is nested too deeply")
    raise UnreadableTranscript([fault])


def _number(digits: str) -> int:
    if len(digits) < len(str(FAR_OUT)):
        return int(digits)
    return -FAR_OUT if digits.startswith("-") else FAR_OUT


def _read_rules(rules: object, faults: list[str]) -> RuleOptions | None:
    if isinstance(rules, str):
        rules = JsonObject([("preset", rules)])
    if not isinstance(rules, JsonObject):
        faults.append(_("rules must be the name of a preset or an object of options"))
        return None
    found = [_("key %(key)s is given twice") % {"key": quoted(key)} for key in rules.repeated]
    base = RuleOptions()
    if "preset" in rules:
        name = rules["preset"]
        if isinstance(name, str) and name in PRESETS:
            base = PRESETS[name]
        else:
            found.append(sentence(Problem(ProblemCode.UNKNOWN_PRESET, "preset")))
    changes = {name: value for name, value in rules.items() if name != "preset"}
    try:
        options = options_from_mapping(changes, base)
    except InvalidInput as error:
        found += [sentence(problem) for problem in error.problems]
    faults += [_("rules: %(fault)s") % {"fault": fault} for fault in found]
    return None if found else options


def _read_first_dealer(seat: object, options: RuleOptions | None, faults: list[str]) -> int:
    if not is_whole(seat):
        faults.append(_("first_dealer must be a seat number"))
        return 0
    faults += map(sentence, seat_problems("first_dealer", seat, seats_of(options)))
    return seat


def _read_hands(hands: object, options: RuleOptions | None, faults: list[str]) -> tuple[Entry, ...]:
    if not isinstance(hands, list):
        faults.append(_("hands must be a list"))
        return ()
    read = []
    for number, data in enumerate(hands, start=1):
        found: list[str] = []
        entry = read_entry(data, options, found)
        faults += [_("hand %(number)s: %(fault)s") % {"number": number, "fault": fault} for fault in found]
        if entry is not None:
            read.append(entry)
    return tuple(read)
