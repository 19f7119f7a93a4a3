"""A game written down as JSON, read into values of the engine, with every fault of it named."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from whistclub.engine.entries import Adjustment, Entry, Redeal, entry_problems
from whistclub.engine.hand import Contract, Hand, Suit, notes_from_mapping, seat_problems, tricks_problems
from whistclub.engine.options import CHOICES, LIMITS, RuleOptions, options_from_mapping
from whistclub.engine.presets import PRESETS
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode
from whistclub.rules.problems import problem_sentence

# Longer numbers are read as this one: it is outside every limit, and safe to print.
FAR_OUT = 1_000_000
LONGEST_QUOTE = 40
LONGEST_REASON = 200
# Numbers that pages need not show.
NUMBERS = {
    ProblemCode.UNKNOWN_SEAT: " ({p.minimum} to {p.maximum})",
    ProblemCode.UNKNOWN_SIDE: " ({p.minimum} to {p.maximum})",
    ProblemCode.WRONG_NUMBER_OF_COUNTS: " ({p.expected} numbers, not {p.found})",
}
REDEALS = {"same_dealer": Redeal(), "next_dealer": Redeal(deal_passes=True)}


class UnreadableTranscript(ValueError):
    """Has one sentence for each fault, no sentence twice."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = tuple(dict.fromkeys(sentences))
        super().__init__(self.sentences)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game without faults, to be scored."""

    options: RuleOptions
    first_dealer: int
    entries: tuple[Entry, ...]


class JsonObject(dict[str, Any]):
    """A JSON object that knows which of its keys were given more than once."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.repeated = [key for key, times in Counter(key for key, _value in pairs).items() if times > 1]


@dataclass(frozen=True, slots=True)
class Key:
    """What may stand under a key of an object: a check, and in words what it must be."""

    check: Callable[[Any], bool]
    what: str
    needed: bool = False


def read_transcript(raw: bytes) -> Transcript:
    """Raises UnreadableTranscript with every fault."""
    faults: list[str] = []
    game = _read_keys(_parsed(raw), GAME, "the game", faults)
    options = _read_rules(game["rules"], faults) if "rules" in game else None
    first_dealer = game.get("first_dealer", 0)
    if options:
        faults += _sentences(seat_problems("first_dealer", first_dealer, options.form.seats), "")
    entries = [
        _read_entry(data, options, f"hand {number}", faults)
        for number, data in enumerate(game.get("hands", []), start=1)
    ]
    if faults or options is None:
        raise UnreadableTranscript(faults)
    return Transcript(options, first_dealer, tuple(entry for entry in entries if entry is not None))


def quoted(text: str) -> str:
    """A stranger's text on one line: cut, and with everything unprintable escaped."""
    return json.dumps(text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "...")


def _parsed(raw: bytes) -> object:
    try:
        # Some editors begin a file with a byte order mark.
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=JsonObject, parse_int=_number)
    except UnicodeDecodeError:
        fault = "the game is not UTF-8 text"
    except json.JSONDecodeError as error:
        fault = f"the game is not JSON: see line {error.lineno}, column {error.colno}"
    except RecursionError:
        fault = "the game is nested too deeply"
    raise UnreadableTranscript([fault])


def _number(digits: str) -> int:
    if len(digits) < len(str(FAR_OUT)):
        return int(digits)
    return -FAR_OUT if digits.startswith("-") else FAR_OUT


def _read_keys(data: object, keys: Mapping[str, Key], place: str, faults: list[str]) -> dict[str, Any]:
    """The values of an object that are as they must be; the others are faults."""
    if not isinstance(data, JsonObject):
        faults.append(f"{place}: must be a JSON object")
        return {}
    found = [f"key {quoted(key)} is given twice" for key in data.repeated]
    found += [f"key {quoted(key)} is unknown" for key in data if key not in keys]
    found += [f"key {quoted(key)} is missing" for key in keys if keys[key].needed and key not in data]
    readable = {key: data[key] for key in keys if key in data and keys[key].check(data[key])}
    wrong = [key for key in keys if key in data and key not in readable]
    found += [f"{key} must be {keys[key].what}" for key in wrong]
    faults += [f"{place}: {fault}" for fault in found]
    return readable


def _read_rules(rules: str | JsonObject, faults: list[str]) -> RuleOptions | None:
    before = len(faults)
    rules = JsonObject([("preset", rules)]) if isinstance(rules, str) else rules
    anything = Key(lambda value: True, "")
    read = _read_keys(rules, dict.fromkeys(rules, anything) | {"preset": PRESET}, "rules", faults)
    base = PRESETS[read.pop("preset")] if "preset" in read else RuleOptions()
    try:
        options = options_from_mapping(read, base)
    except InvalidInput as error:
        faults += _sentences(error.problems, "rules")
    return options if len(faults) == before else None


def _read_entry(data: Any, options: RuleOptions | None, place: str, faults: list[str]) -> Entry | None:
    """None if it cannot be read. What can be read is judged even if a part of it cannot."""
    keys = HAND
    if isinstance(data, JsonObject) and ("redeal" in data or "adjust" in data):
        keys = REDEAL if "redeal" in data else ADJUSTMENT
    read = _read_keys(data, keys, place, faults)
    entry: Entry
    if "redeal" in read:
        entry = REDEALS[read["redeal"]]
    elif "adjust" in read:
        entry = Adjustment(tuple(read["adjust"]))
    elif {"contract", "tricks"} <= read.keys() and ("declarer" in read or "declarer" not in data):
        notes = notes_from_mapping({key: read.get(key) for key in NOTES})
        entry = Hand(Contract(read["contract"]), read.get("declarer"), tuple(read["tricks"]), notes)
    else:
        return None
    if options is not None:
        faults += _sentences(entry_problems(entry, options), place)
    elif isinstance(entry, Hand):
        faults += _sentences(tricks_problems(entry.contract, entry.tricks), place)
    return entry


def _sentences(problems: Iterable[Problem], place: str) -> Iterable[str]:
    """Each problem with the place and the key that is at fault."""
    for problem in problems:
        key = quoted(problem.field or "") if problem.code is ProblemCode.UNKNOWN_OPTION else problem.field or ""
        numbers = NUMBERS.get(problem.code, "").format(p=problem)
        choices = ""
        if problem.code in (ProblemCode.UNKNOWN_VALUE, ProblemCode.WRONG_TYPE) and problem.field not in LIMITS:
            choices = f" ({', '.join(CHOICES.get(problem.field or '', ('true', 'false')))})"
        yield ": ".join([*filter(None, [place, key]), problem_sentence(problem) + choices + numbers])


def _is_whole(value: object) -> bool:
    # Python counts true as 1; in a game it is not a number.
    return isinstance(value, int) and not isinstance(value, bool)


def _is_seat(value: object) -> bool:
    return value is None or _is_whole(value)


def _are_whole(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_whole, value))


def _is_bid(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and value[0] in list(Contract) and _is_seat(value[1])


def _is_reason(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and len(value) <= LONGEST_REASON


def _one_of(values: Iterable[str], *, needed: bool = False, null: bool = False) -> Key:
    known = list(values)
    return Key(lambda value: value in known or (null and value is None), "one of " + ", ".join(known), needed)


PRESET = _one_of(PRESETS)
GAME = {
    "rules": Key(
        lambda value: isinstance(value, str | JsonObject), "the name of a preset or an object of options", True
    ),
    "first_dealer": Key(_is_whole, "a seat number"),
    "hands": Key(lambda value: isinstance(value, list), "a list", True),
}
REDEAL = {"redeal": _one_of(REDEALS)}
ADJUSTMENT = {
    "adjust": Key(_are_whole, "a list of whole numbers"),
    "reason": Key(_is_reason, f"a text of 1 to {LONGEST_REASON} characters", True),
}
NOTES = {
    "trump": _one_of(Suit, null=True),
    "over": Key(lambda value: value is None or _is_bid(value), "a list of a contract and a seat number or null"),
    "rest_to": Key(_is_seat, "the number of a side"),
    "revoke": Key(lambda value: value is None or (_are_whole(value) and len(value) == 2), "a list of two side numbers"),
}
HAND = {
    "contract": _one_of(Contract, needed=True),
    "declarer": Key(_is_seat, "a seat number or null"),
    "tricks": Key(_are_whole, "a list of whole numbers", True),
    **NOTES,
}
