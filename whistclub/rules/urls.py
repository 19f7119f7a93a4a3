from django.urls import path

from whistclub.rules.views import organiser as run
from whistclub.rules.views import public

app_name = "rules"
public_pages = [
    path("rules/", public.rule_list, name="list"),
    # Before the presets: this word is not the key of one.
    path("rules/tips/", public.tips, name="tips"),
    path("rules/set/<slug:code>/", public.own_set, name="set"),
    path("rules/set/<slug:code>/score-sheet/", public.own_sheet, name="set_sheet"),
    path("rules/<slug:preset>/", public.preset, name="preset"),
    path("rules/<slug:preset>/score-sheet/", public.preset_sheet, name="preset_sheet"),
]
organiser = [
    path("run/<slug:club>/rules/", run.manage, name="manage"),
    path("run/<slug:club>/rules/new/", run.new, name="new"),
    path("run/<slug:club>/rules/default/", run.default, name="default"),
    path("run/<slug:club>/rules/<slug:code>/", run.edit, name="edit"),
    path("run/<slug:club>/rules/<slug:code>/delete/", run.delete, name="delete"),
]
urlpatterns = public_pages + organiser
