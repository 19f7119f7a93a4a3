"""Responses to an organiser's actions: a message and a redirect."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from whistclub.party.access import Party
from whistclub.web.errors import ActionRefused


def attempt(request: HttpRequest, act: Callable[[], object]) -> bool:
    """Run the action; a refusal becomes a message on the next page. True if it was done."""
    try:
        act()
    except ActionRefused as refusal:
        messages.error(request, refusal.sentence)
        return False
    return True


def to_console(party: Party) -> HttpResponse:
    return redirect("party:console", party.club.slug, party.code)


def to_people(party: Party) -> HttpResponse:
    return redirect("party:people", party.club.slug, party.code)
