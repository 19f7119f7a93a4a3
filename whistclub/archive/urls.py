from django.urls import path

from whistclub.archive import calendar
from whistclub.archive.imports import views as imports
from whistclub.archive.notebook import views as notebook
from whistclub.archive.one_person import views as one_person
from whistclub.archive.player_list import views as player_list
from whistclub.archive.tables import views as tables
from whistclub.archive.whole_club import views as whole_club

app_name = "archive"
urlpatterns = [
    path("run/<slug:club>/people/list/", player_list.players, name="players"),
    path("run/<slug:club>/history/list/", notebook.games, name="games"),
    path("run/<slug:club>/history/list/example.csv", notebook.example_csv, name="example_csv"),
    path("run/<slug:club>/tables/", tables.tables, name="tables"),
    path("run/<slug:club>/tables/<slug:table_key>.<slug:file_format>", tables.table, name="table"),
    path("run/<slug:club>/parties/<slug:code>/standings.<slug:file_format>", tables.standings, name="standings"),
    path("run/<slug:club>/people/<int:player>/data/", one_person.data, name="person_data"),
    path("run/<slug:club>/people/<int:player>/data.json", one_person.data_json, name="person_json"),
    path("run/<slug:club>/people/<int:player>/data.txt", one_person.data_text, name="person_text"),
    path("run/<slug:club>/people/<int:player>/erase/", one_person.erase, name="erase"),
    path("run/<slug:club>/club/document/", whole_club.document, name="document"),
    path("run/<slug:club>/club/document/download/", whole_club.download, name="download_club"),
    path("run/<slug:club>/calendar/", calendar.calendar, name="calendar"),
    path("calendar/<str:token>.ics", calendar.of_club, name="club_calendar"),
    path("p/<slug:code>/party.ics", calendar.of_party, name="party_calendar"),
    path("run/<slug:club>/imports/<int:import_key>/undo/", imports.undo, name="undo_import"),
]
