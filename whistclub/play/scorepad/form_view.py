"""The hand form as the score pad shows it: the choices, what is chosen, and the hidden values."""

from collections.abc import Mapping
from itertools import permutations
from typing import Any
from uuid import uuid4

from whistclub.engine.hand import TRICKS_IN_HAND, Contract, contracts
from whistclub.engine.options import TableFormat
from whistclub.play import text
from whistclub.play.game_view import GameView
from whistclub.play.scorepad.form import FAILED, LOW, MADE, NOBODY, fields_of
from whistclub.web.formatting import number_of

CHOICES = ("contract", "bid", "tricks", "first", "second", "revoke")


def hand_form(view: GameView, position: int, posted: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The form for the next hand, or for a recorded entry: filled in with it, or with what was `posted` and refused."""
    recorded, rules = view.sheet.at(position), view.rules
    with_widow = rules.form is TableFormat.THREE_WITH_WIDOW
    chosen: Mapping[str, Any] = {}
    if posted and posted.get("bid"):
        chosen = posted
    elif recorded and not recorded.is_redeal:
        chosen = fields_of(recorded, view.viewer_side)
    fields = {name: chosen.get(name, "") for name in CHOICES}
    if fields["contract"] in ("", "low"):
        fields["contract"] = "widow" if with_widow else "high"
    revokes = [(key, label, key == fields["revoke"]) for key, label in revoke_choices(view)]
    dealer = view.dealer_at(position)
    following = (dealer + 1) % len(view.names)
    # With three players the tricks of two are entered, the viewer's first: field, side, name, tricks.
    entered = zip(("first", "second"), view.side_order, strict=False) if with_widow else ()
    return fields | {
        "uid": uuid4(),
        "position": position,
        "corrects": recorded.uid if recorded else None,
        "viewer_side": view.viewer_side,
        "chairs": view.chairs_at(position),
        "nobody": NOBODY if with_widow else LOW,
        "low": text.bid(Contract.WIDOW, "", rules) if with_widow else text.low_bid(rules),
        "hint": (recorded is None and view.saved_text) or what_to_tap(view),
        "solos": [(kind.value, text.solo_name(kind)) for kind in contracts(rules) if kind.is_solo],
        "solo_results": (MADE, FAILED),
        "numbers": [(str(count), str(TRICKS_IN_HAND - count)) for count in range(TRICKS_IN_HAND + 1)],
        "counters": [(field, side, view.sides[side].short, fields[field]) for field, side in entered],
        "remaining": {"side": view.side_order[-1], "name": view.sides[view.side_order[-1]].short},
        "revokes": revokes,
        "revoke_help": revoke_help(view),
        "is_special": any(is_chosen for _key, _label, is_chosen in revokes),
        "redeals": [
            (key, text.REDEAL_BUTTONS[key].format(name=view.short_names[seat]))
            for key, seat in {"same_dealer": dealer, "next_dealer": following}.items()
        ],
    }


def restore_form(view: GameView) -> dict[str, Any] | None:
    """The entry that was just removed, as it would be posted again: hidden fields, and the value of its button."""
    undone = view.sheet.undone_entry
    if undone is None:
        return None
    words, fields = view.numbered_text(undone), {"uid": str(uuid4()), "position": str(undone.position)}
    if undone.is_redeal:
        return {"text": words, "fields": fields, "save": text.redeal_key(undone.notes)}
    fields |= fields_of(undone, view.viewer_side) | {"viewer_side": str(view.viewer_side)}
    return {"text": words, "fields": fields, "save": "hand"}


def revoke_choices(view: GameView) -> list[tuple[str, str]]:
    """Keys and labels; none where the rules have no fixed penalty: the table agrees on the tricks."""
    if not view.rules.revoke_tricks:
        return []
    pairs = permutations(view.side_order, 2)
    return [(f"{by}-{against}", text.revoke_label((by, against), view.sides)) for by, against in pairs]


def revoke_help(view: GameView) -> str:
    tricks = number_of(view.rules.revoke_tricks, "trick", "tricks")
    return f"Enter the tricks as actually taken; the revoke penalty ({tricks}) is applied for you."


def what_to_tap(view: GameView) -> str:
    """What the form asks for before anything is chosen."""
    match view.rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            if any(kind.is_solo for kind in contracts(view.rules)):  # a solo is made or failed, without tricks
                return "Tap who granded, then the result, then Save."
            return "Tap who granded, then the tricks, then Save."
        case TableFormat.THREE_WITH_WIDOW:
            return "Tap who took the widow first, then the tricks of two players, then Save."
        case TableFormat.TWO_PLAYERS:
            return "Tap who bid high, then the tricks, then Save."
