"""The entry fee of a party, who has paid it, and how the pot is split; only organisers see money."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import ordinal

from whistclub.engine.prizes import Payout, amounts, left_over, paid_to_places
from whistclub.party.models import Entrant, Party
from whistclub.party.standings import Standings
from whistclub.party.state import PartyState
from whistclub.web.formatting import format_money


@dataclass(frozen=True, slots=True)
class Paid:
    """One line of the payouts: a place, and its people with what each gets; nobody while it is a preview."""

    title: str
    amount: str
    people: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Pot:
    """The pot as the organiser sees it. `cents` are those of the pot, `left` what nobody gets.

    `lines` say only what each place is worth until a result is in.
    """

    party: Party
    entrants: list[Entrant]
    cents: int
    lines: list[Paid]
    left: int

    @property
    def text(self) -> str:
        return format_money(self.cents, self.party.club.currency)

    @property
    def fee(self) -> str:
        return format_money(self.party.fee, self.party.club.currency)

    @property
    def left_text(self) -> str:
        return format_money(self.left, self.party.club.currency)

    @property
    def unpaid(self) -> list[Entrant]:
        """The people who are here, or had a seat at a table, and have not paid."""
        return [each for each in self.entrants if not each.paid]

    @property
    def paid(self) -> list[Entrant]:
        return [each for each in self.entrants if each.paid]


def pot_of(found: Standings) -> Pot | None:
    """The pot with the payouts of these standings; None for a party without an entry fee."""
    state, lines = found.state, [rank.line for rank in found.ranks]
    party = state.party
    if not party.fee:
        return None
    people = sorted(state.entrants.values(), key=lambda each: each.player.name.casefold())
    # Who had a seat at a table owes the fee, even after they left and a substitute took the seat.
    seats = [each for round_state in state.announced for each in round_state.assignments]
    seated = {each.entrant_id for each in seats if each.table is not None or each.went_home}
    entrants = [each for each in people if each.present or each.paid or each.pk in seated]
    total = party.fee * sum(1 for each in entrants if each.paid)
    worth, currency = amounts(total, party.shares), party.club.currency
    if any(line.games for line in lines):
        payouts = paid_to_places(worth, lines)
        shown = [_paid(payout, state, currency) for payout in payouts]
        return Pot(party, entrants, total, shown, left_over(total, payouts))
    shown = [Paid(f"{ordinal(place)} place", format_money(cents, currency), []) for place, cents in enumerate(worth, 1)]
    return Pot(party, entrants, total, shown, total - sum(worth))


def _paid(payout: Payout, state: PartyState, currency: str) -> Paid:
    title, names = f"{ordinal(payout.share)} place", state.names_by_number
    return Paid(
        f"{title}, shared" if len(payout.cents) > 1 else title,
        format_money(sum(payout.cents.values()), currency),
        [(names[person], format_money(cents, currency)) for person, cents in payout.cents.items()],
    )


def money_text(fee: int, shares: Sequence[int]) -> str:
    """Entry fee and shares in a few words, for the log; empty for a party without."""
    split = f", split {', '.join(map(str, shares))} per cent" if shares else ""
    return f"entry fee {format_money(fee)}{split}" if fee else ""
