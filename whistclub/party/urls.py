"""Pages of parties, by audience."""

from django.urls import path

from whistclub.party.desk import (
    console,
    merging,
    paper,
    people,
    results,
    setup,
    signup,
    standings,
    table,
    wishes,
)
from whistclub.party.desk.pages import undo
from whistclub.party.public import cards, pages, projector
from whistclub.party.public import signup as public_signup

app_name = "party"
CLUB = "run/<slug:club>/"
of_club = [
    path(f"{CLUB}parties/", standings.archive, name="archive"),
    path(f"{CLUB}parties/new/", setup.set_up, name="set_up"),
    path(f"{CLUB}people/<int:player>/merge/", merging.merge, name="merge"),
    path(f"{CLUB}people/<int:player>/separate/", merging.separate, name="separate"),
]
RUN = "run/<slug:club>/parties/<slug:code>/"
ROUND = f"{RUN}rounds/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"
organiser = [
    path(RUN, console.console, name="console"),
    path(f"{RUN}live/", console.live, name="console_live"),
    path(f"{RUN}alive/", console.alive, name="alive"),
    path(ROUND, console.earlier, name="earlier"),
    path(f"{ROUND}undo/", console.undo_round, name="undo_round"),
    path(f"{ROUND}result/", results.type_result, name="type_result"),
    path(TABLE, table.table, name="round_table"),
    path(f"{TABLE}swap/", table.swap_here, name="swap_here"),
    path(f"{TABLE}pad/", table.pad, name="open_pad"),
    path(f"{TABLE}answer-call/", table.answer_call, name="answer_call"),
    path(f"{TABLE}adjust/", table.adjust, name="adjust"),
    path(f"{TABLE}undo-adjustment/", table.undo_adjustment, name="undo_adjustment"),
    path(f"{TABLE}<slug:ruling>/", table.rule, name="rule"),
    path(f"{RUN}settings/", setup.settings, name="settings"),
    path(f"{RUN}statistics/", setup.set_statistics, name="set_statistics"),
    path(f"{RUN}day/", setup.other_day, name="other_day"),
    path(f"{RUN}new-codes/", setup.renew_codes, name="renew_codes"),
    path(f"{RUN}rehearse/", setup.rehearse, name="rehearse"),
    path(f"{RUN}remove-rehearsal/", setup.remove_rehearsal, name="remove_rehearsal"),
    path(f"{RUN}fill/", console.fill_round, name="fill_round"),
    path(f"{RUN}people/", people.people, name="people"),
    path(f"{RUN}people/add/", people.add, name="add"),
    path(f"{RUN}people/wishes/", wishes.wishes, name="wishes"),
    path(f"{RUN}people/wishes/remove/", wishes.remove_wish, name="remove_wish"),
    path(f"{RUN}people/check/", people.check, name="check"),
    path(f"{RUN}people/list/", signup.signup, name="signup"),
    path(f"{RUN}people/list/set/", signup.set_signup, name="set_signup"),
    path(f"{RUN}people/list/check-in/", people.check_in_listed, name="check_in_listed"),
    path(f"{RUN}people/list/remove/", signup.remove, name="remove_listed"),
    path(f"{RUN}people/pair/", wishes.pair_up, name="pair_up"),
    path(f"{RUN}people/pair-rest/", wishes.pair_rest, name="pair_rest"),
    path(f"{RUN}people/<int:entrant>/split/", wishes.split_pair, name="split_pair"),
    path(f"{RUN}people/<int:entrant>/leave/", people.leave, name="leave"),
    path(f"{RUN}remark/", standings.write_remark, name="remark"),
    path(f"{RUN}staying/", wishes.staying, name="staying"),
    path(f"{RUN}people/<int:entrant>/give-up-table/", wishes.give_up_table, name="give_up_table"),
    path(f"{RUN}draft/", console.make_draft, name="make_draft"),
    path(f"{RUN}draft/discard/", console.discard_draft, name="discard_draft"),
    path(f"{RUN}swap/", console.swap, name="swap"),
    path(f"{RUN}announce/", console.announce, name="announce"),
    path(f"{RUN}message/", console.show_message, name="show_message"),
    path(f"{RUN}message/clear/", console.clear_message, name="clear_message"),
    path(f"{RUN}timer/<slug:action>/", console.set_timer, name="set_timer"),
    path(f"{RUN}finish/", console.finish, name="finish"),
    path(f"{RUN}reopen/", console.reopen, name="reopen"),
    path(f"{RUN}standings/", standings.standings, name="standings"),
    path(f"{RUN}prize/", standings.award_prize, name="award_prize"),
    path(f"{RUN}log/", standings.log, name="log"),
    path(f"{RUN}undo/<int:entry>/", undo, name="undo"),
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
    path("p/<slug:code>/in/<slug:secret>/", public_signup.sign_up, name="sign_up"),
    path("p/<slug:code>/tables/", pages.tables, name="public_tables"),
    path("p/<slug:code>/standings/", pages.standings, name="public_standings"),
    path("p/<slug:code>/rules/", pages.rules, name="public_rules"),
    path("p/<slug:code>/projector/", projector.projector, name="projector"),
]
urlpatterns = for_scorekeepers + for_anyone + of_club + organiser + to_print
