"""Results typed from paper, on the console or on the page of a table: saved, refused, or put to the organiser."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_POST

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.actions import results
from whistclub.party.desk.console import console_context, console_page
from whistclub.party.desk.table import games_of, report_change, table_page
from whistclub.party.organiser.forms import ResultForm, first_error
from whistclub.party.organiser.queries.results import known_result, readings
from whistclub.party.organiser.views.responses import organiser_page, to
from whistclub.party.refusals import NotSavedYet, PageOutOfDate, ResultKnown, ResultUnlikely
from whistclub.party.state import load
from whistclub.web.errors import Refused
from whistclub.web.formatting import table_text


@for_organiser_of_party
@require_POST
def type_result(request: SignedInRequest, party: Party, number: int) -> HttpResponse:
    """A result from paper: table, points, points. If it is refused, everything typed stays."""
    form = ResultForm(request.POST)
    if not form.is_valid():
        return _page(request, party, number, form, status=422, result=form, result_error=first_error(form))
    data = form.cleaned_data
    points, table = (data["first"], data["second"]), data["table"]
    kept = known_result(load(party), number, table) if data["keeps"] else None
    if kept and kept.key == data["keeps"]:
        sentence = "Nothing changed: {known}. Your {score} was not saved."
        messages.success(request, sentence.format(known=kept.heading, score=form.score))
        return _saved(request, party, number, table)
    knows = {"replaces": data["replaces"], "is_sure": data["sure"], "only_asks": data["asks"]}
    try:
        changed = results.type_result(party, number, table, points, **knows, by=request.user, at=timezone.now())
    except PageOutOfDate as old:
        more: dict[str, Any] = {"typed": form, "typed_at": table}
        # The page of a table is about its round.
        if not _was_at_table(request, party):
            more["readings"] = readings(party, number, table, points)
        if not more.get("readings"):
            sentence = f"{old.sentence} Not saved: {table_text(table)}, {points[0]}–{points[1]}."
            more = {"result": form, "result_error": sentence, "why": old.sentence}
        return _page(request, party, number, form, status=old.status, **more)
    except ResultKnown as known:
        result = known_result(known.state, number, table)
        assert result is not None
        if known.is_same:
            messages.success(
                request,
                f"{capfirst(table_text(table))} has this result already: {result.sentence}.",
            )
            return _saved(request, party, number, table)
        return _page(request, party, number, form, status=known.status, known=result, typed=form)
    except (ResultUnlikely, NotSavedYet) as asked:
        more = {"result": form, "typed": form, "typed_at": table, "doubt": asked.sentence}
        more["is_likely"] = isinstance(asked, NotSavedYet)
        return _page(request, party, number, form, status=asked.status, **more)
    except Refused as refusal:
        sentence = refusal.sentence
        if refusal.code == "not_now":
            sentence = f"There is no {table_text(table)} in this round."
        return _page(request, party, number, form, status=refusal.status, result=form, result_error=sentence)
    report_change(request, party, table, changed)
    return _saved(request, party, number, table)


def _saved(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """Back to where it was typed; a page that sent it in the background gets only the sentence."""
    if request.htmx:
        console = reverse("party:console", args=[party.club.slug, party.code])
        return organiser_page(request, party, "_done", tab="tables", back=console)
    if _was_at_table(request, party):
        return to("round_table", party, number, table)
    return redirect(f"{reverse('party:console', args=[party.club.slug, party.code])}?next")


def _was_at_table(request: SignedInRequest, party: Party) -> bool:
    """Whether it was typed on the page of a table."""
    return request.POST.get("back") == "table"


def _page(
    request: SignedInRequest, party: Party, number: int, form: ResultForm, *, status: int, **more: Any
) -> HttpResponse:
    """The page where it was typed; the console instead of a table's page if there is no such table.

    A page that sent it in the background gets only the reason, or the question with its choices.
    """
    more["result_of"] = number
    if request.htmx:
        more = console_context(load(party)) | more
        return organiser_page(request, party, "_result_answer", tab="tables", status=status, **more)
    table = form.cleaned_data.get("table")
    if _was_at_table(request, party) and table and games_of(party, number, table).exists():
        return table_page(request, party, number, table, status=status, **more)
    return console_page(request, party, status=status, **more)
