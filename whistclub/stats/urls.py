"""Addresses of statistics: for everyone who may see them, and for organisers."""

from django.urls import path

from whistclub.stats import manage, views

app_name = "stats"
CLUB = "c/<slug:club>/"
viewer = [
    path(CLUB, views.results, name="results"),
    path(f"{CLUB}days/<str:day>/", views.day, name="day"),
    path(f"{CLUB}players/", views.players, name="players"),
    path(f"{CLUB}players/<int:player>/", views.player, name="player"),
    path(f"{CLUB}players/<int:player>/games/", views.games, name="games"),
    path(f"{CLUB}me/", views.me, name="me"),
    path(f"{CLUB}versus/<int:one>/<int:other>/", views.versus, name="versus"),
    path(f"{CLUB}records/", views.records, name="records"),
    path(f"{CLUB}seasons/", views.seasons, name="seasons"),
    path(f"{CLUB}seasons/<int:season>/", views.seasons, name="season"),
]
organiser = [
    path("run/<slug:club>/statistics/", manage.manage, name="manage"),
    path("run/<slug:club>/statistics/shown/", manage.show, name="show"),
    path("run/<slug:club>/statistics/seasons/<int:season>/", manage.manage, name="change_season"),
]
urlpatterns = viewer + organiser
