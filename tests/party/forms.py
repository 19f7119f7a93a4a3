"""Forms of a party as a browser sends them, and the pages that come back."""

from datetime import UTC, datetime
from urllib.parse import urlencode

from tests.web.html import Html
from tests.web.party_site import run

SETTINGS = {
    "name": "Friday",
    "day": datetime.now(tz=UTC).date().isoformat(),
    "preset": "askov",
    "round_end": "hands",
    "hands": "8",
    "minutes": "30",
    "to_target": "on",
    "planned_rounds": "6",
    "movement": "meets",
    "top": "keep",
    "max_tables": "9",
    "sit_out_worth": "half",
    "order": "wins",
    "tie": "extra",
    "prizes": "best",
    "own_prizes": "Best cake",
}


def send(client, url, form, **how):
    """POST a form, several values of a name among it, as a browser does."""
    body = urlencode({name: value for name, value in form.items() if value is not None}, doseq=True)
    return client.post(url, body, content_type="application/x-www-form-urlencoded", **how)


def page(client, url, form=None, **how):
    """The page at an address, or the one that comes after a form."""
    if form is None:
        return Html(client.get(url, **how))
    response = send(client, url, form, **how)
    return Html(client.get(response.url) if response.status_code == 302 else response)


def type_on_console(organiser, party, first, second, **more):
    return send(organiser, run(party, "round", 1), {"table": 1, "first": first, "second": second} | more)
