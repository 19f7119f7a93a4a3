from django.urls import path

from whistclub.club import guides, settings, views
from whistclub.club.founding import views as founding
from whistclub.club.roles import views as roles

app_name = "club"
public = [
    path("", views.front, name="front"),
    path("welcome/<str:token>/", founding.claim, name="claim"),
    path("welcome/join/<str:token>/", roles.join, name="join"),
    path("welcome/club/<str:token>/", founding.found_by_link, name="found_by_link"),
    path("guide/<slug:guide>/", guides.guide, name="guide"),
    path("c/<slug:club>/logo-<slug:name>.png", settings.logo, name="logo"),
]
every_role = [
    path("run/<slug:club>/club/roles/", roles.roles, name="roles"),
    path("run/<slug:club>/club/roles/leave/", roles.leave, name="leave"),
]
organiser = [
    path("run/", views.home, name="home"),
    path("clubs/new/", founding.found, name="found"),
    path("run/<slug:club>/club/", views.hub, name="hub"),
    path("run/<slug:club>/people/", views.people, name="people"),
    path("run/<slug:club>/people/<int:player>/", views.person, name="person"),
    path("run/<slug:club>/people/<int:player>/rename/", views.rename, name="rename"),
    path("run/<slug:club>/people/<int:player>/hide/", views.hide, name="hide"),
    path("run/<slug:club>/people/<int:player>/show/", views.show, name="show"),
    path("run/<slug:club>/people/<int:player>/guest/", views.guest, name="guest"),
    path("run/<slug:club>/people/<int:player>/regular/", views.regular, name="regular"),
    path("run/<slug:club>/people/<int:player>/retire/", views.retire, name="retire"),
    path("run/<slug:club>/people/<int:player>/bring-back/", views.bring_back, name="bring_back"),
]
owner = [
    path("run/<slug:club>/club/roles/invite/", roles.invite, name="invite"),
    path("run/<slug:club>/club/roles/links/<int:link>/revoke/", roles.revoke, name="revoke_role_link"),
    path("run/<slug:club>/club/roles/<int:role>/change/", roles.change_role, name="change_role"),
    path("run/<slug:club>/club/roles/<int:role>/remove/", roles.remove, name="remove_role"),
    path("run/<slug:club>/club/roles/changes/<int:change>/bring-back/", roles.bring_back, name="bring_back_role"),
    path("run/<slug:club>/club/settings/", settings.settings, name="settings"),
]
urlpatterns = public + every_role + organiser + owner
