"""Pages of statistics: one address for everybody who may see them, and the organiser's own."""

from django.urls import path

from whistclub.stats.social_preview import views as preview_views
from whistclub.stats.views import manage, players, records, results, rules, seasons, together

app_name = "stats"
CLUB = "c/<slug:club>/"
viewer = [
    path(CLUB, results.results, name="results"),
    path(f"{CLUB}days/<str:day>/", results.day, name="day"),
    path(f"{CLUB}picture.png", preview_views.club, name="picture"),
    path(f"{CLUB}players/", players.players, name="players"),
    path(f"{CLUB}players/<int:player>/", players.player, name="player"),
    path(f"{CLUB}players/<int:player>/games/", players.games, name="games"),
    path(f"{CLUB}players/<int:player>/picture.png", preview_views.player, name="player_picture"),
    path(f"{CLUB}together/", together.together, name="together"),
    path(f"{CLUB}versus/", together.choose, name="choose"),
    path(f"{CLUB}versus/<str:one>/<str:other>/", together.versus, name="versus"),
    path(f"{CLUB}records/", records.records, name="records"),
    path(f"{CLUB}seasons/", seasons.seasons, name="seasons"),
    path(f"{CLUB}seasons/<int:season>/", seasons.season, name="season"),
    path(f"{CLUB}parties/", seasons.parties, name="parties"),
    path(f"{CLUB}rules/", rules.rules, name="rules"),
]
organiser = [
    path("run/<slug:club>/statistics/", manage.manage, name="manage"),
    path("run/<slug:club>/statistics/show/", manage.show, name="show"),
    path("run/<slug:club>/statistics/seasons/", manage.add_season, name="add_season"),
    path("run/<slug:club>/statistics/seasons/<int:season>/", manage.change_season, name="change_season"),
    path("run/<slug:club>/statistics/seasons/<int:season>/remove/", manage.remove_season, name="remove_season"),
    path(
        "run/<slug:club>/statistics/seasons/<int:season>/bring-back/",
        manage.bring_back_season,
        name="bring_back_season",
    ),
]
urlpatterns = viewer + organiser
