"""Django's admin for people who help the clubs of a site: they read everything, and block users or let them in again.

Nobody else finds it. `manage.py support EMAIL` lets a user in.
"""

from functools import wraps
from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _

from whistclub.accounts.models import User
from whistclub.club.models import Club, Player, Role
from whistclub.party.models import Party
from whistclub.play.models import Game


class SupportSite(admin.AdminSite):
    site_title = site_header = _("whistclub: support")
    index_title = _("Read only")
    site_url = "/run/"

    def has_permission(self, request: HttpRequest) -> bool:
        return getattr(request.user, "is_support", False)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def gate(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not self.has_permission(request):
                raise Http404
            found: HttpResponseBase = inner(request, *args, **kwargs)
            return found

        return gate

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Everyone signs in at one place, with its limits."""
        raise Http404


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # the class takes no type when it runs
    """Rows that nobody changes here: actions do, and log it."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Lists have a search and no other filter: with one in the address, what no page shows can be guessed."""
        return False


class Users(ReadOnlyAdmin):
    """Whether a user may sign in is all that can be changed; nobody reads the hash of a password."""

    list_display = ("email", "name", "is_active", "joined_at")
    search_fields = ("email", "name")
    fields = ("email", "name", "is_active", "is_support", "joined_at", "last_login")
    readonly_fields = ("email", "name", "is_support", "joined_at", "last_login")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True


class Clubs(ReadOnlyAdmin):
    list_display = ("name", "slug", "time_zone", "created_at")
    search_fields = ("name", "slug")


class Roles(ReadOnlyAdmin):
    list_display = ("club", "user", "kind", "since")
    list_select_related = ("club", "user")
    search_fields = ("club__name", "user__email")


class Players(ReadOnlyAdmin):
    list_display = ("name", "club", "joined_at")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


class Games(ReadOnlyAdmin):
    list_display = ("code", "club", "state", "started_at", "party_code")
    list_select_related = ("club",)
    search_fields = ("code", "party_code")


class Parties(ReadOnlyAdmin):
    list_display = ("code", "name", "club", "state", "created_at")
    list_select_related = ("club",)
    search_fields = ("code", "name")


# Under the name that the templates of the admin know.
site = SupportSite("admin")
for model, page in ((User, Users), (Club, Clubs), (Role, Roles), (Player, Players), (Game, Games), (Party, Parties)):
    site.register(model, page)
