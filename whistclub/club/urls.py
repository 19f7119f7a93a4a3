from django.urls import path

from whistclub.club import founding, roles, settings, views
from whistclub.club import help as help_pages

app_name = "club"
public = [
    path("", views.front, name="front"),
    path("welcome/<slug:token>/", founding.found, name="found"),
    path("welcome/join/<slug:token>/", roles.join_view, name="join"),
    path("help/", help_pages.contents, name="help"),
    path("help/<slug:page>/", help_pages.page, name="help_page"),
    path("c/<slug:club>/logo-<slug:name>.png", settings.logo, name="logo"),
]
organiser = [
    path("run/", views.home, name="home"),
    path("run/<slug:club>/club/", views.hub, name="hub"),
    path("run/<slug:club>/club/roles/", roles.roles, name="roles"),
    path("run/<slug:club>/club/roles/leave/", roles.leave, name="leave"),
    path("run/<slug:club>/people/", views.people, name="people"),
    path("run/<slug:club>/people/<int:player>/", views.person, name="person"),
    path("run/<slug:club>/people/<int:player>/delete/", views.delete_player, name="delete_player"),
]
owner = [
    path("run/<slug:club>/club/roles/invite/", roles.invite_view, name="invite"),
    path(
        "run/<slug:club>/club/roles/invitations/<int:invitation>/cancel/", roles.cancel_view, name="cancel_invitation"
    ),
    path("run/<slug:club>/club/roles/<int:role>/", roles.change_view, name="change_role"),
    path("run/<slug:club>/club/settings/", settings.settings, name="settings"),
]
urlpatterns = public + organiser + owner
