"""Errors for people: what was wrong and what to do, with the right status."""

import sys
from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse

PAGE_IS_OLD = "Something changed since you opened this page. Look at what it shows now, then try again."


class Refused(Exception):
    """An expected failure of an action: a code for machines, a sentence for people, a status for the browser.

    Raised by actions inside their transaction, so nothing of a refused action is stored.
    """

    status = 409
    title = "Nothing was changed"

    def __init__(self, code: str, sentence: str, status: int | None = None, *, title: str = "") -> None:
        super().__init__(sentence)
        self.title = title or self.title
        self.code = code
        self.sentence = sentence
        self.status = status or self.status


def error_page(
    request: HttpRequest,
    status: int,
    title: str,
    sentence: str,
    *,
    leads_to: tuple[str, str] | None = None,
    **more: object,
) -> HttpResponse:
    """A whole page that says one thing; for a fragment asked by a page, only its sentence.

    It leads to an address with a label; to the start page, if none is given.
    """
    template = "web/_notice.html" if request.headers.get("HX-Request") else "web/error.html"
    context = more | {"title": title, "sentence": sentence, "kind": "error", "leads_to": leads_to}
    return render(request, template, context, status=status)


def attempt(request: HttpRequest, act: Callable[[], object], done: str = "") -> bool:
    """Run an action; the next page shows the sentence of a refusal, or `done`. True if it was done."""
    try:
        act()
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return False
    if done:
        messages.success(request, done)
    return True


def save(form: forms.BaseForm, action: Callable[[dict[str, Any]], object], at: str | None = None) -> bool:
    """Give what a form holds to an action. If that is refused, the form says why: `at` this field, else above all."""
    if form.is_valid():
        try:
            action(form.cleaned_data)
        except Refused as refusal:
            form.add_error(at, refusal.sentence)
    return form.is_valid()


class ErrorsMiddleware:
    """Answers what an action refused: as JSON, as a fragment, or as a page with the way back.

    405 gets a sentence, as for a person who presses Enter in the address bar after a form was refused.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        title, sentence = "Nothing was saved", "This address does not accept what was sent. Go back one page."
        if "GET" not in response["Allow"]:
            title = "Nothing to see here"
            sentence = "This address only accepts submitted forms. Go back one page."
        explained = error_page(request, 405, title, sentence)
        explained["Allow"] = response["Allow"]
        return explained

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Refused):
            return None
        if request.headers.get("Accept") == "application/json":
            html = render_to_string("web/_notice.html", {"sentence": error.sentence, "kind": "error"})
            return JsonResponse({"result": "refused", "html": html}, status=error.status)
        host, _slash, path = request.headers.get("Referer", "").partition("://")[2].partition("/")
        back = (f"/{path}", "Back") if host == request.get_host() else None
        return error_page(request, error.status, error.title, error.sentence, leads_to=back)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404 for whatever is not there and whatever the visitor may not see: the two look alike on purpose."""
    sentence = "There is no page at this address, or you are not allowed to see it. Check the link, or sign in."
    return error_page(request, 404, "Page not found", sentence)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(request, 400, "The page was incomplete", "Go back, reload the page and try again.")


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(request, 403, "Not allowed", "You are not allowed to do this.")


def server_error(request: HttpRequest) -> HttpResponse:
    """Without context processors and database: whatever broke must not break this page too.

    503 where the database is away: Django calls this while it handles the error.
    """
    title, status = "Something went wrong", 500
    sentence = "This is our fault, not yours. Everything saved before is safe. Try again in a moment."
    error = sys.exc_info()[1]
    # SQLite uses the same error for a table that is missing, which waiting does not mend.
    if isinstance(error, OperationalError | InterfaceError) and not str(error).startswith("no such"):
        title, status = "Please wait a moment", 503
        sentence = "The club’s data cannot be reached. Everything saved before is safe. Try again in a minute."
    headers = {"Retry-After": "10"} if status == 503 else {}
    page = render_to_string("web/error.html", {"title": title, "sentence": sentence})
    return HttpResponse(page, status=status, headers=headers)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A page left open too long, or cookies switched off."""
    sentence = "Nothing was saved. Reload the page and try again. This site needs cookies."
    return error_page(request, 403, "This page has been open too long", sentence)


def locked_out(request: HttpRequest, credentials: dict[str, str], *args: object, **kwargs: object) -> HttpResponse:
    """Too many wrong passwords for one name from one address."""
    sentence = (
        "Signing in with this e-mail address is blocked for 15 minutes. Then try again. If you forgot your password, "
        "see how to get a new one."
    )
    forgotten = (reverse("accounts:forgotten"), "Forgot your password?")
    return error_page(request, 429, "Too many failed attempts", sentence, leads_to=forgotten)
