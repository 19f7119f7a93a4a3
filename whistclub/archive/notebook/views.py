"""Past games from a notebook: looked at before they are stored; and an example of such a list."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.archive.imports.queries import imports_of
from whistclub.archive.notebook import actions, example, queries
from whistclub.archive.notebook.forms import MEANS, NotebookForm
from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.queries import Club
from whistclub.web.errors import Refused
from whistclub.web.formatting import plural

# Of each kind: a browser shows no 20,000 lines, and a form has at most 1,000 fields.
MOST_LISTED = 200


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def games(request: SignedInRequest, club: Club) -> HttpResponse:
    rules = queries.choices(club)
    form = NotebookForm(rules, request.POST or None, request.FILES or None)
    if not form.is_bound:
        usual = queries.usual_rules(club, "")
        return _page(request, club, NotebookForm(rules, initial={"usual": usual.key}))
    if not form.is_valid():
        return _page(request, club, form, status=422)
    try:
        found = _read(club, form, form.cleaned_data["lines"])
        if "add" not in request.POST:
            return _page(request, club, form, found=found)
        if not all(each.means for each in found.similar[:MOST_LISTED]):
            return _page(request, club, form, found=found, status=422)
        done = actions.import_games(club, found, source=form.cleaned_data["source"], by=request.user, at=timezone.now())
    except Refused as refusal:
        form.add_error("lines", refusal.sentence)
        return _page(request, club, form, status=refusal.status)
    messages.success(request, _done_text(done))
    if not found.rest:
        return redirect("archive:games", club.slug)
    shape = "Lines of your list that were not added: {lines}. Correct them below, where they have new numbers."
    messages.info(request, shape.format(lines=found.wrong_lines))
    rest = NotebookForm(rules, {**request.POST.dict(), "lines": found.rest})
    rest.is_valid()
    return _page(request, club, rest, found=_read(club, rest, found.rest))


@for_organiser
@require_safe
def example_csv(request: SignedInRequest, club: Club) -> HttpResponse:
    """A list that can be opened in a spreadsheet, filled in and sent."""
    response = HttpResponse(example.written(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="past-games.csv"'
    return response


def _read(club: Club, form: NotebookForm, text: str) -> queries.NotebookPreview:
    usual = queries.usual_rules(club, form.cleaned_data["usual"])
    return queries.preview(
        club,
        text,
        usual=usual,
        order=form.day_order,
        means=form.means,
        with_repeated=form.cleaned_data["repeated"],
        at=timezone.now(),
    )


def _done_text(done: Any) -> str:
    text = plural(done.games, "{n} game was added.", "{n} games were added.").format(n=f"{done.games:,}")
    if done.players:
        shape = plural(done.players, "{n} player is new.", "{n} players are new.")
        text += " " + shape.format(n=f"{done.players:,}")
    return text + " " + "Statistics will include them within about a minute."


def _page(
    request: SignedInRequest,
    club: Club,
    form: NotebookForm,
    *,
    found: queries.NotebookPreview | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "found": found,
        "here": "history",
        "imports": imports_of(club, "games"),
        "columns": example.EXPLAINED,
        "sample": example.LINES,
        "means": MEANS,
    }
    if found:
        context |= {
            "is_refused": status != 200,
            "wrong": found.notebook.wrong[:MOST_LISTED],
            "similar": found.similar[:MOST_LISTED],
            "repeated": found.repeated[:MOST_LISTED],
        }
    return render(request, "archive/games.html", context, status=status)
