"""A game written down as JSON, read into values of the engine, or into a sentence for everything wrong with
it.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from django.utils.translation import gettext as _

from whistclub.engine.hand import (
    Contract,
    Hand,
    contract_problems,
    declarer_problems,
    seat_problems,
    tricks_problems,
)
from whistclub.engine.options import Form, RuleOptions, options_from_mapping
from whistclub.engine.presets import PRESETS
from whistclub.engine.problems import InvalidInput, Problem
from whistclub.ops.wording import listed, quoted, sentence

# Where the rules cannot be read, a seat is only wrong if no table has it.
MOST_SEATS = max(form.seats for form in Form)

# Longer numbers are read as this one: it is far outside every limit, and safe to print.
FAR_OUT = 1_000_000


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game to be scored; all three have been found to be in order."""

    options: RuleOptions
    first_dealer: int
    hands: tuple[Hand, ...]


class UnreadableTranscript(ValueError):
    """Has one sentence for each fault, no sentence twice."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self.sentences = tuple(dict.fromkeys(sentences))
        super().__init__(self.sentences)


class _Object(dict[str, object]):
    """A JSON object that knows which of its keys were given more than once."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        self.repeated = [key for key, times in Counter(key for key, _value in pairs).items() if times > 1]


def read_transcript(raw: bytes) -> Transcript:
    """Raises UnreadableTranscript with every fault."""
    document = _parsed(raw)
    if not isinstance(document, _Object):
        raise UnreadableTranscript([_("the game must be a JSON object")])
    faults = list(_key_faults(document, known=("rules", "first_dealer", "hands"), needed=("rules", "hands")))
    options = _read_rules(document["rules"], faults) if "rules" in document else None
    first_dealer = _read_first_dealer(document.get("first_dealer", 0), options, faults)
    hands = _read_hands(document.get("hands", []), options, faults)
    if faults or options is None:
        raise UnreadableTranscript(faults)
    return Transcript(options, first_dealer, hands)


def _parsed(raw: bytes) -> object:
    try:
        # Some editors begin a file with a byte order mark.
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_Object, parse_int=_number)
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
        rules = _Object([("preset", rules)])
    if not isinstance(rules, _Object):
        faults.append(_("rules must be the name of a preset or an object of options"))
        return None
    found = [_("key %(key)s is given twice") % {"key": quoted(key)} for key in rules.repeated]
    base = RuleOptions()
    if "preset" in rules:
        name = rules["preset"]
        if isinstance(name, str) and name in PRESETS:
            base = PRESETS[name]
        else:
            found.append(sentence(Problem("unknown_preset", "preset")))
    changes = {name: value for name, value in rules.items() if name != "preset"}
    try:
        options = options_from_mapping(changes, base)
    except InvalidInput as error:
        found += [sentence(problem) for problem in error.problems]
    faults += [_("rules: %(fault)s") % {"fault": fault} for fault in found]
    return None if found else options


def _read_first_dealer(seat: object, options: RuleOptions | None, faults: list[str]) -> int:
    if not _is_whole(seat):
        faults.append(_("first_dealer must be a seat number"))
        return 0
    faults += map(sentence, seat_problems("first_dealer", seat, _seats(options)))
    return seat


def _read_hands(hands: object, options: RuleOptions | None, faults: list[str]) -> tuple[Hand, ...]:
    if not isinstance(hands, list):
        faults.append(_("hands must be a list"))
        return ()
    read = []
    for number, data in enumerate(hands, start=1):
        found: list[str] = []
        hand = _read_hand(data, options, found)
        faults += [_("hand %(number)s: %(fault)s") % {"number": number, "fault": fault} for fault in found]
        if hand is not None:
            read.append(hand)
    return tuple(read)


def _read_hand(data: object, options: RuleOptions | None, faults: list[str]) -> Hand | None:
    """None if a part of it cannot be read; the parts that can are judged all the same."""
    if not isinstance(data, _Object):
        faults.append(_("must be an object"))
        return None
    faults += _key_faults(data, known=("contract", "declarer", "tricks"), needed=("contract", "tricks"))
    contract = _read_contract(data, faults)
    declarer = data.get("declarer")
    tricks = data.get("tricks")
    problems: list[Problem] = []
    if contract is not None and options is not None:
        problems += contract_problems(contract, options)
    if not _is_declarer(declarer):
        faults.append(_("declarer must be a seat number or null"))
    elif contract is not None:
        problems += declarer_problems(contract, declarer, _seats(options))
    else:
        problems += seat_problems("declarer", declarer, _seats(options))
    if not _are_whole(tricks):
        if "tricks" in data:
            faults.append(_("tricks must be a list of whole numbers"))
    elif contract is not None:
        problems += tricks_problems(contract, tuple(tricks))
    faults += map(sentence, problems)
    if contract is not None and _is_declarer(declarer) and _are_whole(tricks) and not faults:
        return Hand(contract, declarer, tuple(tricks))
    return None


def _read_contract(data: _Object, faults: list[str]) -> Contract | None:
    name = data.get("contract")
    for contract in Contract:
        if contract == name:
            return contract
    if "contract" in data:
        faults.append(_("contract must be one of %(names)s") % {"names": listed(Contract)})
    return None


def _key_faults(data: _Object, *, known: Sequence[str], needed: Sequence[str]) -> Iterator[str]:
    for key in data.repeated:
        yield _("key %(key)s is given twice") % {"key": quoted(key)}
    for key in data:
        if key not in known:
            yield _("key %(key)s is unknown") % {"key": quoted(key)}
    for key in needed:
        if key not in data:
            yield _("key %(key)s is missing") % {"key": quoted(key)}


def _seats(options: RuleOptions | None) -> int:
    return MOST_SEATS if options is None else options.form.seats


def _is_whole(value: object) -> TypeGuard[int]:
    # Python counts true as 1; in a game it is not a number.
    return isinstance(value, int) and not isinstance(value, bool)


def _is_declarer(value: object) -> TypeGuard[int | None]:
    return value is None or _is_whole(value)


def _are_whole(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(map(_is_whole, value))
