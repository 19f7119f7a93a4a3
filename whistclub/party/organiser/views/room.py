"""The tables in the room: their names, which are out of use, and who stays at one."""

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import room as actions
from whistclub.party.organiser.forms import first_error
from whistclub.party.organiser.queries import room as queries
from whistclub.party.organiser.room_form import KeepForm, RoomForm
from whistclub.party.organiser.views.responses import organiser_page, to
from whistclub.web.errors import attempt


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def room(request: SignedInRequest, party: Party) -> HttpResponse:
    page = queries.room(party)
    form = RoomForm(page.room, page.tables, request.POST or None)
    if form.is_valid():
        done = _("Saved. A round that is being played stays where it is.")
        if attempt(request, lambda: actions.change_room(party, form.room(), by=request.user, at=timezone.now())):
            say(request, party, done)
        return to("room", party)
    status = 422 if form.is_bound else 200
    return organiser_page(request, party, "room", tab="settings", page=page, form=form, status=status)


@for_organiser_of_party
@require_POST
def keep_table(request: SignedInRequest, party: Party) -> HttpResponse:
    """Somebody stays at a table."""
    form, page = KeepForm(request.POST), queries.room(party)
    if not form.is_valid():
        context = {"page": page, "form": RoomForm(page.room, page.tables), "sentence": first_error(form)}
        return organiser_page(request, party, "room", tab="settings", status=422, **context)
    entrant, table = form.cleaned_data["entrant"], form.cleaned_data["table"]
    name = page.state.entrants[entrant].player.name if entrant in page.state.entrants else ""
    done = _("From the next round on, {name} stays at {table}.").format(name=name, table=page.room.name(table).in_text)
    if page.says_where:
        done += " " + _("Print the table cards again: the old ones send people to the wrong tables.")
    if attempt(request, lambda: actions.keep_table(party, entrant, table, by=request.user, at=timezone.now())):
        say(request, party, done)
    return _back(party, form.cleaned_data["round"], table)


@for_organiser_of_party
@require_POST
def give_up_table(request: SignedInRequest, party: Party, entrant: int) -> HttpResponse:
    """Somebody moves as the others do; `round` and `table` are those of the page that is open."""
    attempt(request, lambda: actions.give_up_table(party, entrant, by=request.user, at=timezone.now()))
    form = KeepForm({**request.POST.dict(), "entrant": entrant})
    return (
        _back(party, form.cleaned_data["round"], form.cleaned_data["table"]) if form.is_valid() else to("room", party)
    )


def _back(party: Party, number: int | None, table: int) -> HttpResponse:
    return to("room", party) if number is None else to("round_table", party, number, table)
