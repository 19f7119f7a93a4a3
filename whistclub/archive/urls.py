from django.urls import path

from whistclub.archive.imports import views as imports
from whistclub.archive.player_list import views as player_list

app_name = "archive"
urlpatterns = [
    path("run/<slug:club>/people/list/", player_list.players, name="players"),
    path("run/<slug:club>/imports/<int:import_key>/undo/", imports.undo, name="undo_import"),
]
