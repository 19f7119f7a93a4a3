from django.urls import path

from whistclub.club import views

app_name = "club"
public = [
    path("", views.front, name="front"),
    path("welcome/<str:token>/", views.claim, name="claim"),
]
organiser = [
    path("run/", views.home, name="home"),
    path("run/<slug:club>/people/", views.people, name="people"),
    path("run/<slug:club>/people/<int:player>/rename/", views.rename, name="rename"),
]
urlpatterns = public + organiser
