from django.urls import include, path

from whistclub.api import calendar, views
from whistclub.api.endpoints import api

owner = [
    path("run/<slug:club>/programs/", views.programs, name="programs"),
    path("run/<slug:club>/programs/<int:token>/revoke/", views.revoke, name="revoke"),
    path("run/<slug:club>/programs/calendar/", views.new_calendar, name="new_calendar"),
]
public = [
    path("calendar/<str:token>.ics", calendar.of_club, name="calendar"),
    path("p/<slug:code>/party.ics", calendar.of_party, name="party_calendar"),
]
urlpatterns = [path("api/v1/", api.urls), path("", include((owner + public, "programs")))]
