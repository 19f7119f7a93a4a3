"""The ways back in for somebody who forgot their password, or whose account is locked."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.accounts import actions, guesses, mail, queries
from whistclub.accounts.forms import CodeForm, EmailForm, ForgottenPasswordForm
from whistclub.accounts.views.sign_in import remember_device
from whistclub.web.errors import error_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Explains both ways. With mail set up a form sends a link; its answer is the same for an unknown address."""
    email = EmailForm(request.POST if settings.MAIL and request.method == "POST" else None, auto_id="link_%s")
    if not email.is_valid():
        return _page(request, 422 if email.is_bound else 200, email=email)
    if not guesses.mail_may_be_asked(request):
        return _too_many(request, _("Please try again in 15 minutes, or use a code."))
    address = email.cleaned_data["email"]
    mail.send_link(queries.user_with_email(address), wanted=guesses.count_mail(request, address))
    return render(request, "accounts/link_sent.html", {"email": address})


@never_cache
@require_POST
def use_code(request: HttpRequest) -> HttpResponse:
    """Leads to the page of the new password."""
    form = CodeForm(request.POST, auto_id="code_%s")
    if not form.is_valid():
        return _page(request, 422, code=form)
    if not guesses.code_may_try(request):
        return _too_many(request, _("Please try again in 15 minutes, or open the link that came with the code."))
    user = queries.user_of_code(form.cleaned_data["email"], form.cleaned_data["code"], at=timezone.now())
    if user is None:
        guesses.count_wrong_code(request)
        wrong = _("This code does not belong to this e-mail address, or it has expired. Ask for a new one.")
        form.add_error("code", wrong)
        return _page(request, 422, code=form)
    return redirect(mail.link_path(user))


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, user: int, token: str) -> HttpResponse:
    """The page of a link: choosing a password signs in, even where signing in is blocked."""
    found = queries.user_of_link(user, token)
    if found is None:
        title = _("This link no longer works")
        sentence = _("A link for a new password works once, for half an hour. Ask for a new one.")
        return error_page(
            request, 410, title, sentence, leads_to=(reverse("accounts:forgotten"), _("Ask for a new link"))
        )
    form = ForgottenPasswordForm(found, request.POST or None)
    if not form.is_valid():
        context = {"form": form, "person": found}
        return render(request, "accounts/new_password.html", context, status=422 if form.is_bound else 200)
    actions.replace_forgotten_password(found, form.cleaned_data["password"], at=timezone.now())
    guesses.forget(found.email)
    login(request, found, backend="django.contrib.auth.backends.ModelBackend")
    messages.success(
        request, _("Your new password is saved, and you are signed in here. You are signed out everywhere else.")
    )
    response = redirect(settings.LOGIN_REDIRECT_URL)
    remember_device(request, response, found.email)
    return response


def _page(
    request: HttpRequest, status: int = 200, *, email: EmailForm | None = None, code: CodeForm | None = None
) -> HttpResponse:
    context = {
        "sends_mail": bool(settings.MAIL),
        "email": email or EmailForm(auto_id="link_%s"),
        "code": code or CodeForm(auto_id="code_%s"),
    }
    return render(request, "accounts/forgotten.html", context, status=status)


def _too_many(request: HttpRequest, sentence: str) -> HttpResponse:
    leads_to = (reverse("accounts:forgotten"), _("Forgot your password?"))
    return error_page(request, 429, _("Too many attempts"), sentence, leads_to=leads_to)
