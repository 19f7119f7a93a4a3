"""What is said of an entry beside bid, tricks and points: trump, revokes, hands thrown in, points adjusted."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from whistclub.engine.hand import Bid, Contract, Notes, Revoke, Suit
from whistclub.engine.options import RuleOptions
from whistclub.play.text import hands as hand_text
from whistclub.play.text.hands import SideNames

SUITS = {
    Suit.SPADES: ("♠", gettext_lazy("spades")),
    Suit.HEARTS: ("♥", gettext_lazy("hearts")),
    Suit.DIAMONDS: ("♦", gettext_lazy("diamonds")),
    Suit.CLUBS: ("♣", gettext_lazy("clubs")),
}
RED_SUITS = (Suit.HEARTS, Suit.DIAMONDS)
NameOf = Callable[[int | None], str]


def of_notes(
    notes: Notes, contract: Contract, sides: Sequence[SideNames], name: NameOf, rules: RuleOptions
) -> list[str]:
    """One sentence for each thing noted; `name` says who sits on a seat."""
    said = []
    if notes.over is not None:
        said.append(over(notes.over, name, rules))
    if notes.trump is not None:
        said.append(trump(notes.trump))
    if notes.rest_to is not None:
        said.append(rest(sides[notes.rest_to]))
    if notes.revoke is not None:
        said.append(revoke(notes.revoke, contract, sides, rules))
    return said


def over(bid: Bid, name: NameOf, rules: RuleOptions) -> str:
    return _("It overruled: {bid}.").format(bid=hand_text.bid(bid.contract, name(bid.declarer), rules))


def trump(suit: Suit) -> str:
    symbol, called = SUITS[suit]
    return _("Trump: {suit} {symbol}.").format(suit=called, symbol=symbol)


def rest(side: SideNames) -> str:
    """Claimed or conceded: to the score it is the same."""
    return _("The rest went to {side} without play.").format(side=side.short)


def revoke(one: Revoke, contract: Contract, sides: Sequence[SideNames], rules: RuleOptions) -> str:
    """Who revoked and what it cost; in a low hand tricks are the penalty."""
    by, against, moved = sides[one.by].short, sides[one.against].short, rules.revoke_tricks
    if not moved:
        return _("Revoke by {side}.").format(side=by)
    if contract is Contract.LOW:
        shape = ngettext(
            "Revoke by {side}: {n} trick of {other} to {side}.",
            "Revoke by {side}: {n} tricks of {other} to {side}.",
            moved,
        )
    else:
        shape = ngettext("Revoke by {side}: {n} trick to {other}.", "Revoke by {side}: {n} tricks to {other}.", moved)
    return shape.format(side=by, other=against, n=moved)


def revoked(one: Revoke, sides: Sequence[SideNames]) -> str:
    """A choice of the pad: who revoked; with three also against whom."""
    if len(sides) == 2:
        return _("Revoke by {side}").format(side=sides[one.by].short)
    return _("Revoke by {side} against {other}").format(side=sides[one.by].short, other=sides[one.against].short)


def redeal(*, deal_passes: bool) -> str:
    if deal_passes:
        return _("Thrown in: nothing scored, the deal passes on.")
    return _("Thrown in: nothing scored, the same player deals again.")


def redeal_removed() -> str:
    return _("Redeal taken out")


def adjustment(points: Sequence[int], reason: str, sides: Sequence[SideNames]) -> str:
    """Points by side, and why they were given or taken: "Adjusted, Us −2: played out of turn."."""
    return _("Adjusted, {points}: {reason}").format(points=hand_text.points_by_side(points, sides), reason=reason)


def adjusted() -> str:
    return _("Points adjusted")


def agreed(name: str) -> str:
    return _("accepted by {name}").format(name=name)


def disputed(name: str) -> str:
    return _("{name} says it is wrong").format(name=name)


def unanswered() -> str:
    return _("not yet accepted by the other side")
