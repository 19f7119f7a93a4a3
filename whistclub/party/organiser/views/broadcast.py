"""What the organiser shows to everyone: a message on all phones and the wall."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.actions import broadcast
from whistclub.party.organiser.forms import MessageForm
from whistclub.party.organiser.views.console import console_page
from whistclub.party.organiser.views.responses import button, to
from whistclub.web.errors import attempt

clear_message = button(broadcast.clear_message, done="Message cleared.")


@for_organiser_of_party
@require_POST
def show_message(request: SignedInRequest, party: Party) -> HttpResponse:
    """Show a message on all phones and the wall; if it is refused, what was typed stays."""
    form = MessageForm(request.POST)
    if not form.is_valid():
        return console_page(request, party, message_form=form, status=422)
    text, minutes = form.cleaned_data["text"], form.cleaned_data["minutes"]
    attempt(request, lambda: broadcast.show_message(party, text, minutes=minutes, by=request.user, at=timezone.now()))
    return to("console", party)
