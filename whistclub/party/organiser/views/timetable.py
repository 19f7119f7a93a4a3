"""Times of rounds and breaks: one small page, behind one link of the desk."""

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions.setup import change_timetable
from whistclub.party.organiser.timetable_form import TimetableForm, usual_minutes
from whistclub.party.organiser.views.responses import organiser_page, to
from whistclub.party.queries.timetable import expected_times, last_announced
from whistclub.web.errors import attempt


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def timetable(request: SignedInRequest, party: Party) -> HttpResponse:
    known, at = party.timetable, timezone.now()
    invited = party.invitation.starts_at
    initial = {
        "starts": known.starts or (timezone.localtime(invited).time() if invited else None),
        "minutes": known.minutes or usual_minutes(party),
    }
    form = TimetableForm(known, request.POST or None, initial=initial, rounds=party.planned_rounds)
    if form.is_valid():
        planned = form.timetable()
        if attempt(request, lambda: change_timetable(party, planned, by=request.user, at=at)):
            say(request, party, _("Saved.") if planned.minutes else _("Saved. No times are shown."))
        return to("timetable", party)
    steps = expected_times(party, *last_announced(party), at)
    status = 422 if form.is_bound else 200
    return organiser_page(request, party, "timetable", tab="settings", form=form, steps=steps, status=status)
