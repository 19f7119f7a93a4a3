from django.urls import path

from whistclub.club.views import entrance, people

app_name = "club"
public = [
    path("", entrance.front, name="front"),
    path("welcome/<str:token>/", entrance.claim, name="claim"),
]
organiser = [
    path("run/", entrance.home, name="home"),
    path("run/<slug:club>/people/", people.people, name="people"),
    path("run/<slug:club>/people/<int:player>/", people.person, name="person"),
    path("run/<slug:club>/people/<int:player>/rename/", people.rename, name="rename"),
    path("run/<slug:club>/people/<int:player>/hide/", people.hide, name="hide"),
    path("run/<slug:club>/people/<int:player>/show/", people.show, name="show"),
    path("run/<slug:club>/people/<int:player>/anonymous/", people.anonymous, name="anonymous"),
    path("run/<slug:club>/people/<int:player>/name-again/", people.name_again, name="name_again"),
]
urlpatterns = public + organiser
