"""The organiser's page of a party: the round being played, the draft of the next, the timer."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from whistclub.party.access import for_organiser_of_party
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import rehearsal, seating, timer
from whistclub.party.actions.refusals import ConfirmationRequired
from whistclub.party.forms import DraftForm, MinutesForm, ResultForm, SwapForm
from whistclub.party.queries import console as queries
from whistclub.party.queries import planning, poll_tokens
from whistclub.party.queries.console import Party
from whistclub.party.views.answers import attempt, to_console
from whistclub.web.errors import ActionRefused, posted_only
from whistclub.web.polling import holds, nothing_new
from whistclub.web.qr import address_for_phones, qr_svg

MOST_DIGITS = 18


@for_organiser_of_party
@require_safe
def console(request: HttpRequest, party: Party) -> HttpResponse:
    return console_page(request, party)


@for_organiser_of_party
@require_safe
def live(request: HttpRequest, party: Party) -> HttpResponse:
    """The tables again if something changed since the version the page holds; 204 if not."""
    version = poll_tokens.of_results(party)
    if holds(request, version):
        return nothing_new()
    page = queries.console(party, timezone.now())
    if page.round is None or page.draft:
        # Somebody else has undone the round, or seats the next one: another page altogether.
        return HttpResponseClientRefresh()
    return render(request, "party/_tables.html", {"club": party.club, "party": party, "page": page, "version": version})


@for_organiser_of_party
@require_safe
def earlier(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    """The tables of an earlier round, to be looked at and put right."""
    page = queries.console(party, timezone.now(), round_number=number)
    if page.round is None:
        raise Http404
    return render(request, "party/round.html", {"club": party.club, "party": party, "page": page, "tab": "tables"})


@for_organiser_of_party
@posted_only
def make_draft(request: HttpRequest, party: Party) -> HttpResponse:
    form = DraftForm(request.POST)
    how = form.cleaned_data["how"] if form.is_valid() else "draw"
    attempt(request, lambda: seating.make_draft(party, seating_method=how, by=request.user, at=timezone.now()))
    return to_console(party)


@for_organiser_of_party
@posted_only
def drop_draft(request: HttpRequest, party: Party) -> HttpResponse:
    attempt(request, lambda: seating.discard_draft(party, by=request.user, at=timezone.now()))
    return to_console(party)


@for_organiser_of_party
@posted_only
def swap(request: HttpRequest, party: Party) -> HttpResponse:
    """Two people change places; what was tapped and typed stays when it is refused."""
    form = SwapForm(queries.entrant_keys(party), request.POST)
    refused = change_places(request, party, form)
    if refused:
        return console_page(request, party, swap=form, sentence=refused[0], status=refused[1])
    return to_console(party)


@for_organiser_of_party
@posted_only
def announce(request: HttpRequest, party: Party) -> HttpResponse:
    seen = request.POST.get("draft", "")
    draft = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < MOST_DIGITS else None
    attempt(request, lambda: seating.announce(party, draft=draft, by=request.user, at=timezone.now()))
    return to_console(party)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def undo_round(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    """Take the last round back; what would be lost is named first."""
    if request.method == "POST":
        sure = request.POST.get("sure") == "yes"
        try:
            seating.undo_round(party, number, sure=sure, by=request.user, at=timezone.now())
        except ConfirmationRequired as refusal:
            return undo_page(request, party, number, refusal.sentences, status=409)
        except ActionRefused as refusal:
            messages.error(request, refusal.sentence)
            return to_console(party)
        messages.success(request, _("The round is undone. It stays in the log."))
        return to_console(party)
    page = queries.console(party, timezone.now())
    if page.round is None or page.round.number != number or party.state != "playing":
        raise Http404
    return undo_page(request, party, number, queries.lost(page), status=200)


@for_organiser_of_party
@posted_only
def set_timer(request: HttpRequest, party: Party, what: str) -> HttpResponse:
    """start, add: with minutes; halt, go-on, ring."""
    by, at = request.user, timezone.now()
    form = MinutesForm(request.POST)
    minutes = form.cleaned_data["minutes"] if form.is_valid() else None
    if what in ("start", "add") and (minutes is None or (what == "start" and minutes < 1)):
        messages.error(request, _("Say how many minutes."))
        return to_console(party)
    act = {
        "start": lambda: timer.start(party, minutes, by=by, at=at),
        "add": lambda: timer.add_minutes(party, minutes, by=by, at=at),
        "halt": lambda: timer.pause(party, by=by, at=at),
        "go-on": lambda: timer.resume(party, by=by, at=at),
        "ring": lambda: timer.ring(party, by=by, at=at),
    }.get(what)
    if act is None:
        raise Http404
    attempt(request, act)
    return to_console(party)


@for_organiser_of_party
@posted_only
def finish(request: HttpRequest, party: Party) -> HttpResponse:
    attempt(request, lambda: party_lifecycle.finish(party, by=request.user, at=timezone.now()))
    return to_console(party)


@for_organiser_of_party
@posted_only
def take_up(request: HttpRequest, party: Party) -> HttpResponse:
    attempt(request, lambda: party_lifecycle.reopen_party(party, by=request.user, at=timezone.now()))
    return to_console(party)


@for_organiser_of_party
@posted_only
def fill_round(request: HttpRequest, party: Party) -> HttpResponse:
    """Rehearsals only: make up what is missing."""
    seed = party.revision
    attempt(request, lambda: rehearsal.fill_round(party, seed=seed, by=request.user, at=timezone.now()))
    return to_console(party)


def change_places(request: HttpRequest, party: Party, form: SwapForm) -> tuple[str, int] | None:
    """Do what the form says; a refusal comes back as its sentence and status."""
    if not form.is_valid():
        return form.sentence, 422
    data = form.cleaned_data
    try:
        seating.swap_places(
            party, *data["who"], reason=data["reason"], number=data["round"], by=request.user, at=timezone.now()
        )
    except ActionRefused as refusal:
        return refusal.sentence, refusal.status
    messages.success(request, _("They have changed places."))
    return None


def console_page(
    request: HttpRequest, party: Party, *, status: int = 200, swap: SwapForm | None = None, **more: object
) -> HttpResponse:
    page = queries.console(party, timezone.now())
    people = len(page.state.present)
    key, advice = planning.advice(people, party.planned_rounds, pairs=page.state.movement.fixed_pairs)
    public = address_for_phones(request, queries.public_path(party))
    context = {
        "club": party.club,
        "party": party,
        "page": page,
        "tab": "tables",
        "here": "tonight",
        "version": poll_tokens.of_results(party),
        "result": ResultForm(),
        "draft_form": DraftForm(),
        "swapped": swap.data.getlist("who") if swap else [],
        "reason": swap.data.get("reason", "") if swap else "",
        "advice": advice if people >= 4 and key != party.movement else "",
        "advised": {choice.key: choice.name for choice in planning.movements()}.get(key, ""),
        "public_address": public,
        "public_qr": qr_svg(public),
    }
    return render(request, "party/console.html", {**context, **more}, status=status)


def undo_page(request: HttpRequest, party: Party, number: int, lost: list[str], *, status: int) -> HttpResponse:
    context = {"club": party.club, "party": party, "number": number, "lost": lost, "tab": "tables", "here": "tonight"}
    return render(request, "party/undo.html", context, status=status)
