"""Standings, prizes and money of a party, and the remark on it; only organisers see money."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.humanize.templatetags.humanize import ordinal
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.club.access import SignedInRequest, by_and_at
from whistclub.club.forms import RemarkForm
from whistclub.club.queries import remark_text
from whistclub.engine.winnings import amounts, left_over, paid_to_places
from whistclub.party.access import for_organiser_of_party, say
from whistclub.party.actions import lifecycle
from whistclub.party.desk.pages import organiser_page, to
from whistclub.party.models import Party
from whistclub.party.standings import COLUMNS, Standings, payment_lines, standings_of
from whistclub.web.errors import Refused
from whistclub.web.formatting import format_money, plural
from whistclub.web.workbook import table_response


class PrizeForm(forms.Form):
    title = forms.CharField(max_length=60)
    number = forms.IntegerField(required=False)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def standings(request: SignedInRequest, party: Party) -> HttpResponse:
    """A post awards a prize, or writes the remark; a remark that is refused stays typed."""
    if "title" in request.POST:
        _award(request, party)
        return to("standings", party)
    remark = remark_text(party, party.club_id)
    typed_now = request.POST if "remark" in request.POST else None
    form = RemarkForm(typed_now, initial={"remark": remark, "for_all": party.remark_for_all})
    if form.is_valid():
        typed = form.cleaned_data
        lifecycle.change_remark(party, typed["remark"], for_all=typed["for_all"], **by_and_at(request))
        if party.entry:
            say(request, party, "Remark saved." if typed["remark"] else "Remark removed.")
        return to("standings", party)
    found = standings_of(party)
    context = {"standings": found, "payments": payment_lines(found.state), "pot": pot_of(found)}
    context |= {"remark": remark, "remark_form": form}
    status = 422 if form.is_bound else 200
    return organiser_page(request, party, "standings", tab="standings", status=status, **context)


@for_organiser_of_party
@require_safe
def standings_file(_request: HttpRequest, party: Party, file_format: str) -> HttpResponseBase:
    return table_response(f"{party.club.slug}-{party.code}-standings", table_of(party), file_format)


def table_of(party: Party) -> Iterator[list[Any]]:
    """The standings of a party from all results that are in; those who share a rank have the same number."""
    columns = [each for each in COLUMNS if each.in_file]
    yield ["Rank", "Name", "Group", "Partner group", *(each.label.capitalize() for each in columns)]
    for each in standings_of(party).ranks:
        values = [column.value(each.line) for column in columns]
        figures = [int(value) if value.denominator == 1 else float(value) for value in values]
        yield [each.line.rank, each.name, each.division, each.group, *figures]


def _award(request: SignedInRequest, party: Party) -> None:
    form = PrizeForm(request.POST)
    if not form.is_valid():
        messages.error(request, "The prize was not awarded: choose a winner and try again.")
        return
    title = form.cleaned_data["title"]
    try:
        winner = lifecycle.give_prize(party, **form.cleaned_data, **by_and_at(request))
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    else:
        say(request, party, f"{title}: awarded to {winner}." if winner else f"{title}: not awarded yet.")


def pot_of(found: Standings) -> dict[str, Any] | None:
    """The pot of these standings, None for a party without an entry fee.

    `lines` are the places: title, amount, and the people with what each gets; nobody until a result is in.
    """
    state, party, currency = found.state, found.state.party, found.state.party.club.currency
    if not party.fee:
        return None
    owing = state.owing
    total = party.fee * sum(each.paid for each in owing)
    unpaid, fee = [each for each in owing if not each.paid], format_money(party.fee, currency)
    worth, names = amounts(total, party.shares), state.names_by_number
    if any(rank.line.games for rank in found.ranks):
        payouts = paid_to_places(worth, [rank.line for rank in found.ranks])
        left = left_over(total, payouts)
        lines = [
            (
                f"{ordinal(each.share)} place{', shared' if len(each.cents) > 1 else ''}",
                format_money(sum(each.cents.values()), currency),
                [(names[person], format_money(cents, currency)) for person, cents in each.cents.items()],
            )
            for each in payouts
        ]
    else:
        left = total - sum(worth)
        lines = [(f"{ordinal(at)} place", format_money(cents, currency), []) for at, cents in enumerate(worth, 1)]
    return {
        "cents": total,
        "text": format_money(total, currency),
        "unpaid": unpaid,
        "paid_text": f"{len(unpaid)} of {len(owing)} {plural(len(unpaid), 'has', 'have')} not paid {fee} yet."
        if unpaid
        else f"Everyone has paid {fee}.",
        "lines": lines,
        "left": left,
        "left_text": format_money(left, currency),
    }
