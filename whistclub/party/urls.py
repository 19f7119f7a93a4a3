"""Pages of parties, by audience."""

from django.urls import path

from whistclub.party.desk import console, log, merging, paper, people, person, rounds, setup, standings, table
from whistclub.party.public import cards, pages, projector

app_name = "party"
CLUB = "run/<slug:club>/"
of_club = [
    path(f"{CLUB}parties/new/", setup.set_up, name="set_up"),
    path(f"{CLUB}people/<int:player>/merge/", merging.merge, name="merge"),
    path(f"{CLUB}people/<int:player>/separate/", merging.separate, name="separate"),
]
RUN = "run/<slug:club>/parties/<slug:code>/"
ROUND = f"{RUN}rounds/<int:number>/"  # results are sent here: which table is a field, as people type them from slips
TABLE = f"{ROUND}tables/<int:table>/"
organiser = [
    path(RUN, console.console, name="console"),
    path(f"{RUN}live/", console.live, name="console_live"),
    path(f"{RUN}alive/", console.alive, name="alive"),
    path(ROUND, rounds.one_round, name="round"),
    path(f"{ROUND}undo/", rounds.undo_round, name="undo_round"),
    path(TABLE, table.table, name="round_table"),
    path(f"{TABLE}adjust/", table.adjust, name="adjust"),
    path(f"{RUN}settings/", setup.settings, name="settings"),
    path(f"{RUN}fill/", console.fill_round, name="fill_round"),
    path(f"{RUN}people/", people.people, name="people"),
    path(f"{RUN}people/check/", people.check, name="check"),
    path(f"{RUN}people/list/", people.sign_up, name="signup"),
    path(f"{RUN}people/pairs/", person.pairs, name="pairs"),
    path(f"{RUN}people/wishes/", person.wishes, name="wishes"),
    path(f"{RUN}people/<int:entrant>/", person.person, name="person"),
    path(f"{RUN}draft/", console.draft, name="draft"),
    path(f"{RUN}swap/", console.swap, name="swap"),
    path(f"{RUN}message/", console.message, name="message"),
    path(f"{RUN}timer/", console.set_timer, name="timer"),
    path(f"{RUN}finish/", rounds.finish, name="finish"),
    path(f"{RUN}standings/", standings.standings, name="standings"),
    path(f"{RUN}standings.<slug:file_format>", standings.standings_file, name="standings_file"),
    path(f"{RUN}log/", log.log, name="log"),
]
to_print = [
    path(f"{RUN}print/", paper.menu, name="print_menu"),
    *(path(f"{RUN}print/{key}/", paper.document, {"document": key}, f"print_{key}") for key in paper.DOCUMENTS),
]
for_scorekeepers = [
    path("t/table/<str:token>/", cards.table, name="table"),
    path("t/<str:token>/next/", cards.next_table, name="next_table"),
    path("t/<str:token>/next/go/", cards.go_to_next_table, name="go_to_next_table"),
]
for_anyone = [
    path("p/<slug:code>/", pages.party, name="public"),
    path("p/<slug:code>/in/<slug:secret>/", pages.sign_up, name="sign_up"),
    path("p/<slug:code>/tables/", pages.tables, name="public_tables"),
    path("p/<slug:code>/standings/", pages.standings, name="public_standings"),
    path("p/<slug:code>/rules/", pages.rules, name="public_rules"),
    path("p/<slug:code>/projector/", projector.projector, name="projector"),
]
urlpatterns = for_scorekeepers + for_anyone + of_club + organiser + to_print
