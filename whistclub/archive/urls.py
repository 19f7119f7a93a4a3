from django.urls import path

from whistclub.archive import bin as bin_pages
from whistclub.archive import lists, past_games, person, tables

app_name = "archive"
urlpatterns = [
    path("run/<slug:club>/people/list/", lists.players, name="players"),
    path("run/<slug:club>/history/list/", past_games.games, name="games"),
    path("run/<slug:club>/history/list/<int:import_key>/undo/", past_games.undo_import, name="undo_import"),
    path("run/<slug:club>/bin/", bin_pages.page, name="bin"),
    path("run/<slug:club>/bin/<slug:kind>/<slug:code>/put/", bin_pages.put_view, name="put"),
    path("run/<slug:club>/bin/<slug:kind>/<slug:code>/restore/", bin_pages.restore_view, name="restore"),
    path("run/<slug:club>/tables/<slug:table_key>.<slug:file_format>", tables.table, name="table"),
    path("run/<slug:club>/people/<int:player>/data/", person.data, name="person_data"),
    path("calendar/<str:token>.ics", tables.calendar_of_club, name="club_calendar"),
    path("p/<slug:code>/party.ics", tables.calendar_of_party, name="party_calendar"),
]
