from django.urls import path
from django.views.generic import TemplateView

from whistclub.rules import views

app_name = "rules"
public = [
    path("rules/", views.rule_list, name="list"),
    # Before the cards: this word is not the key of one.
    path("rules/tips/", TemplateView.as_view(template_name="rules/tips.html"), name="tips"),
    path("rules/<slug:key>/", views.card, name="card"),
    path("rules/<slug:key>/score-sheet/", views.sheet, name="sheet"),
]
organiser = [
    path("run/<slug:club>/rules/", views.manage, name="manage"),
    path("run/<slug:club>/rules/<slug:key>/", views.edit, name="edit"),
]
urlpatterns = public + organiser
