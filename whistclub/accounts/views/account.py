"""The page on which a user sees and changes their account, and signs out elsewhere."""

from django import forms
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from whistclub.accounts import actions, guesses, queries, sessions
from whistclub.accounts.access import SignedInRequest, for_user
from whistclub.accounts.forms import DetailsForm, PasswordForm
from whistclub.accounts.views.sign_in import remember_device
from whistclub.web.errors import ActionRefused, error_page


@for_user
@require_safe
def account(request: SignedInRequest) -> HttpResponse:
    sessions.note(request)
    return _page(request)


@sensitive_post_parameters("current")
@for_user
@require_POST
def change_details(request: SignedInRequest) -> HttpResponse:
    """Change name and e-mail address."""
    form = DetailsForm(request.POST, auto_id="details_%s")
    if refused := _refused(request, form, "details"):
        return refused
    try:
        with guesses.naming_email(request, ("user", request.user.pk)):
            actions.change_details(
                request.user, form.cleaned_data["name"], form.cleaned_data["email"], at=timezone.now()
            )
    except ActionRefused as refusal:
        form.add_error("email", refusal.sentence)
        return _page(request, refusal.status, details=form)
    messages.success(request, _("Saved."))
    response = redirect("accounts:account")
    remember_device(request, response, request.user.email)
    return response


@sensitive_post_parameters("current", "password")
@for_user
@require_POST
def change_password(request: SignedInRequest) -> HttpResponse:
    form = PasswordForm(request.user, request.POST, auto_id="password_%s")
    if refused := _refused(request, form, "password"):
        return refused
    actions.change_password(request.user, form.cleaned_data["password"], stays=_key(request), at=timezone.now())
    update_session_auth_hash(request, request.user)
    messages.success(request, _("Your password was changed. You are signed out everywhere else."))
    return redirect("accounts:account")


@for_user
@require_POST
def end_session(request: SignedInRequest, session: int) -> HttpResponse:
    actions.end_session(request.user, session, at=timezone.now())
    messages.success(request, _("That browser is signed out."))
    return redirect("accounts:account")


@for_user
@require_POST
def end_others(request: SignedInRequest) -> HttpResponse:
    actions.end_other_sessions(request.user, stays=_key(request), at=timezone.now())
    messages.success(request, _("You are signed out everywhere else."))
    return redirect("accounts:account")


def _key(request: SignedInRequest) -> str:
    return request.session.session_key or ""


def _refused(request: SignedInRequest, form: forms.Form, name: str) -> HttpResponse | None:
    """The answer to a form that is not filled in well, or whose password is not the user's; None to a good one."""
    if not guesses.user_may_try(request.user):
        return error_page(
            request,
            429,
            _("Too many wrong passwords"),
            _("You can change your account again in 15 minutes."),
            leads_to=(reverse("accounts:account"), _("Your account")),
        )
    if form.is_valid() and not request.user.check_password(form.cleaned_data["current"]):
        guesses.count_wrong_of_user(request.user)
        form.add_error("current", _("This is not your password."))
    return None if form.is_valid() else _page(request, 422, **{name: form})


def _page(
    request: SignedInRequest,
    status: int = 200,
    *,
    details: forms.Form | None = None,
    password: forms.Form | None = None,
) -> HttpResponse:
    user = request.user
    context = {
        "page": queries.account_page(user, _key(request), at=timezone.now()),
        "details": details or DetailsForm(initial={"name": user.name, "email": user.email}, auto_id="details_%s"),
        "password": password or PasswordForm(user, auto_id="password_%s"),
        "here": "account",
    }
    return render(request, "accounts/account.html", context, status=status)
