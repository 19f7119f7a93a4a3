from django.urls import path

from whistclub.archive import calendar, person
from whistclub.archive.imports import views as imports
from whistclub.archive.notebook import views as notebook
from whistclub.archive.player_list import views as player_list
from whistclub.archive.tables import views as tables

app_name = "archive"
urlpatterns = [
    path("run/<slug:club>/people/list/", player_list.players, name="players"),
    path("run/<slug:club>/history/list/", notebook.games, name="games"),
    path("run/<slug:club>/history/list/example.csv", notebook.example_csv, name="example_csv"),
    path("run/<slug:club>/tables/", tables.tables, name="tables"),
    path("run/<slug:club>/tables/<slug:table_key>.<slug:file_format>", tables.table, name="table"),
    path("run/<slug:club>/parties/<slug:code>/standings.<slug:file_format>", tables.standings, name="standings"),
    path("run/<slug:club>/people/<int:player>/data/", person.data, name="person_data"),
    path("run/<slug:club>/people/<int:player>/data.json", person.data_json, name="person_json"),
    path("run/<slug:club>/people/<int:player>/erase/", person.erase, name="erase"),
    path("run/<slug:club>/calendar/", calendar.calendar, name="calendar"),
    path("calendar/<str:token>.ics", calendar.of_club, name="club_calendar"),
    path("p/<slug:code>/party.ics", calendar.of_party, name="party_calendar"),
    path("run/<slug:club>/imports/<int:import_key>/undo/", imports.undo, name="undo_import"),
]
