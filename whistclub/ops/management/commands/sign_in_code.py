"""`manage.py sign_in_code EMAIL`: lets somebody who forgot their password choose a new one, without mail."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from whistclub.accounts.mail import link_path
from whistclub.accounts.models import User
from whistclub.accounts.queries import user_with_email
from whistclub.accounts.reset_tokens import ResetTokens, last_moment
from whistclub.ops import data_folder
from whistclub.ops.commands import DataCommand

MOST_NAMED = 20


class Command(DataCommand):
    help = (
        "Prints a code and a link for someone who forgot their password. With either they can choose a new one, once."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", metavar="EMAIL", help="the e-mail address they sign in with")

    def handle(self, *, email: str, **_options: Any) -> None:
        user = user_with_email(email)
        if user is None:
            raise CommandError(f"No account has the e-mail address {email!r}. {accounts()}")
        now = timezone.now()
        until = last_moment(now).astimezone().strftime("%H:%M")
        site = settings.PUBLIC_ADDRESS or data_folder.last_address(settings.DATA_DIR)
        how = "" if site else "; put it behind the address of the site, which “start” prints"
        if site.startswith("http://localhost"):
            how = f" (on other devices with the address that “start” prints, in place of {site})"
        self.stdout.write(
            f"{user.name} can now choose a new password: in the browser under “Sign in”, “Forgot your password?”,\n"
            f"with the e-mail address {user.email} and this code, once, until {until}:\n\n"
            f"  {ResetTokens().make_code(user, at=now)}\n\n"
            f"This link does the same, once, for half an hour{how}:\n\n"
            f"  {site}{link_path(user)}"
        )


def accounts() -> str:
    """Which addresses there are: a person who can run this can also read the database."""
    emails = list(User.objects.order_by("email").values_list("email", flat=True)[: MOST_NAMED + 1])
    named = ", ".join(emails[:MOST_NAMED]) + (" …" if len(emails) > MOST_NAMED else "")
    return f"Accounts: {named}" if emails else "There are no accounts yet: open the link that “start” prints."
