"""Set a party up, change its settings, plan an evening."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.club.access import for_organiser
from whistclub.club.queries import Club
from whistclub.party.access import for_organiser_of_party
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import rehearsal, setup
from whistclub.party.forms import PlanForm
from whistclub.party.queries import planning
from whistclub.party.queries.console import Party, last_party
from whistclub.party.setup_form import SetupForm, proposed, settings_of
from whistclub.party.views.answers import attempt, to_console
from whistclub.play.queries import proposed_rules
from whistclub.rules.queries import choices, kept
from whistclub.rules.summary import DEFAULT_PRESET, RulesSummary
from whistclub.web.errors import posted_only


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def set_up(request: HttpRequest, club: Club) -> HttpResponse:
    """A new party, from the settings of the last one or (``?new``) from scratch."""
    name = date_format(timezone.localtime(), "l, j F")
    before = None if "new" in request.GET else last_party(club)
    cards = choices(club)
    initial = {**settings_of(before), "name": name} if before else proposed(name, proposed_rules(club, cards))
    # From the plan of an evening.
    wanted = {"movement": request.GET.get("movement"), "planned_rounds": request.GET.get("rounds")}
    initial |= {name: value for name, value in wanted.items() if value}
    form = SetupForm(cards, request.POST or None, initial=initial)
    if initial["preset"] not in form.cards:
        form.initial["preset"] = DEFAULT_PRESET
    if form.is_valid():
        party = setup.set_up(club, form.setup(), by=request.user, at=timezone.now())
        return redirect("party:people", club.slug, party.code)
    context = {"club": club, "before": before, **_form_context(form)}
    return render(request, "party/set_up.html", context, status=422 if form.is_bound else 200)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, party: Party) -> HttpResponse:
    form = SetupForm(_cards(party), request.POST or None, initial=settings_of(party))
    if form.is_valid():
        setup.change_setup(party, form.setup(), by=request.user, at=timezone.now())
        messages.success(request, _("Settings saved. Games that have begun keep their rules."))
        return to_console(party)
    context = {"club": party.club, "party": party, "tab": "settings", **_form_context(form)}
    return render(request, "party/settings.html", context, status=422 if form.is_bound else 200)


@for_organiser
@require_safe
def plan(request: HttpRequest, club: Club) -> HttpResponse:
    """What each movement would make of an evening of so many people and rounds."""
    form = PlanForm(request.GET if "people" in request.GET else {"people": 16, "rounds": 6})
    page = planning.evening(form.cleaned_data["people"], form.cleaned_data["rounds"]) if form.is_valid() else None
    status = 200 if page else 422
    return render(
        request, "party/plan.html", {"club": club, "form": form, "page": page, "here": "tonight"}, status=status
    )


@for_organiser_of_party
@posted_only
def renew_codes(request: HttpRequest, party: Party) -> HttpResponse:
    party_lifecycle.renew_codes(party, by=request.user, at=timezone.now())
    messages.success(request, _("There are new codes. Print the table cards again."))
    return redirect("party:settings", party.club.slug, party.code)


@for_organiser_of_party
@posted_only
def rehearse(request: HttpRequest, party: Party) -> HttpResponse:
    made = []
    if attempt(request, lambda: made.append(rehearsal.rehearse(party, by=request.user, at=timezone.now()))):
        return to_console(made[0])
    return to_console(party)


@for_organiser_of_party
@posted_only
def remove_rehearsal(request: HttpRequest, party: Party) -> HttpResponse:
    real = party
    if party.is_rehearsal:
        real = rehearsal.remove_rehearsal(party)
        messages.success(request, _("The rehearsal is gone, with everything made up in it."))
    return redirect("party:console", party.club.slug, real.code)


@for_organiser_of_party
@posted_only
def remove(request: HttpRequest, party: Party) -> HttpResponse:
    """A party set up by mistake."""
    if not attempt(request, lambda: party_lifecycle.remove_party(party)):
        return redirect("party:settings", party.club.slug, party.code)
    messages.success(request, _("“{name}” is gone.").format(name=party.name))
    return redirect("play:tonight", party.club.slug)


def _cards(party: Party) -> list[RulesSummary]:
    """What the club can choose from, and what this party has, though it may have been retired since."""
    cards = choices(party.club)
    own = kept(party.club, party.rules_key)
    return cards if own is None or any(card.key == own.key for card in cards) else [own, *cards]


def _form_context(form: SetupForm) -> dict:
    chosen = form["movement"].value()
    return {
        "form": form,
        "here": "tonight",
        "presets": list(form.cards.values()),
        "movements": planning.movements(),
        "movement": chosen,
    }
