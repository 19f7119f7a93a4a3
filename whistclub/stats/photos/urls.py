"""Addresses of photos: apart from those of other statistics, of which answers are kept in memory."""

from django.urls import path

from whistclub.stats.photos import views

app_name = "photos"
EVENING = "run/<slug:club>/photos/<str:day>/"
PHOTO = "c/<slug:club>/days/<str:day>/photos/<int:photo>"
urlpatterns = [
    path(f"{PHOTO}.jpg", views.large, name="large"),
    path(f"{PHOTO}-small.jpg", views.small, name="small"),
    path(EVENING, views.evening, name="evening"),
    path(f"{EVENING}move/", views.move, name="move"),
]
