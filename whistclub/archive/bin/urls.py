from django.urls import path

from whistclub.archive.bin import views

app_name = "bin"
urlpatterns = [
    path("run/<slug:club>/bin/", views.contents, name="contents"),
    path("run/<slug:club>/bin/<slug:kind>/<slug:ref>/put/", views.put, name="put"),
    path("run/<slug:club>/bin/<slug:kind>/<slug:ref>/restore/", views.restore, name="restore"),
    path("run/<slug:club>/bin/<slug:kind>/<slug:ref>/delete/", views.delete, name="delete"),
]
