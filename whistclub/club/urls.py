from django.urls import path
from django.views.generic import TemplateView

from whistclub.club import founding, roles_pages, settings, views

app_name = "club"
public = [
    path("", views.front, name="front"),
    path("welcome/<slug:token>/", founding.found, name="found"),
    path("welcome/join/<slug:token>/", roles_pages.join_view, name="join"),
    path("help/", TemplateView.as_view(template_name="club/help.html"), name="help"),
    path("c/<slug:club>/logo-<slug:name>.png", settings.logo, name="logo"),
]
organiser = [
    path("run/", views.home, name="home"),
    path("run/<slug:club>/club/", views.hub, name="hub"),
    path("run/<slug:club>/club/roles/", roles_pages.roles, name="roles"),
    path("run/<slug:club>/club/roles/<int:role>/", roles_pages.change_view, name="change_role"),
    path("run/<slug:club>/people/", views.people, name="people"),
    path("run/<slug:club>/people/<int:player>/", views.person, name="person"),
]
owner = [
    path(
        "run/<slug:club>/club/roles/invitations/<int:invitation>/cancel/",
        roles_pages.cancel_view,
        name="cancel_invitation",
    ),
    path("run/<slug:club>/club/settings/", settings.settings, name="settings"),
]
urlpatterns = public + organiser + owner
