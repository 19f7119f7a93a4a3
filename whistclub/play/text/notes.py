"""Text for the annotations of an entry: trump, overruled bid, claim, revoke, redeal, adjustment, confirmation."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from whistclub.engine.hand import Bid, Contract, Notes, Revoke, Suit
from whistclub.engine.options import RuleOptions
from whistclub.play.text import hands as hand_text
from whistclub.play.text.hands import SideNames
from whistclub.play.text.shapes import SHAPES

SUITS = {
    Suit.SPADES: ("♠", gettext_lazy("spades")),
    Suit.HEARTS: ("♥", gettext_lazy("hearts")),
    Suit.DIAMONDS: ("♦", gettext_lazy("diamonds")),
    Suit.CLUBS: ("♣", gettext_lazy("clubs")),
}
RED_SUITS = (Suit.HEARTS, Suit.DIAMONDS)
NameOf = Callable[[int | None], str]


def note_sentences(
    notes: Notes, contract: Contract, sides: Sequence[SideNames], name_of: NameOf, rules: RuleOptions
) -> list[str]:
    """One sentence for each note of a hand; `name_of` gives the player on a seat."""
    sentences = []
    if notes.over is not None:
        sentences.append(over(notes.over, name_of, rules))
    if notes.trump is not None:
        sentences.append(trump(notes.trump))
    if notes.rest_to is not None:
        sentences.append(rest(sides[notes.rest_to]))
    if notes.revoke is not None:
        sentences.append(revoke(notes.revoke, contract, sides, rules))
    return sentences


def over(bid: Bid, name_of: NameOf, rules: RuleOptions) -> str:
    return _("Overruled “{bid}”.").format(bid=hand_text.bid(bid.contract, name_of(bid.declarer), rules))


def trump(suit: Suit) -> str:
    symbol, name = SUITS[suit]
    return _("Trump: {suit} {symbol}.").format(suit=name, symbol=symbol)


def rest(side: SideNames) -> str:
    """Claimed or conceded: it makes no difference to the score."""
    return _("The remaining tricks were conceded to {side}.").format(side=side.short)


def revoke(one: Revoke, contract: Contract, sides: Sequence[SideNames], rules: RuleOptions) -> str:
    """Who revoked and what it cost; in a low hand tricks are the penalty."""
    by, against, moved = sides[one.by].short, sides[one.against].short, rules.revoke_tricks
    if not moved:
        return _("Revoke by {side}.").format(side=by)
    if contract is Contract.LOW:
        shape = ngettext(
            "Revoke by {side}: {n} trick moved from {other} to {side}.",
            "Revoke by {side}: {n} tricks moved from {other} to {side}.",
            moved,
        )
    else:
        shape = ngettext("Revoke by {side}: {n} trick to {other}.", "Revoke by {side}: {n} tricks to {other}.", moved)
    return shape.format(side=by, other=against, n=moved)


def revoke_choice(one: Revoke, sides: Sequence[SideNames]) -> str:
    """A choice of the pad: who revoked; with three players also against whom."""
    if len(sides) == 2:
        return _("Revoke by {side}").format(side=sides[one.by].short)
    return _("Revoke by {side} against {other}").format(side=sides[one.by].short, other=sides[one.against].short)


def redeal(*, deal_passes: bool) -> str:
    return str(SHAPES["redeal_next_dealer" if deal_passes else "redeal_same_dealer"])


def redeal_removed() -> str:
    return _("Redeal removed")


def adjustment(points: Sequence[int], reason: str, sides: Sequence[SideNames]) -> str:
    """Points by side, and the reason: "Adjustment: Us −2 (played out of turn)"."""
    return _("Adjustment: {points} ({reason})").format(points=hand_text.points_by_side(points, sides), reason=reason)


def adjustment_label() -> str:
    return _("Adjustment")


def confirmed(name: str) -> str:
    return _("confirmed by {name}").format(name=name)


def disputed(name: str) -> str:
    return _("{name} disputes this hand").format(name=name)


def unconfirmed(*, disputed: int, unanswered: int) -> str:
    """How many hands of a game are disputed and how many nobody has answered for; empty where there are none."""
    if not disputed and not unanswered:
        return ""
    if not disputed:
        return ngettext(
            "{n} hand has not been confirmed by the other side.",
            "{n} hands have not been confirmed by the other side.",
            unanswered,
        ).format(n=unanswered)
    first = ngettext("{n} hand is disputed", "{n} hands are disputed", disputed).format(n=disputed)
    if not unanswered:
        return _("{owed}.").format(owed=first)
    rest = ngettext("{n} is not confirmed", "{n} are not confirmed", unanswered).format(n=unanswered)
    return _("{disputed}, {rest}.").format(disputed=first, rest=rest)


def waiting_for(sides: Sequence[SideNames]) -> str:
    """Whose confirmation a hand waits for: `sides` are those that may give it."""
    if any(side.is_viewer for side in sides):
        return _("waiting for you to confirm")
    return _("waiting for {people} to confirm").format(people=_(" or ").join(side.people for side in sides))
