from django.urls import path

from whistclub.play import public
from whistclub.play.organiser import club_games, game
from whistclub.play.pad import hands, offline, views

app_name = "play"
organiser = [
    path("run/<slug:club>/", club_games.tonight, name="tonight"),
    path("run/<slug:club>/games/", club_games.history, name="history"),
    path("run/<slug:club>/games/start/", club_games.start, name="start"),
    path("run/<slug:club>/games/<slug:code>/", game.game, name="game"),
    path("run/<slug:club>/games/<slug:code>/dealer/", game.dealer, name="dealer"),
    path("run/<slug:club>/games/<slug:code>/count/", game.count, name="count"),
    path("run/<slug:club>/games/<slug:code>/day/", game.other_day, name="other_day"),
    path("run/<slug:club>/games/<slug:code>/pads/", game.pads, name="pads"),
    path("run/<slug:club>/games/<slug:code>/again/", game.again, name="again"),
    path("run/<slug:club>/games/<slug:code>/end/", game.end, name="end"),
    path("run/<slug:club>/games/<slug:code>/adjust/", game.adjust, name="adjust"),
    path("run/<slug:club>/games/<slug:code>/remark/", game.write_remark, name="remark"),
]
scorekeeper = [
    path("t/worker.js", offline.worker, name="pad_worker"),
    path("t/<str:token>/", views.pad, name="pad"),
    path("t/<str:token>/manifest.json", offline.manifest, name="pad_manifest"),
    path("t/<str:token>/seat/", views.seat, name="pad_seat"),
    path("t/<str:token>/dealer/", views.dealer, name="pad_dealer"),
    path("t/<str:token>/hands/", hands.record, name="pad_record"),
    path("t/<str:token>/hands/<int:position>/", hands.correct, name="pad_correct"),
    path("t/<str:token>/undo/", hands.undo, name="pad_undo"),
    path("t/<str:token>/confirm/", views.confirm, name="pad_confirm"),
    path("t/<str:token>/end/", views.end, name="pad_end"),
    path("t/<str:token>/call/", views.call, name="pad_call"),
    path("t/<str:token>/share/", views.share, name="pad_share"),
    path("t/<str:token>/log/", views.log, name="pad_log"),
    path("t/<str:token>/rules/", views.rules, name="pad_rules"),
    path("t/<str:token>/again/", views.again, name="pad_again"),
    path("t/<str:token>/next-game/", views.next_game, name="pad_next_game"),
]
public_pages = [
    path("p/game/<slug:code>/", public.watch, name="watch"),
    path("p/game/<slug:code>/rules/", public.watch_rules, name="watch_rules"),
]
# Part of the statistics pages; here because `stats` does not know hands.
viewer = [
    path("c/<slug:club>/players/<int:player>/hands/<slug:kind>/", public.hands, name="player_hands"),
]
urlpatterns = scorekeeper + public_pages + organiser + viewer
