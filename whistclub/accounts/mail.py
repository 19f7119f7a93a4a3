"""Mails, sent when the page has long been answered: no visitor can tell from the time whether there was one to send."""

import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.accounts.reset_tokens import ResetTokens

SECONDS_LATER = 1.0

log = logging.getLogger(__name__)
sender = ThreadPoolExecutor(1, thread_name_prefix="mail")


def link_path(user: User) -> str:
    """Path of the link with which this user chooses a new password, once, in the next half hour."""
    return reverse("accounts:new_password", args=[user.pk or 0, ResetTokens().make_token(user)])


def send_link(user: User | None, *, wanted: bool) -> Future[None]:
    """Send a user the link for a new password; for nobody, and where it is not `wanted`, only the work is the same."""
    message = _link_message(user or User())
    return sender.submit(_send, message if user and wanted else None)


def _link_message(user: User) -> EmailMessage:
    text = _(
        "Hello {name},\n\n"
        "someone, probably you, asked to reset your password at {site}.\n"
        "Open this link within half an hour to choose a new one:\n\n"
        "{link}\n\n"
        "If that was not you, ignore this e-mail: nothing has changed.\n"
    )
    site = settings.PUBLIC_ADDRESS
    link = site + link_path(user)
    return EmailMessage(_("Reset your password"), text.format(name=user.name, site=site, link=link), to=[user.email])


def _send(message: EmailMessage | None) -> None:
    if message is None:
        return
    time.sleep(SECONDS_LATER)
    try:
        message.send()
    except Exception as error:  # whatever the server says: its sentence may hold an address, so it is not logged
        log.error("An e-mail was not sent (%s); check WHISTCLUB_MAIL.", type(error).__name__)
