"""What the club holds about a person: to read, to take away, to erase."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from whistclub.archive.one_person import actions, naming, queries
from whistclub.archive.one_person.actions import NOTHING_TICKED
from whistclub.archive.one_person.free_text import Choice
from whistclub.club.access import SignedInRequest, for_organiser, for_owner
from whistclub.club.queries import Club, Player, on_roster
from whistclub.web.errors import ActionRefused

MOST_SHOWN = 20
LONGEST_TYPED = 200


@for_organiser
@require_safe
def data(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    return _page(request, club, get_object_or_404(on_roster(club), pk=player))


@for_organiser
@require_safe
def data_json(_request: HttpRequest, club: Club, player: int) -> HttpResponse:
    found = get_object_or_404(on_roster(club), pk=player)
    return _file(queries.as_json(queries.data_of(found)), found, "json", "application/json")


@for_organiser
@require_safe
def data_text(_request: HttpRequest, club: Club, player: int) -> HttpResponse:
    found = get_object_or_404(on_roster(club), pk=player)
    title = _("What {club} holds about {name}").format(club=club.name, name=naming.name_of(found))
    return _file(queries.as_plain_text(title, queries.sections(found)), found, "txt", "text/plain; charset=utf-8")


@for_owner
@require_POST
def erase(request: SignedInRequest, club: Club, player: int) -> HttpResponse:
    found = get_object_or_404(on_roster(club), pk=player)
    typed = request.POST.get("name", "")[:LONGEST_TYPED]
    choice = Choice(request.POST.getlist("stay"), request.POST.getlist("change"))
    try:
        new = actions.erase_person(found, typed, choice=choice, by=request.user, at=timezone.now())
    except ActionRefused as refusal:
        return _page(request, club, found, typed=typed, choice=choice, refusal=refusal)
    messages.success(request, _("The name is erased. This person is now called {name}.").format(name=new))
    return redirect("club:person", club.slug, player)


def _page(
    request: HttpRequest,
    club: Club,
    player: Player,
    *,
    typed: str = "",
    choice: Choice = NOTHING_TICKED,
    refusal: ActionRefused | None = None,
) -> HttpResponse:
    may_erase = club.role == "owner"
    sections = queries.sections(player, with_texts=not may_erase)
    named = naming.texts_naming(player) if may_erase else []
    context = {
        "club": club,
        "player": player,
        "name": naming.name_of(player),
        "sections": [(each.title, each.lines[:MOST_SHOWN], max(0, len(each.lines) - MOST_SHOWN)) for each in sections],
        "namesakes": queries.namesakes(club, player),
        "typed": typed,
        "choice": choice,
        "texts": [each for each in named if not each.is_thing],
        "things": [each for each in named if each.is_thing],
        "refusal": refusal,
        "may_erase": may_erase,
        "here": "people",
    }
    return render(request, "archive/person_data.html", context, status=refusal.status if refusal else 200)


def _file(content: str, player: Player, ending: str, kind: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{slugify(player.name) or "person"}.{ending}"'
    return response
