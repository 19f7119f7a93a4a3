"""Pages of parties, by audience."""

from django.urls import path

from whistclub.party.views import (
    adjusting,
    cards,
    console,
    counting,
    hall,
    merging,
    pads,
    people,
    public,
    setup,
    standings,
    tables,
)
from whistclub.party.views import paper as paper_views

app_name = "party"
of_club = [
    path("run/<slug:club>/parties/", standings.archive, name="archive"),
    path("run/<slug:club>/parties/new/", setup.set_up, name="set_up"),
    path("run/<slug:club>/parties/plan/", setup.plan, name="plan"),
    path("run/<slug:club>/people/<int:player>/merge/", merging.merge, name="merge"),
    path("run/<slug:club>/people/<int:player>/separate/", merging.separate, name="separate"),
]
RUN = "run/<slug:club>/parties/<slug:code>/"
organiser = [
    path(RUN, console.console, name="console"),
    path(f"{RUN}live/", console.live, name="console_live"),
    path(f"{RUN}settings/", setup.settings, name="settings"),
    path(f"{RUN}remove/", setup.remove, name="remove"),
    path(f"{RUN}count/", counting.count, name="count"),
    path(f"{RUN}new-codes/", setup.renew_codes, name="renew_codes"),
    path(f"{RUN}rehearse/", setup.rehearse, name="rehearse"),
    path(f"{RUN}remove-rehearsal/", setup.remove_rehearsal, name="remove_rehearsal"),
    path(f"{RUN}fill/", console.fill_round, name="fill_round"),
    path(f"{RUN}people/", people.people, name="people"),
    path(f"{RUN}people/add/", people.add, name="add"),
    path(f"{RUN}people/check/", people.check, name="check"),
    path(f"{RUN}people/pair/", people.pair_up, name="pair_up"),
    path(f"{RUN}people/<int:entrant>/part/", people.part, name="part"),
    path(f"{RUN}people/<int:entrant>/leave/", people.leave, name="leave"),
    path(f"{RUN}draft/", console.make_draft, name="make_draft"),
    path(f"{RUN}draft/drop/", console.drop_draft, name="drop_draft"),
    path(f"{RUN}swap/", console.swap, name="swap"),
    path(f"{RUN}announce/", console.announce, name="announce"),
    path(f"{RUN}rounds/<int:number>/undo/", console.undo_round, name="undo_round"),
    path(f"{RUN}timer/<slug:what>/", console.set_timer, name="set_timer"),
    path(f"{RUN}finish/", console.finish, name="finish"),
    path(f"{RUN}take-up/", console.take_up, name="take_up"),
    path(f"{RUN}rounds/<int:number>/", console.earlier, name="earlier"),
    path(f"{RUN}rounds/<int:number>/result/", tables.type_result, name="type_result"),
    path(f"{RUN}rounds/<int:number>/tables/<int:table>/", tables.table, name="round_table"),
    path(f"{RUN}rounds/<int:number>/tables/<int:table>/swap/", tables.swap_here, name="swap_here"),
    path(f"{RUN}rounds/<int:number>/tables/<int:table>/pad/", tables.pad, name="open_pad"),
    path(f"{RUN}rounds/<int:number>/tables/<int:table>/adjust/", adjusting.adjust, name="adjust"),
    path(f"{RUN}rounds/<int:number>/tables/<int:table>/take-back/", adjusting.take_back, name="take_back"),
    path(f"{RUN}rounds/<int:number>/tables/<int:table>/<slug:what>/", tables.rule, name="rule"),
    path(f"{RUN}standings/", standings.standings, name="standings"),
    path(f"{RUN}prize/", standings.give_prize, name="give_prize"),
    path(f"{RUN}log/", standings.log, name="log"),
]
paper = [
    path(f"{RUN}print/", paper_views.menu, name="print_menu"),
    path(f"{RUN}print/cards/", paper_views.cards, name="print_cards"),
    path(f"{RUN}print/seating/", paper_views.seating, name="print_seating"),
    path(f"{RUN}print/sheets/", paper_views.sheets, name="print_sheets"),
    path(f"{RUN}print/standings/", paper_views.standings, name="print_standings"),
]
scorekeeper = [
    path("t/table/<str:token>/", cards.table, name="table"),
    path("t/table/<str:token>/live/", cards.live, name="table_live"),
    path("t/<str:token>/next/", pads.next_place, name="next_place"),
    path("t/<str:token>/next/go/", pads.go_on, name="next_go"),
]
public_pages = [
    path("p/<slug:code>/", public.party, name="public"),
    path("p/<slug:code>/live/", public.live, name="public_live"),
    path("p/<slug:code>/standings/", public.standings, name="public_standings"),
    path("p/<slug:code>/rules/", public.rules, name="public_rules"),
    path("p/<slug:code>/screen/", hall.screen, name="screen"),
    path("p/<slug:code>/screen/live/", hall.live, name="screen_live"),
]
urlpatterns = of_club + organiser + paper + scorekeeper + public_pages
