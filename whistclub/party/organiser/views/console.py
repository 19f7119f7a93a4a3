"""The organiser's page of a party: the round being played, the draft of the next, the timer."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import rehearsal, seating, swaps, timer
from whistclub.party.organiser.forms import (
    DraftForm,
    MessageForm,
    MinutesForm,
    ResultForm,
    SwapForm,
    first_error,
)
from whistclub.party.organiser.queries import broadcast as broadcast_queries
from whistclub.party.organiser.queries import console as queries
from whistclub.party.organiser.queries import console_version, planning
from whistclub.party.organiser.views.responses import button, organiser_page, to
from whistclub.party.queries import parties
from whistclub.party.refusals import ConfirmationRequired
from whistclub.play.queries import POINTS_TOO_HIGH, POINTS_TOO_LOW
from whistclub.web.errors import Refused, attempt
from whistclub.web.live import holds, nothing_new
from whistclub.web.qr import address_for_phones, qr_svg

MOST_DIGITS = 18

discard_draft = button(seating.discard_draft)
reopen = button(party_lifecycle.reopen_party)


@for_organiser_of_party
@require_safe
def console(request: SignedInRequest, party: Party) -> HttpResponse:
    return console_page(request, party)


@for_organiser_of_party
@require_safe
def live(request: SignedInRequest, party: Party) -> HttpResponse:
    """The tables and the timer again if something changed since the version the page holds; nothing if not."""
    now = timezone.now()
    version = console_version.version(party, now)
    if holds(request, version):
        return nothing_new()
    page = queries.console(party, now)
    if not page.has_tables or console_version.is_other_page(request.GET.get("v", ""), version):
        # Another round, a draft, the end. (Not a reload: that would send a refused form again.) A page with tables can
        # be told by its address: what is asked about a result goes along to it.
        address = reverse("party:console", args=[party.club.slug, party.code])
        if page.has_tables and page.round:
            address += f"?round={page.round.number}"
        return HttpResponseClientRedirect(address)
    shown = broadcast_queries.broadcast(page.state, now)
    return organiser_page(request, party, "_live", tab="tables", page=page, version=version, broadcast=shown)


@for_organiser_of_party
@require_safe
def alive(request: SignedInRequest, party: Party) -> HttpResponse:
    """Asked by the pages of the desk that follow nothing: they say when the server does not answer."""
    return nothing_new()


@for_organiser_of_party
@require_safe
def earlier(request: SignedInRequest, party: Party, number: int) -> HttpResponse:
    """The tables of an earlier round, to look at and correct."""
    page = queries.console(party, timezone.now(), round_number=number)
    if page.round is None:
        raise Http404
    return organiser_page(request, party, "round", tab="tables", page=page)


@for_organiser_of_party
@require_POST
def make_draft(request: SignedInRequest, party: Party) -> HttpResponse:
    form = DraftForm(request.POST)
    how = form.cleaned_data["how"] if form.is_valid() else "draw"
    attempt(request, lambda: seating.make_draft(party, seating_method=how, by=request.user, at=timezone.now()))
    return to("console", party)


@for_organiser_of_party
@require_POST
def swap(request: SignedInRequest, party: Party) -> HttpResponse:
    """Swap two people; if it is refused, what was tapped and typed stays."""
    form = SwapForm(queries.entrant_keys(party), request.POST)
    refused = swap_people(request, party, form)
    if refused:
        return console_page(request, party, swap=form, sentence=refused[0], status=refused[1])
    # Back to where they were tapped, on a page of many tables.
    return redirect(
        f"{reverse('party:console', args=[party.club.slug, party.code])}#seat-{form.cleaned_data['who'][1]}"
    )


@for_organiser_of_party
@require_POST
def announce(request: SignedInRequest, party: Party) -> HttpResponse:
    seen = request.POST.get("draft", "")
    draft = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < MOST_DIGITS else None
    try:
        seating.announce(party, draft=draft, by=request.user, at=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    else:
        # They may have sat down elsewhere after the draft was shown.
        if also := queries.seated_twice(party):
            messages.warning(request, " ".join(map(str, also)))
    return to("console", party)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def undo_round(request: SignedInRequest, party: Party, number: int) -> HttpResponse:
    """Undo the last round; what would be lost is shown first."""
    if request.method == "POST":
        sure = request.POST.get("sure") == "yes"
        try:
            seating.undo_round(party, number, sure=sure, by=request.user, at=timezone.now())
        except ConfirmationRequired as refusal:
            page = queries.console(party, timezone.now())
            return organiser_page(
                request, party, "undo_round", tab="tables", page=page, number=number, lost=refusal.sentences, status=409
            )
        except Refused as refusal:
            messages.error(request, refusal.sentence)
            return to("console", party)
        say(request, party, "The round is undone. It stays in the log.")
        return to("console", party)
    page = queries.console(party, timezone.now())
    if page.round is None or page.round.number != number or party.state != "playing":
        raise Http404
    lost = queries.lost_by_undo(page)
    return organiser_page(request, party, "undo_round", tab="tables", page=page, number=number, lost=lost)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def finish(request: SignedInRequest, party: Party) -> HttpResponse:
    """Finish the party; before all planned rounds were played, the page first asks, and names what will be missing."""
    page = queries.console(party, timezone.now())
    if request.method == "POST" and (not page.not_played or request.POST.get("sure") == "yes"):
        attempt(request, lambda: party_lifecycle.finish(party, by=request.user, at=timezone.now()))
        return to("console", party)
    if page.round is None or party.state != "playing":
        raise Http404
    status = 409 if request.method == "POST" else 200
    return organiser_page(request, party, "finish", tab="tables", page=page, status=status)


@for_organiser_of_party
@require_POST
def set_timer(request: SignedInRequest, party: Party, action: str) -> HttpResponse:
    """`start` and `add` need minutes; the others do not."""
    by, at = request.user, timezone.now()
    with_minutes = {"start": timer.start, "add": timer.add_minutes}
    plain = {"pause": timer.pause, "resume": timer.resume, "ring": timer.ring}
    if action in plain:
        if attempt(request, lambda: plain[action](party, by=by, at=at)) and action == "ring":
            say(request, party, "The bell has rung.")
        return to("console", party)
    if action not in with_minutes:
        raise Http404
    form = MinutesForm(request.POST)
    if not form.is_valid() or (action == "start" and form.cleaned_data["minutes"] <= 0):
        messages.error(request, "Enter the minutes.")
    elif attempt(request, lambda: with_minutes[action](party, form.cleaned_data["minutes"], by=by, at=at)):
        say(request, party, "The timer is running." if action == "start" else "The time left was changed.")
    return to("console", party)


@for_organiser_of_party
@require_POST
def fill_round(request: SignedInRequest, party: Party) -> HttpResponse:
    """Rehearsals only: fill in made-up results."""
    seed = party.revision
    attempt(request, lambda: rehearsal.fill_round(party, seed=seed, by=request.user, at=timezone.now()))
    return to("console", party)


def swap_people(request: SignedInRequest, party: Party, form: SwapForm) -> tuple[str, int] | None:
    """Swap two people. Returns the sentence and status of a refusal, or None."""
    if not form.is_valid():
        return first_error(form), 422
    data = form.cleaned_data
    try:
        swaps.swap_seats(
            party,
            *data["who"],
            reason=data["reason"],
            number=data["round"],
            by=request.user,
            at=timezone.now(),
        )
    except Refused as refusal:
        return refusal.sentence, refusal.status
    say(request, party, "Swapped.")
    return None


def console_page(
    request: SignedInRequest, party: Party, *, status: int = 200, swap: SwapForm | None = None, **more: object
) -> HttpResponse:
    """The whole page."""
    now = timezone.now()
    version = console_version.version(party, now)
    page = queries.console(party, now)
    if page.round and more.get("result_of", page.round.number) != page.round.number:
        # What was typed for another round is never put into the form of this one.
        more.pop("result", None)
    public = address_for_phones(request, parties.public_path(party))
    context = {
        "page": page,
        "version": version,
        "too_low": POINTS_TOO_LOW,
        "too_high": POINTS_TOO_HIGH,
        "result": ResultForm(),
        "broadcast": broadcast_queries.broadcast(page.state, timezone.now()),
        "public_address": public,
        "public_qr": qr_svg(public),
        "message_form": MessageForm(),
        "swapped": request.POST.getlist("who") if swap else [],
        "reason": request.POST.get("reason", "") if swap else "",
        "fit": planning.fit(page.state),
    }
    return organiser_page(request, party, "console", tab="tables", status=status, **context | more)
