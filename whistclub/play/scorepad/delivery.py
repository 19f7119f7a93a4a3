"""Waiting entries as text in the address of a code: what an offline phone shows and another phone scans.

The address is that of the pad with `deliver/?` and, after it, blocks that are separated by two dots:

* the head `1.2.3.Rk9…`: version of this encoding, number of this code, how many codes there are, and in all but the
  first code the uid of the entry before, which has to be saved first;
* one block for each entry, `Rk9….h.n4.b2.t9-4`: its uid, the letter of its kind (`KINDS`), and its fields, each behind
  its letter (`FIELDS`); fields without a value are left out, and `after`, as a person reads what would be saved;
* the checksum of everything before it (FNV-1a, 32 bits, in hexadecimal).

A uid, also in one of the `UID_FIELDS`, is 22 characters of base64url. All else is letters, digits, `-`, `_` or a
percent escape, so that no program on the way changes the address. An ordinary hand takes about 60 bytes.
`static/js/pad/delivery.js` writes what is read here; it gets `LETTERS` with the page.
"""

from base64 import urlsafe_b64decode
from dataclasses import dataclass
from re import fullmatch, search
from urllib.parse import unquote
from uuid import UUID

from django.utils.translation import gettext as _

from whistclub.play.hand_notes import HAND_NOTES
from whistclub.web.errors import ActionRefused

VERSION = 1
KINDS = {
    "hand": "h",
    "bid": "b",
    "redeal": "r",
    "correction": "c",
    "undo": "u",
    "confirmation": "a",
    "end": "e",
    "again": "g",
}
FIELDS = {
    "number": "n",
    "replaces": "r",
    "contract": "c",
    "bid": "b",
    "tricks": "t",
    "first": "f",
    "second": "s",
    "counted": "k",
    **{note.name: note.letter for note in HAND_NOTES},
    "save": "x",
    "last": "l",
    "hand": "h",
    "agrees": "a",
    "partner": "p",
    "by_seat": "y",
    "device": "i",
    "waited": "d",
}
# The fields that hold a uid.
UID_FIELDS = ("replaces", "last", "hand")
LETTERS = {"version": VERSION, "kinds": KINDS, "fields": FIELDS, "uids": UID_FIELDS}
# The link of a code may be pasted, and then holds all entries of a long evening offline.
MOST_CHARACTERS = 6000
MOST_CODES = 99
UID_LENGTH = 22
_KIND_OF = {letter: kind for kind, letter in KINDS.items()}
_FIELD_OF = {letter: name for name, letter in FIELDS.items()}


class UnreadableCode(ActionRefused):
    """The text of a code is damaged, too long, or of another version."""

    status = 400

    def __init__(self, sentence: str) -> None:
        super().__init__("unreadable_code", sentence)


@dataclass(frozen=True, slots=True)
class DeliveredEntry:
    """One waiting entry: its uid, its kind, and the fields that the phone would post, `uid` among them."""

    uid: UUID
    kind: str
    fields: dict[str, str]


@dataclass(frozen=True, slots=True)
class Delivery:
    """The content of one code, the `part`th of `parts`. The entry `after` has to be saved before it."""

    part: int
    parts: int
    after: UUID | None
    entries: list[DeliveredEntry]


def read_code(payload: str) -> Delivery:
    """Raises UnreadableCode."""
    if not payload:
        raise UnreadableCode(_("This link contains no entries. Scan the whole code, or copy its whole link."))
    if len(payload) > MOST_CHARACTERS:
        raise UnreadableCode(_("This link is too long. Scan the codes on the phone one by one."))
    text, _dots, checksum = payload.rpartition("..")
    if not text or checksum != fnv_1a(text):
        raise UnreadableCode(_("Only part of the code was read. Scan it again, or copy its whole link."))
    head, *blocks = text.split("..")
    version, _dot, rest = head.partition(".")
    if version != str(VERSION):
        raise UnreadableCode(
            _("This code comes from another version of the site. Reload the score pad on that phone once it is online.")
        )
    try:
        return _delivery(rest.split("."), blocks)
    except (ValueError, KeyError) as error:
        raise UnreadableCode(_("This code could not be understood. Show it again on the phone.")) from error


def fnv_1a(text: str) -> str:
    """The checksum of a code."""
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return f"{value:x}"


def link_in(pasted: str) -> tuple[str, str] | None:
    """The token and the payload of the first code's link in a pasted text; None if there is none."""
    found = search(r"/t/([\w.:-]+)/deliver/\?([\w.%-]+)", pasted)
    return (found[1], found[2]) if found else None


def _delivery(head: list[str], blocks: list[str]) -> Delivery:
    """Raises ValueError, KeyError."""
    part, parts = (_number(each) for each in head[:2])
    if not 1 <= part <= parts <= MOST_CODES or not blocks or len(head) > 3:
        raise ValueError
    return Delivery(part, parts, _uid(head[2]) if len(head) == 3 else None, [_entry(block) for block in blocks])


def _entry(block: str) -> DeliveredEntry:
    """Raises ValueError, KeyError."""
    uid, kind, *fields = block.split(".")
    named = {_FIELD_OF[field[:1]]: unquote(field[1:]) for field in fields}
    named |= {name: str(_uid(named[name])) for name in UID_FIELDS if name in named}
    return DeliveredEntry(_uid(uid), _KIND_OF[kind], {**named, "uid": str(_uid(uid))})


def _uid(text: str) -> UUID:
    """Raises ValueError."""
    if not fullmatch(rf"[A-Za-z0-9_-]{{{UID_LENGTH}}}", text):
        raise ValueError
    return UUID(bytes=urlsafe_b64decode(text + "=="))


def _number(text: str) -> int:
    """Raises ValueError."""
    if not fullmatch(r"[0-9]{1,2}", text):
        raise ValueError
    return int(text)
