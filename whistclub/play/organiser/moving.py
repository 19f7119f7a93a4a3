"""What the pages of a game and of a party share where their day is changed."""

from datetime import date
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from whistclub.web.formatting import format_date


def day_sent(request: HttpRequest) -> QueryDict:
    """What the form sent; the button that undoes a change has the old day in its address."""
    return request.POST if "day" in request.POST else request.GET


def say_moved(request: HttpRequest, before: date, after: date, address: str) -> None:
    """Let the next page say that something was played on another day, with an Undo; `address` takes the day."""
    if before == after:
        messages.info(request, _("Nothing was changed: {day} was already its day.").format(day=format_date(after)))
        return
    sentence = _("It was played on {after}, not on {before}.").format(
        after=format_date(after), before=format_date(before)
    )
    messages.success(request, sentence, extra_tags=f"{address}?{urlencode({'day': before.isoformat()})}")
