"""One element of the hands of a transcript, read into the engine's entry, or into a sentence for everything wrong
with it.
"""

from django.utils.translation import gettext as _

from whistclub.engine.entries import Adjustment, Entry, Redeal, adjustment_problems
from whistclub.engine.hand import (
    Contract,
    Hand,
    Notes,
    Suit,
    contract_problems,
    declarer_problems,
    notes_problems,
    seat_problems,
    tricks_problems,
)
from whistclub.engine.notation import notes_from_mapping
from whistclub.engine.options import RuleOptions, TableFormat
from whistclub.engine.problems import Problem
from whistclub.ops.transcript_values import (
    JsonObject,
    are_whole,
    is_bid,
    is_declarer,
    is_pair,
    is_suit,
    is_whole,
    key_faults,
)
from whistclub.ops.wording import listed, sentence

# Where the rules cannot be read, a seat is only wrong if no table has it.
MOST_SEATS = max(form.seats for form in TableFormat)

REDEALS = {"same_dealer": Redeal(), "next_dealer": Redeal(deal_passes=True)}
LONGEST_REASON = 200
NOTES = {"trump": is_suit, "over": is_bid, "rest_to": is_whole, "revoke": is_pair}


def read_entry(data: object, options: RuleOptions | None, faults: list[str]) -> Entry | None:
    """None if a part of it is at fault; the parts that can be read are judged all the same."""
    if not isinstance(data, JsonObject):
        faults.append(_("must be an object"))
        return None
    if "redeal" in data:
        return _read_redeal(data, faults)
    if "adjust" in data:
        return _read_adjustment(data, options, faults)
    return _read_hand(data, options, faults)


def seats_of(options: RuleOptions | None) -> int:
    return MOST_SEATS if options is None else options.form.seats


def _read_redeal(data: JsonObject, faults: list[str]) -> Redeal | None:
    faults += key_faults(data, known=("redeal",), needed=())
    name = data["redeal"]
    redeal = REDEALS.get(name) if isinstance(name, str) else None
    if redeal is None:
        faults.append(_("redeal must be one of %(names)s") % {"names": listed(REDEALS)})
    return None if faults else redeal


def _read_adjustment(data: JsonObject, options: RuleOptions | None, faults: list[str]) -> Adjustment | None:
    faults += key_faults(data, known=("adjust", "reason"), needed=("reason",))
    if "reason" in data and not _is_reason(data["reason"]):
        faults.append(_("reason must be a text of 1 to %(most)s characters") % {"most": LONGEST_REASON})
    points = data["adjust"]
    if not are_whole(points):
        faults.append(_("adjust must be a list of whole numbers"))
        return None
    adjustment = Adjustment(tuple(points))
    if options is not None:
        faults += map(sentence, adjustment_problems(adjustment, options))
    return None if faults else adjustment


def _read_hand(data: JsonObject, options: RuleOptions | None, faults: list[str]) -> Hand | None:
    faults += key_faults(data, known=("contract", "declarer", "tricks", *NOTES), needed=("contract", "tricks"))
    contract = _read_contract(data, faults)
    declarer = data.get("declarer")
    tricks = data.get("tricks")
    problems: list[Problem] = []
    if contract is not None and options is not None:
        problems += contract_problems(contract, options)
    if not is_declarer(declarer):
        faults.append(_("declarer must be a seat number or null"))
    elif contract is not None:
        problems += declarer_problems(contract, declarer, seats_of(options))
    else:
        problems += seat_problems("declarer", declarer, seats_of(options))
    if not are_whole(tricks):
        if "tricks" in data:
            faults.append(_("tricks must be a list of whole numbers"))
    elif contract is not None:
        problems += tricks_problems(contract, tuple(tricks))
    notes = _read_notes(data, faults)
    if contract is not None and options is not None:
        problems += notes_problems(contract, notes, options)
    faults += map(sentence, problems)
    if contract is not None and is_declarer(declarer) and are_whole(tricks) and not faults:
        return Hand(contract, declarer, tuple(tricks), notes)
    return None


def _read_contract(data: JsonObject, faults: list[str]) -> Contract | None:
    name = data.get("contract")
    for contract in Contract:
        if contract == name:
            return contract
    if "contract" in data:
        faults.append(_("contract must be one of %(names)s") % {"names": listed(Contract)})
    return None


def _read_notes(data: JsonObject, faults: list[str]) -> Notes:
    """Those that can be read; null notes nothing."""
    readable: dict[str, object] = {}
    for name, is_readable in NOTES.items():
        note = data.get(name)
        if note is None or is_readable(note):
            readable[name] = note
        else:
            faults.append(_note_fault(name))
    return notes_from_mapping(readable)


def _note_fault(name: str) -> str:
    match name:
        case "trump":
            return _("trump must be one of %(names)s") % {"names": listed(Suit)}
        case "over":
            return _("over must be a list of a contract and a seat number or null")
        case "rest_to":
            return _("rest_to must be the number of a side")
    return _("revoke must be a list of the numbers of two sides")


def _is_reason(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and len(value) <= LONGEST_REASON
