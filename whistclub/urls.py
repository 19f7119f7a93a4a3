"""The site map. Each app's urls file lists its own pages by audience."""

from django.urls import include, path

urlpatterns = [
    # First what phones in a hall ask for: addresses are compared one after the other.
    path("", include("whistclub.play.urls")),
    path("", include("whistclub.party.urls")),
    path("", include("whistclub.accounts.urls")),
    path("", include("whistclub.club.urls")),
    path("", include("whistclub.rules.urls")),
    path("", include("whistclub.stats.urls")),
    path("", include("whistclub.archive.urls")),
    path("", include("whistclub.ops.urls")),
]
handler400 = "whistclub.web.errors.bad_request"
handler403 = "whistclub.web.errors.forbidden"
handler404 = "whistclub.web.errors.not_found"
handler500 = "whistclub.web.errors.server_error"
