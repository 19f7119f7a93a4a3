"""A club with everything in it that a document must keep, its document, and a site on which all keys are taken."""

import io
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import ForeignKey

from tests.builders import NOON, add_season, game, high, link, low, organiser, play_out, record
from tests.party.builders import NINE, key, next_round, party, typed
from tests.party.test_log_kinds import everything
from whistclub.accounts.models import User
from whistclub.archive.imports.actions import import_players
from whistclub.archive.whole_club.contents import Table, our_models, tables
from whistclub.archive.whole_club.moving_in import move_in
from whistclub.archive.whole_club.writing import write
from whistclub.club.actions import make_anonymous, name_again, rename_player
from whistclub.club.models import Club, Player, Role
from whistclub.club.settings.actions import set_logo
from whistclub.ops.demo import own_rules
from whistclub.party.actions import broadcast, door, expected, people, rehearsal, seating, swaps, wishes
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions.merging import merge_players
from whistclub.party.models import Party
from whistclub.party.queries.log import log
from whistclub.play.actions.adjusting import adjust_points
from whistclub.play.actions.confirming import confirm_hand
from whistclub.play.actions.lifecycle import play_again
from whistclub.play.actions.remarks import change_remark
from whistclub.play.models import Game
from whistclub.play.queries import game_page
from whistclub.rules.actions import retire_set, save_set, set_default
from whistclub.stats.manage import remove_season

# All keys that these sites use begin with these digits.
DIGITS = 700_000
FIRST_KEY = DIGITS * 10_000


@dataclass(frozen=True)
class Packed:
    """A club as a document, and what its pages say."""

    document: bytes
    texts: dict[str, list[str]]


def build() -> Club:
    """A club in which every table of the document has rows, beside another club."""
    olga, club = organiser()
    who = {"by": olga, "at": NOON}
    _user, valley = organiser("Otto", "Valley")
    play_out(game(valley, valley.roles.get().user))
    Role.objects.create(club=club, user=User.objects.create(email="zoe@example.org", name="Zoe"), kind="organiser")
    _people(club, who)
    _at_one_table(club, olga, who)
    _rules(club, who)
    evening = party(club, olga, *NINE)
    everything(evening, olga)
    _second_party(club, olga, who)
    for name in ("Spring", "Summer"):
        season = add_season(club, (name, NOON.date(), NOON.date(), "points", None), **who)
    remove_season(season, **who)
    import_players(club, ["Imported"], source="names.csv", **who)
    set_logo(club, b"\x89PNG of a club", **who)
    for table in tables():
        if not table.rows(club).exists():
            _fill(table, club)
    return club


def _fill(table: Table, club: Club) -> None:
    """One made-up row, in a table that none of the actions above writes to."""
    made_up = {
        "BooleanField": True,
        "DateField": NOON.date(),
        "DateTimeField": NOON,
        "JSONField": {},
        "TimeField": NOON.time(),
        "UUIDField": uuid4(),
    }
    row = table.model()
    for column in table.model._meta.concrete_fields:
        kind = column.get_internal_type()
        if isinstance(column, ForeignKey):
            of = next(each for each in tables() if each.model is column.related_model)
            setattr(row, column.name, club if of.model is Club else of.rows(club).first())
        elif not column.primary_key and not column.has_default() and not column.null:
            setattr(row, column.name, column.choices[0][0] if column.choices else made_up.get(kind, "1"))
    row.save(force_insert=True)


def _people(club: Club, who: dict) -> None:
    for name in ("Solveig", "Mistake", "Shy"):
        Player.objects.create(club=club, name=name)
    named = {each.name: each for each in club.players.all()}
    rename_player(named["Solveig"], "Solveig Dahl", **who)
    make_anonymous(named["Shy"], **who)
    make_anonymous(named["Mistake"], **who)
    name_again(named["Mistake"], **who)


def _at_one_table(club: Club, olga: User, who: dict) -> None:
    out = play_out(game(club, olga))
    play_again(link(out), 2, by_user=olga.pk, at=NOON)
    adjust_points(game(club, olga, preset="widow"), uuid4(), (5, 0, 0), "Ann {sang}", **who)
    change_remark(out, "Ann {laughed}", for_all=True, **who)
    play_out(game(club, olga, names=("Annie", "Bob", "Clara", "Dan")))
    merge_players(club.players.get(name="Ann"), club.players.get(name="Annie"), **who)
    asked = game(club, olga, asks=True)
    first = record(asked, high(1, 0, 9)).hand
    confirm_hand(link(asked), uuid4(), first.uid, agrees=False, seat=1, at=NOON)
    record(asked, low(2, 4))


def _rules(club: Club, who: dict) -> None:
    content = own_rules()
    own = save_set(club, content, **who)
    set_default(club, f"own-{own.code}", **who)
    gone = save_set(club, replace(content, name="Summer rules"), **who)
    retire_set(club, gone.code, **who)


def _second_party(club: Club, olga: User, who: dict) -> None:
    """Names on both lists, a wish, a removed draft that can come back, a party with steps of every kind to undo."""
    made = party(club, olga, *NINE, name="{Braces} {player:1}", own_prizes=("Ann’s cake",))
    broadcast.show_message(made, "Ann has cake", **who)
    party_lifecycle.change_remark(made, "Ann {cried}", for_all=False, **who)
    door.open_door(made, **who)
    made.refresh_from_db()
    door.put_on_list(made, made.door, "Joker", "phone", at=NOON)
    expected.add_expected(made, [["Zelda", "Link"]], **who)
    wishes.add_wish(made, key(made, "Ann"), key(made, "Bob"), kind="apart", hard=False, **who)
    party_lifecycle.give_prize(made, "Ann’s cake", 1, **who)
    next_round(made, olga)
    swaps.swap_seats(made, key(made, "Ann"), key(made, "Eva"), reason="Ann {likes} Eva", **who)
    typed(made, olga, (7, 4), (4, 7))
    seating.make_draft(made, seed=4, **who)
    people.check_in(made, ["Latecomer"], **who)
    swaps.swap_seats(made, key(made, "Ann"), key(made, "Ida"), reason="Ida asked", **who)
    seating.discard_draft(made, **who)
    seating.make_draft(made, seed=5, **who)
    swaps.swap_seats(made, key(made, "Ann"), key(made, "Ida"), reason="Ida asked again", **who)
    rehearsed = rehearsal.rehearse(party(club, olga, *NINE, name="Night of Ann"), **who)
    next_round(rehearsed, olga)
    people.leave_now(rehearsed, key(rehearsed, "Ann"), substitute=key(rehearsed, "Ida"), **who)


def texts(club: Club) -> dict[str, list[str]]:
    """What pages say of the history of a club: each line of each log."""
    found = {}
    for each in Party.objects.filter(club=club):
        lines = [str((line.at, line.who, line.what, line.before, line.after)) for line in _log_lines(each)]
        found[f"party {each.code}"] = lines
    for each in Game.objects.filter(club=club):
        found[f"game {each.code}"] = [str((line.at, line.who, line.what, line.old)) for line in game_page(each).log]
    return found


def _log_lines(of: Party) -> list:
    return [line for page in range(1, log(of, 1).paginator.num_pages + 1) for line in log(of, page)]


def document(club: Club, **more: object) -> bytes:
    out = io.BytesIO()
    write(club, out, at=NOON + timedelta(days=1), **more)
    return out.getvalue()


class _TakenApart(Exception):
    """Ends the transaction in which the club was made."""


@cache
def packed() -> Packed:
    """The busy club, made once for all tests of a process; nothing of it stays in the database."""
    found = []
    try:
        with transaction.atomic():
            take_all_keys()
            club = build()
            found.append(Packed(document(club), texts(club)))
            raise _TakenApart
    except _TakenApart:
        return found[0]


def last_keys() -> dict[str, int]:
    """The last key of each sequence of PostgreSQL."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT schemaname || '.' || sequencename, coalesce(last_value, 1) FROM pg_sequences")
        return dict(cursor.fetchall())


def give_keys_back(keys: dict[str, int]) -> None:
    with connection.cursor() as cursor:
        for sequence, last in keys.items():
            cursor.execute("SELECT setval(%s, %s)", [sequence, last])


def take_all_keys() -> None:
    """Let the next row of every table have a key like no other number."""
    with connection.cursor() as cursor:
        for model in our_models():
            name = model._meta.db_table
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [name])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [name, FIRST_KEY])
            elif any(each.name == "id" for each in model._meta.concrete_fields):
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [f'"{name}"', FIRST_KEY])


def moved_in(packed_document: bytes) -> Club:
    club = move_in(io.BytesIO(packed_document)).club
    assert club is not None
    return club
