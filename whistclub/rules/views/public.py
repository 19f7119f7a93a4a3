"""Public pages: the presets, a club's own rules, their blank score sheets, tips for players."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from whistclub.rules import queries, summary
from whistclub.rules.summary import RulesSummary

SIDES = ("●", "◆", "▲")
LINES_OF_A_SHEET = 24


@require_safe
def rule_list(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/list.html", {"cards": summary.cards()})


@require_safe
def tips(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/tips.html")


@require_safe
def preset(request: HttpRequest, preset: str) -> HttpResponse:
    return _card(request, _preset(preset))


@require_safe
def preset_sheet(request: HttpRequest, preset: str) -> HttpResponse:
    return _sheet(request, _preset(preset))


@require_safe
def own_set(request: HttpRequest, code: str) -> HttpResponse:
    found = _own(code)
    return _card(request, queries.card_of_set(found, found.club), own=found)


@require_safe
def own_sheet(request: HttpRequest, code: str) -> HttpResponse:
    found = _own(code)
    return _sheet(request, queries.card_of_set(found, found.club))


def _preset(key: str) -> RulesSummary:
    card = summary.card(key)
    if card is None:
        raise Http404
    return card


def _own(code: str) -> queries.RuleSet:
    found = queries.own_set(code)
    if found is None:
        raise Http404
    return found


def _card(request: HttpRequest, card: RulesSummary, **more: object) -> HttpResponse:
    return render(request, "rules/card.html", {"card": card, "tables": card.tables, **more})


def _sheet(request: HttpRequest, card: RulesSummary) -> HttpResponse:
    """A score sheet to write on, one page."""
    sides = SIDES[: card.rules.form.sides]
    heads = ["Hand", "Dealer", "Bid", "Tricks", *(f"{side} {what}" for side in sides for what in ("points", "total"))]
    context = {"card": card, "sides": sides, "heads": heads, "lines": range(1, LINES_OF_A_SHEET + 1)}
    return render(request, "rules/score_sheet.html", context)
