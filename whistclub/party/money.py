"""The entry fee of a party, who has paid it, and how the pot is split; only organisers see money."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext as _

from whistclub.engine.pot import Payout, amounts, left_over, paid_to_places, paid_to_prizes
from whistclub.engine.standings import Line
from whistclub.party import results
from whistclub.party.models import Entrant
from whistclub.party.state import PartyState
from whistclub.web.formatting import format_money


@dataclass(frozen=True, slots=True)
class MoneySettings:
    """The entry fee, and what the club adds to the pot, in cents; `shares` in per cent or (not `per_cent`) in cents.

    `to_prizes`: the shares are those of the prizes, in the order of the standings page, not of the places.
    `on_paper`: printed standings and diplomas name the money.
    """

    fee: int = 0
    added: int = 0
    shares: tuple[int, ...] = ()
    per_cent: bool = True
    to_prizes: bool = False
    on_paper: bool = False

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> "MoneySettings":
        """The settings that `stored` was made of; of an empty mapping a party without money."""
        return cls(**{**stored, "shares": tuple(stored.get("shares", ()))})

    @property
    def stored(self) -> dict[str, Any]:
        """The settings as plain values (JSON)."""
        return {**asdict(self), "shares": list(self.shares)}

    @property
    def has_pot(self) -> bool:
        return bool(self.fee or self.added)


NO_MONEY = MoneySettings()


@dataclass(frozen=True, slots=True)
class Paid:
    """One line of the payouts: a place or `prize`, and its people with what each gets; nobody while it is a preview."""

    title: str
    prize: str
    amount: str
    people: list[tuple[str, str]]

    @property
    def text(self) -> str:
        """Ann $12.50, Bob $12.50."""
        return ", ".join(f"{name} {money}" for name, money in self.people)


@dataclass(frozen=True, slots=True)
class Pot:
    """The pot as the organiser sees it. `cents` are those of the pot, `left` what nobody gets, `short` what it lacks.

    `is_preview`: no result is in yet, so that `lines` say only what each place or prize is worth.
    """

    settings: MoneySettings
    currency: str
    entrants: list[Entrant]
    cents: int
    lines: list[Paid]
    left: int
    short: int
    is_preview: bool

    @property
    def text(self) -> str:
        return format_money(self.cents, self.currency)

    @property
    def fee(self) -> str:
        return format_money(self.settings.fee, self.currency)

    @property
    def added(self) -> str:
        return format_money(self.settings.added, self.currency)

    @property
    def left_text(self) -> str:
        return format_money(self.left, self.currency)

    @property
    def short_text(self) -> str:
        return format_money(self.short, self.currency)

    @property
    def unpaid(self) -> list[Entrant]:
        """The people who are here, or had a seat at a table, and have not paid."""
        return [each for each in self.entrants if not each.paid]

    @property
    def paid(self) -> list[Entrant]:
        return [each for each in self.entrants if each.paid]


def pot_of(state: PartyState, lines: Sequence[Line]) -> Pot | None:
    """The pot with the payouts of these standings; None for a party without money."""
    settings = MoneySettings.read(state.party.money)
    if not settings.has_pot:
        return None
    people = sorted(state.entrants.values(), key=lambda each: each.player.name.casefold())
    # Who had a seat at a table owes the fee, even after they left and a substitute took the seat.
    seats = [each for round_state in state.announced for each in round_state.assignments]
    seated = {each.entrant_id for each in seats if each.table is not None or each.went_home}
    entrants = [each for each in people if each.present or each.paid or each.pk in seated]
    total = settings.fee * sum(1 for each in entrants if each.paid) + settings.added
    worth = amounts(total, settings.shares, per_cent=settings.per_cent)
    is_preview = not any(line.games for line in lines)
    prizes = _prizes(state, lines)
    payouts = (
        paid_to_prizes(worth, [won for _title, won in prizes]) if settings.to_prizes else paid_to_places(worth, lines)
    )
    titles = [title for title, _won in prizes] if settings.to_prizes else None
    currency, names = state.party.club.currency, state.names_by_number
    if is_preview:
        shown = [
            Paid(_title(each, titles), "", format_money(cents, currency), []) for each, cents in enumerate(worth, 1)
        ]
    else:
        shown = [_paid(payout, titles, names, currency) for payout in payouts]
    return Pot(
        settings=settings,
        currency=currency,
        entrants=entrants,
        cents=total,
        lines=shown,
        left=total - sum(worth) if is_preview else left_over(total, payouts),
        short=0 if settings.per_cent else sum(settings.shares) - sum(worth),
        is_preview=is_preview,
    )


def on_paper(state: PartyState, lines: Sequence[Line]) -> list[Paid]:
    """The payouts that printed standings and diplomas name: none, unless the organiser wants it."""
    found = pot_of(state, lines)
    return found.lines if found and found.settings.on_paper and not found.is_preview else []


def settings_text(values: Mapping[str, Any]) -> str:
    """Stored settings in a few words, for the log; empty for a party without money."""
    settings = MoneySettings.read(values)
    if not settings.has_pot:
        return ""
    unit = _("{shares} per cent") if settings.per_cent else _("{shares}")
    shares = [str(each) if settings.per_cent else format_money(each) for each in settings.shares]
    parts = [
        _("entry fee {money}").format(money=format_money(settings.fee)),
        _("pot plus {money}").format(money=format_money(settings.added)) if settings.added else "",
        _("split {shares}").format(shares=unit.format(shares=", ".join(shares))) if shares else "",
    ]
    return ", ".join(filter(None, parts))


def _prizes(state: PartyState, lines: Sequence[Line]) -> list[tuple[str, tuple[int, ...]]]:
    """All prizes with their winners' numbers, as the standings list them: the club's own ones last."""
    known = state.names_by_number
    own = [(each["title"], (each["entrant"],) if each["entrant"] in known else ()) for each in state.party.own_prizes]
    return [*((str(results.PRIZES[key]), won) for key, won in results.prize_winners(state, lines).items()), *own]


def _title(share: int, titles: list[str] | None) -> str:
    if titles is None:
        return _("{nth} place").format(nth=ordinal(share))
    return titles[share - 1] if share <= len(titles) else _("no prize")


def _paid(payout: Payout, titles: list[str] | None, names: Mapping[int, str], currency: str) -> Paid:
    title, people = _title(payout.share, titles), payout.cents
    return Paid(
        _("{place}, shared").format(place=title) if len(people) > 1 else title,
        title if titles else "",
        format_money(sum(people.values()), currency),
        [(names[person], format_money(cents, currency)) for person, cents in people.items()],
    )
