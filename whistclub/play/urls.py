from django.urls import path

from whistclub.play.views import behind, counting, pad, public
from whistclub.play.views import organiser as run
from whistclub.play.views import start as starting

app_name = "play"
organiser = [
    path("run/<slug:club>/", run.tonight, name="tonight"),
    path("run/<slug:club>/games/", run.history, name="history"),
    path("run/<slug:club>/hands.csv", counting.hands_csv, name="hands_csv"),
    path("run/<slug:club>/games/start/", starting.start, name="start"),
    path("run/<slug:club>/games/<slug:code>/", run.game, name="game"),
    path("run/<slug:club>/games/<slug:code>/count/", counting.count, name="count"),
    path("run/<slug:club>/games/<slug:code>/renew-link/", run.renew_link, name="renew_link"),
    path("run/<slug:club>/games/<slug:code>/stop/", run.stop, name="stop"),
    path("run/<slug:club>/games/<slug:code>/resume/", run.resume, name="resume"),
    path("run/<slug:club>/games/<slug:code>/again/", run.again, name="again"),
    path("run/<slug:club>/games/<slug:code>/end/", run.end, name="end"),
    path("run/<slug:club>/games/<slug:code>/go-on/", run.go_on, name="go_on"),
    path("run/<slug:club>/games/<slug:code>/adjust/", run.adjust, name="adjust"),
    path("run/<slug:club>/games/<slug:code>/take-back/", run.take_back, name="take_back"),
]
scorekeeper = [
    path("t/<str:token>/", pad.pad, name="pad"),
    path("t/<str:token>/seat/", pad.seat, name="pad_seat"),
    path("t/<str:token>/live/", pad.live, name="pad_live"),
    path("t/<str:token>/hands/", pad.record, name="pad_record"),
    path("t/<str:token>/hands/<int:number>/", pad.correct, name="pad_correct"),
    path("t/<str:token>/undo/", pad.undo, name="pad_undo"),
    path("t/<str:token>/answer/", pad.answer, name="pad_answer"),
    path("t/<str:token>/end/", pad.end, name="pad_end"),
    path("t/<str:token>/log/", pad.log, name="pad_log"),
    path("t/<str:token>/rules/", pad.rules, name="pad_rules"),
    path("t/<str:token>/again/", pad.again, name="pad_again"),
    path("t/<str:token>/onward/", pad.onward, name="pad_onward"),
]
public_pages = [
    path("p/game/<slug:code>/", public.watch, name="watch"),
    path("p/game/<slug:code>/live/", public.watch_live, name="watch_live"),
    path("p/game/<slug:code>/rules/", public.watch_rules, name="watch_rules"),
]
# Above the statistics, whose pages lead here.
viewer = [
    path("c/<slug:club>/players/<int:player>/hands/<slug:kind>/", behind.hands, name="hands_behind"),
]
urlpatterns = organiser + scorekeeper + public_pages + viewer
