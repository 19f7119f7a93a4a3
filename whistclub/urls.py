"""The site map. Each app's urls file lists its own pages by audience."""

from django.urls import include, path

# First what phones in a hall ask for: addresses are compared one after the other.
APPS = ("play", "party", "accounts", "club", "rules", "stats", "archive", "ops")
urlpatterns = [path("", include(f"whistclub.{app}.urls")) for app in APPS]
handler400 = "whistclub.web.errors.bad_request"
handler403 = "whistclub.web.errors.forbidden"
handler404 = "whistclub.web.errors.not_found"
handler500 = "whistclub.web.errors.server_error"
