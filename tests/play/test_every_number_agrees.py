"""The consistency law: engine, score table, pad, rules page and score sheet never say different numbers."""

from dataclasses import replace
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.builders import NOON, link
from tests.engine.builders import rules
from tests.play.pad_previews import NAMES, Pad, revoked, revokes, sent
from whistclub.club.actions import players_named
from whistclub.engine.game import start
from whistclub.engine.hand import Contract, Hand
from whistclub.engine.options import PRESETS, RuleOptions, options_to_mapping
from whistclub.engine.scoring import Outcome, score, score_table
from whistclub.play import replay
from whistclub.play.entries import record_hand
from whistclub.play.models import Game, Seat
from whistclub.play.pad.form import HandForm
from whistclub.rules.score_tables import ScoreTable, tables
from whistclub.web.formatting import format_signed

FEW = settings(max_examples=30, deadline=None)


def viewer_of(options: RuleOptions) -> st.SearchStrategy[int | None]:
    return st.none() | st.integers(0, options.form.seats - 1)


@st.composite
def pads(draw):
    """Before the first hand."""
    options = draw(rules())
    return Pad(options, draw(viewer_of(options)), draw(st.integers(0, options.form.seats - 1)))


def lines_of(options: RuleOptions) -> dict[tuple, Outcome]:
    lines = score_table(options)
    found = {(line.contract, line.side, line.tricks): line for line in lines}
    assert len(found) == len(lines)
    return found


def line_of(hand: Hand, options: RuleOptions) -> tuple:
    return hand.contract, None if hand.declarer is None else options.form.side_of(hand.declarer), hand.tricks


def engine_agrees_with_its_table(pad: Pad) -> None:
    lines = lines_of(pad.options)
    for _bid, _tricks, hand in pad.hands():
        assert score(hand, pad.options) == lines[line_of(hand, pad.options)]


def by_side(outcome: Outcome) -> tuple[dict[int, int], set[int]]:
    points = {side: each for side, each in enumerate(outcome.points) if each}
    return points, {side for side, each in enumerate(outcome.stars) if each}


def pad_agrees_with_engine(pad: Pad) -> None:
    for bid, tricks, hand in pad.hands():
        assert pad.worth(bid, tricks) == by_side(score(hand, pad.options))


def pad_agrees_about_revokes(pad: Pad) -> None:
    known = revokes(pad.options)
    for bid, tricks, hand in pad.hands():
        for revoke_key, revoke in () if hand.contract.is_solo else known.items():
            assert pad.worth(bid, tricks, revoke_key) == by_side(score(revoked(hand, revoke), pad.options))


def form_means(pad: Pad, bid: str, tricks: str, revoke: str = "") -> Hand:
    """The hand that the server reads from what the phone sends."""
    form = HandForm(sent(bid, tricks, pad.near, revoke))
    assert form.is_valid(), form.errors
    entry = form.entry()
    return replay.value(entry.contract, entry.declarer, entry.tricks, entry.notes)


# By any rules


@FEW
@given(pads())
def test_every_hand_scores_as_in_the_score_table(pad):
    engine_agrees_with_its_table(pad)
    every_cell(pad.options)


@FEW
@given(pads())
def test_the_pad_knows_the_worth_of_every_hand(pad):
    pad_agrees_with_engine(pad)


@FEW
@given(pads())
def test_the_pad_knows_the_worth_of_a_hand_with_a_revoke(pad):
    pad_agrees_about_revokes(pad)


@FEW
@given(pads(), st.data())
def test_the_server_decodes_the_hand_the_preview_described(pad, data):
    bid, tricks, hand = data.draw(st.sampled_from(list(pad.hands())))
    known = {"": None} | ({} if hand.contract.is_solo else revokes(pad.options))
    revoke_key = data.draw(st.sampled_from(list(known)))
    read = form_means(pad, bid, tricks, revoke_key)
    assert read == (revoked(hand, known[revoke_key]) if revoke_key else hand)


@pytest.mark.django_db
@settings(FEW, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pads(), st.data())
def test_the_saved_hand_has_the_worth_that_the_pad_knows(prairie, pad, data):
    game = Game(club=prairie, options=options_to_mapping(pad.options), first_dealer=pad.dealer, started_at=NOON)
    game.cache_state(start(pad.options, pad.dealer))
    game.save()
    people = players_named(prairie, NAMES[: game.form.seats])
    Seat.objects.bulk_create(Seat(game=game, position=seat, player=player) for seat, player in enumerate(people))
    bid, tricks, hand = data.draw(st.sampled_from(list(pad.hands())))
    revoke_key = data.draw(st.sampled_from(["", *revokes(pad.options)])) if not hand.contract.is_solo else ""
    form = HandForm(sent(bid, tricks, pad.near, revoke_key) | {"uid": str(uuid4())})
    assert form.is_valid()
    record_hand(link(game), form.entry(), by_seat=pad.viewer, at=NOON)
    saved = Game.objects.get(pk=game.pk)
    points, stars = pad.worth(bid, tricks, revoke_key)
    sides = range(len(saved.totals))
    # Of two sides with points only one may hold them in some games, but one hand never gives to both.
    assert saved.totals == [points.get(side, 0) for side in sides]
    assert saved.stars == [int(side in stars) for side in sides]


# By the built-in rules, every outcome


@pytest.fixture(scope="module", params=PRESETS)
def preset(request) -> RuleOptions:
    return PRESETS[request.param]


def chairs(options: RuleOptions) -> list[int | None]:
    return [None, *range(options.form.seats)]


def test_every_hand_of_a_preset_scores_as_in_its_table(preset):
    engine_agrees_with_its_table(Pad(preset))


def test_every_sentence_of_a_preset_is_true_on_every_chair(preset):
    for viewer in chairs(preset):
        pad_agrees_with_engine(Pad(preset, viewer))


def test_every_preset_describes_revokes_as_they_score(preset):
    for viewer in chairs(preset)[:2]:
        pad_agrees_about_revokes(Pad(preset, viewer))


@pytest.mark.parametrize("moved", [1, 7])
def test_revokes_that_move_tricks_are_described_as_they_score(preset, moved):
    pad_agrees_about_revokes(Pad(replace(preset, revoke_tricks=moved), viewer=1))


def test_every_hand_of_a_preset_is_decoded_correctly(preset):
    for viewer in chairs(preset):
        pad = Pad(preset, viewer)
        for bid, tricks, hand in pad.hands():
            assert form_means(pad, bid, tricks) == hand


def drawn(line: Outcome, of: dict[str, ScoreTable]) -> None:
    """Find the line of the score table in the drawn tables and compare every number."""
    match line.contract:
        case Contract.HIGH:
            points = (line.points[line.side], line.points[1 - line.side])
            assert row(of["high"], line.tricks[line.side]) == [*map(format_signed, points), line.made]
        case Contract.LOW:
            for own in (0, 1):
                points = (line.points[own], line.points[1 - own])
                assert row(of["low"], line.tricks[own])[:2] == [*map(format_signed, points)]
        case Contract.WIDOW:
            for side, (tricks, points) in enumerate(zip(line.tricks, line.points, strict=True)):
                assert row(of["widow"], tricks)[line.side != side] == format_signed(points)
        case _:
            name = {Contract.SOLA_NOLA: "Sola Nola", Contract.GRAND_DIX: "Grand Dix"}[line.contract]
            [star] = [each.cells[1] for each in of["solos"].rows if (each.head, each.made) == (name, line.made)]
            own, other = line.stars[line.side], line.stars[1 - line.side]
            whose = "a star for the soloist’s side" if own else "a star for the defenders"
            assert star == (whose if own or other else "no star")


def row(of: ScoreTable, tricks: int) -> list[object]:
    assert of.rows[tricks].head == str(tricks)
    return [*of.rows[tricks].cells, of.rows[tricks].made]


def every_cell(options: RuleOptions) -> None:
    of = {table.key: table for table in tables(options)}
    assert {key: len(table.rows) for key, table in of.items()} in (
        {"widow": 14},
        {"high": 14, "low": 14},
        {"high": 14, "low": 14, "solos": 4},
    )
    for line in score_table(options):
        drawn(line, of)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_cell_of_a_preset_matches_the_score_table(preset):
    every_cell(PRESETS[preset])
