"""The notes of a hand: what is kept with it besides bid and tricks.

There is one record for each. Form, codes, choices, sentences and the data of the phone follow from `HAND_NOTES`. What
changes the score is also a field of `Notes` in `whistclub/engine/hand.py`.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import permutations
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from whistclub.engine.hand import Contract, Suit
from whistclub.engine.options import RuleOptions, Trump
from whistclub.play.text import hands as hand_text
from whistclub.play.view_models import TableView

SUITS = {
    Suit.SPADES: gettext_lazy("spades ♠"),
    Suit.HEARTS: gettext_lazy("hearts ♥"),
    Suit.DIAMONDS: gettext_lazy("diamonds ♦"),
    Suit.CLUBS: gettext_lazy("clubs ♣"),
}


class HandNote:
    """One note of a hand.

    `name`: its key in the notes of a row, and its field in forms. `letter`: its field in codes. `pattern`: what a form
    may post, a regular expression. `contracts`: it fits these. `with_bid`: it is known before the tricks. `label` and
    `nothing`: its list on the pad, and the choice not to note it. `is_special`: it is among the special cases; the
    others have places of their own in `_hand_form.html`.

    A *value* is what the row holds, as JSON has it; a *key* is the same as text, in forms.
    """

    name: str
    letter: str
    pattern: str
    contracts: Collection[Contract] = tuple(Contract)
    with_bid = False
    label: Promise
    nothing: Promise
    is_special = True

    def decode(self, key: str) -> Any:
        return key

    def encode(self, value: Any) -> str:
        return str(value)

    def values(self, view: TableView) -> Iterable[Any]:
        """What can be chosen at this table; nothing where the rules do not have this note."""
        raise NotImplementedError

    def choice(self, value: Any, view: TableView) -> str:
        raise NotImplementedError

    def sentence(self, value: Any, contract: Contract, view: TableView) -> str:
        raise NotImplementedError

    def help(self, _rules: RuleOptions) -> str:
        return ""

    def field(self) -> forms.RegexField:
        unreadable = format_lazy(gettext_lazy("“{note}” could not be read. Choose it again."), note=self.label)
        return forms.RegexField(rf"\A({self.pattern})\Z", required=False, error_messages={"invalid": unreadable})


class OverruledBid(HandNote):
    """The bid that a solo overruled: ``["high", 2]``, as a key ``high:2``."""

    name, letter = "over", "o"
    pattern = "low|(high|sola_nola):[0-3]"
    contracts = [contract for contract in Contract if contract.is_solo]
    with_bid = True
    label, nothing = gettext_lazy("Overruled bid (optional)"), gettext_lazy("not recorded")
    is_special = False

    def decode(self, key: str) -> list[str | int | None]:
        contract, _colon, seat = key.partition(":")
        return [contract, int(seat) if seat else None]

    def encode(self, value: Any) -> str:
        contract, seat = value
        return contract if seat is None else f"{contract}:{seat}"

    def values(self, view: TableView) -> Iterable[Any]:
        if view.rules.solos:
            seats = range(len(view.names))
            yield [Contract.LOW, None]
            yield from ([contract, seat] for contract in (Contract.HIGH, Contract.SOLA_NOLA) for seat in seats)

    def choice(self, value: Any, view: TableView) -> str:
        contract, seat = value
        return hand_text.bid(Contract(contract), view.short_name(seat), view.rules)

    def sentence(self, value: Any, _contract: Contract, view: TableView) -> str:
        return _("Overruled “{bid}”.").format(bid=self.choice(value, view))


class TrumpSuit(HandNote):
    """The suit that was led, where that is trump."""

    name, letter = "trump", "u"
    pattern = "|".join(Suit)
    contracts = [Contract.HIGH]
    with_bid = True
    label = gettext_lazy("Suit led = trump (optional)")
    is_special = False

    def values(self, view: TableView) -> Iterable[Any]:
        return Suit if view.rules.trump is Trump.LED else ()

    def choice(self, value: Any, _view: TableView) -> str:
        return str(SUITS[value])

    def sentence(self, value: Any, _contract: Contract, view: TableView) -> str:
        return _("Trump: {suit}.").format(suit=self.choice(value, view))


class RemainingTricks(HandNote):
    """The side that got the tricks not played out. Claimed or conceded: it makes no difference to the score."""

    name, letter = "rest_to", "w"
    pattern = "[0-2]"
    label = gettext_lazy("Remaining tricks claimed or conceded to")
    nothing = gettext_lazy("No – all tricks were played")

    def decode(self, key: str) -> int:
        return int(key)

    def values(self, view: TableView) -> Iterable[Any]:
        return view.side_order

    def choice(self, value: Any, view: TableView) -> str:
        return str(view.sides[value].short)

    def sentence(self, value: Any, _contract: Contract, view: TableView) -> str:
        return _("The remaining tricks were conceded to {side}.").format(side=view.sides[value].object)


class RevokeNote(HandNote):
    """The side that revoked, and the side that it harmed: ``[0, 1]``, as a key ``0-1``."""

    name, letter = "revoke", "v"
    pattern = "[0-2]-[0-2]"
    contracts = [contract for contract in Contract if not contract.is_solo]
    label, nothing = gettext_lazy("Revoke: a player did not follow suit"), gettext_lazy("No revoke")

    def decode(self, key: str) -> list[int]:
        return [int(side) for side in key.split("-")]

    def encode(self, value: Any) -> str:
        return "-".join(map(str, value))

    def values(self, view: TableView) -> Iterable[Any]:
        return permutations(view.side_order, 2)

    def choice(self, value: Any, view: TableView) -> str:
        """With three players also against whom."""
        by, against = (view.sides[side].object for side in value)
        if len(view.sides) == 2:
            return _("Revoke by {side}").format(side=by)
        return _("Revoke by {side} against {other}").format(side=by, other=against)

    def sentence(self, value: Any, contract: Contract, view: TableView) -> str:
        """Who revoked and what it cost; in a low hand tricks are the penalty."""
        by, against = (view.sides[side].object for side in value)
        moved = view.rules.revoke_tricks
        if not moved:
            return _("{revoke}.").format(revoke=self.choice(value, view))
        if contract is Contract.LOW:
            shape = ngettext(
                "Revoke by {side}: {n} trick moved from {other} to {side}.",
                "Revoke by {side}: {n} tricks moved from {other} to {side}.",
                moved,
            )
        else:
            shape = ngettext(
                "Revoke by {side}: {n} trick to {other}.", "Revoke by {side}: {n} tricks to {other}.", moved
            )
        return shape.format(side=by, other=against, n=moved)

    def help(self, rules: RuleOptions) -> str:
        moved = rules.revoke_tricks
        if not moved:
            return _("These rules have no fixed penalty: enter the tricks you agreed on. The revoke is recorded only.")
        return ngettext(
            "Enter the tricks as actually taken; the revoke penalty ({n} trick) is applied for you.",
            "Enter the tricks as actually taken; the revoke penalty ({n} tricks) is applied for you.",
            moved,
        ).format(n=moved)


REVOKE = RevokeNote()
# In the order of their sentences.
HAND_NOTES: tuple[HandNote, ...] = (OverruledBid(), TrumpSuit(), RemainingTricks(), REVOKE)
NAMES = tuple(note.name for note in HAND_NOTES)


def decode(posted: Mapping[str, str], contract: Contract, *, is_bid: bool) -> dict[str, Any]:
    """The notes of a row: of the fields of a form those that fit its contract, and its bid if there are no tricks."""
    return {
        note.name: note.decode(posted[note.name])
        for note in HAND_NOTES
        if posted[note.name] and contract in note.contracts and (note.with_bid or not is_bid)
    }


def encode(notes: Mapping[str, Any]) -> dict[str, str]:
    """The same as the fields of a form."""
    return {note.name: note.encode(notes[note.name]) for note in HAND_NOTES if note.name in notes}


def sentences(notes: Mapping[str, Any], contract: Contract, view: TableView) -> list[str]:
    """One for each note of a row."""
    return [note.sentence(notes[note.name], contract, view) for note in HAND_NOTES if note.name in notes]


def choice_sentences(view: TableView, contracts: Iterable[Contract]) -> dict[str, dict[Contract, dict[str, str]]]:
    """What each choice adds to the sentence of a hand, by note, contract it fits, and key."""
    return {
        note.name: {
            contract: {note.encode(value): note.sentence(value, contract, view) for value in note.values(view)}
            for contract in contracts
            if contract in note.contracts
        }
        for note in HAND_NOTES
    }
