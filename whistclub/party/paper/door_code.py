"""The code for the door: people scan it and write their own name, see `actions.door`."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from whistclub.party.paper.sheets import Asked, Head
from whistclub.party.state import PartyState
from whistclub.web.qr import qr_svg


@dataclass(frozen=True, slots=True)
class DoorCode:
    """One sheet, as long as the list at the door is open."""

    head: Head
    sheets: Sequence[SafeString] = ()
    address: str = ""


def door_code(state: PartyState, asked: Asked) -> DoorCode:
    party = state.party
    head = Head(party, _("Code for the door"))
    if not party.door_open:
        return DoorCode(head)
    address = asked.address(reverse("party:here", args=[party.code, party.door]))
    return DoorCode(head, [qr_svg(address)], address)
