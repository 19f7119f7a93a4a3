"""The law of the outbox: what waits on a phone changes its game as the server will, entry by entry."""

import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from random import Random
from uuid import uuid4

import pytest

from tests import builders
from tests.browser.conftest import Scripts
from tests.play.pad_previews import Pad, revokes, sent
from tests.play.test_last_hand_taken_out import with_extra_hand
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.presets import PRESETS
from whistclub.play import replay
from whistclub.play.actions.adjusting import adjust_points
from whistclub.play.actions.party_games import end_here
from whistclub.play.actions.recording import correct_hand, record_hand, undo_hand
from whistclub.play.models import Game
from whistclub.play.queries import game_view
from whistclub.play.scorepad.form import HandForm, UndoForm
from whistclub.play.scorepad.phone_game import phone_game
from whistclub.play.text import hints
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def posted_hand(chance: Random, pad: Pad, number: int, replaces: str) -> dict[str, str]:
    bid, tricks, hand = chance.choice(list(pad.hands()))
    revoke = "" if hand.contract.is_solo else chance.choice(["", "", *revokes(pad.options)])
    fields = sent(bid, tricks, pad.near, revoke) | {"number": str(number), "replaces": replaces}
    return fields | {"save": chance.choice(["hand"] * 6 + ["same_dealer", "next_dealer"])}


def some_entry(chance: Random, pad: Pad, game: Game) -> tuple[str, dict[str, str]]:
    """What a phone might tap next; now and then what it can no longer do."""
    entries = replay.read(game)
    current = entries.current_entries
    kind = chance.choice(["hand"] * 6 + ["undo", "undo", "correction", "correction", "end"])
    old = chance.choice(current) if current else None
    if kind == "hand" or old is None:
        return "hand", posted_hand(chance, pad, len(current) + 1 + (chance.random() < 0.05), "")
    if kind == "correction":
        save = "hand" if old.is_taken_out else chance.choice(["hand", "hand", "taken_out"])
        return kind, posted_hand(chance, pad, old.position, str(old.uid)) | {"save": save}
    if kind == "undo":
        return kind, {"last": str((current[-1] if chance.random() < 0.9 else old).uid)}
    return (kind, {}) if chance.random() < 0.3 else ("undo", {"last": str(current[-1].uid)})


def post(game: Game, kind: str, fields: dict[str, str]) -> None:
    """As the views do it; what is refused changes nothing."""
    form = HandForm(fields) if kind in ("hand", "correction") else UndoForm(fields)
    form.is_valid()
    with suppress(ActionRefused):
        match kind:
            case "hand":
                record_hand(builders.link(game), form.entry(), by_seat=0, at=builders.NOON)
            case "correction":
                correct_hand(builders.link(game), form.entry(), by_seat=0, at=builders.NOON)
            case "undo":
                undo_hand(builders.link(game), *form.values(), by_seat=0, at=builders.NOON)
            case "end":
                with write_transaction():
                    end_here(game, at=builders.NOON)


def shown(game: Game, tapped: Collection[str]) -> dict:
    """The game as the server has it, with the texts of the entries whose uids were `tapped`."""
    view = game_view(Game.objects.get(pk=game.pk), 0)
    result, last = view.result, view.last_entry
    return {
        "totals": list(result.totals),
        "stars": list(result.stars),
        "dealer": result.next_dealer,
        "over": result.over,
        "winner": result.winner,
        "position": view.next_position,
        "number": view.next_hand_number,
        "last": str(last.uid) if last else None,
        "undo": view.undo_label,
        "heading": "" if result.over else view.next_hand_heading,
        "verdict": view.verdict,
        "hints": [""] * len(view.sides) if result.over else hints.points_to_go(view.state, view.rules),
        "lines": [[line.key, line.number, line.score_after] for line in view.lines],
        "texts": [
            [
                line.bid if line.taken_out else line.text,
                *(line.bid, line.result, line.kind, line.gains, line.notes, line.taken_out),
            ]
            for line in view.lines
            if line.key in tapped
        ],
    }


WAITING = """(pad, { game, items }) => [...items.keys()].map((index) => {
    const state = pad.stateAfter(game, items.slice(0, index + 1));
    const { totals, stars, dealer, over, winner, position, number } = state;
    return {
        totals, stars, dealer, over, winner, position, number,
        last: state.last?.uid ?? null,
        undo: state.last ? pad.undoLabel(game, state) : "",
        heading: over ? "" : pad.heading(game, state), verdict: over ? pad.verdict(game, state) : "",
        hints: pad.hints(game, state),
        lines: state.lines.map((line) => [line.key, line.number, line.counts
            ? pad.points(pad.sidesInOrder(game).map((side) => line.totals[side])) : ""]),
        texts: state.lines.filter((line) => line.entry?.fields).map((line) => {
            const { sentence, bid, result, kind, gains, notes, before } = pad.described(game, line.entry);
            return [sentence, bid, result, kind, gains, notes, before || ""];
        }),
    };
})"""


@pytest.mark.parametrize("preset", ["neuralplay", "askov", "widow", "two_player", "tuppi"])
def test_what_waits_changes_the_game_as_the_server_will(scripts: Scripts, prairie: Club, olga: User, preset: str):
    for seed in range(3):
        chance = Random(f"{preset} {seed}")
        rules = replace(
            PRESETS[preset], max_hands=chance.choice([None, 3]) or PRESETS[preset].max_hands, revoke_tricks=2
        )
        game = builders.game(prairie, olga, rules=rules, preset=preset)
        pad = Pad(rules, 0)
        for _entry in range(4):
            post(game, *identified(*some_entry(chance, pad, game)))
        adjust_points(game, uuid4(), [2, *[0] * (rules.form.sides - 1)], "as agreed", by=olga, at=builders.NOON)
        on_the_page = json.loads(json.dumps(phone_game(game_view(Game.objects.get(pk=game.pk), 0))))
        items, expected = [], []
        for _entry in range(16):
            kind, fields = identified(*some_entry(chance, pad, game))
            items.append({"id": fields["uid"], "kind": kind, "fields": fields, "refusal": None})
            post(game, kind, fields)
            expected.append(shown(game, {each["id"] for each in items}))
        assert scripts(WAITING, {"game": on_the_page, "items": items}) == expected


def identified(kind: str, fields: dict[str, str]) -> tuple[str, dict[str, str]]:
    return kind, fields | {"uid": str(uuid4())}


@pytest.mark.parametrize("saved", range(4))
def test_a_last_hand_before_extra_hands_waits_as_the_server_will_have_it(
    scripts: Scripts, prairie: Club, olga: User, saved: int
):
    """Hands are taken out and put back, some before the page was opened."""
    game = with_extra_hand(prairie, olga)
    rules, items, expected = Game.objects.get(pk=game.pk).frozen_rules, [], []
    hands = {n: next(f for f in Pad(rules, 0).hands() if f[2].contract == "high") for n in (3, 4)}
    on_the_page = {}
    for count, (position, save) in enumerate([(4, "taken_out"), (3, "taken_out"), (3, "hand"), (4, "hand")]):
        if count == saved:
            on_the_page = json.loads(json.dumps(phone_game(game_view(Game.objects.get(pk=game.pk), 0))))
        bid, tricks, _hand = hands[position]
        old = game.hands.get(position=position, current=True)
        fields = sent(bid, tricks, 0) | {"number": str(position), "replaces": str(old.uid), "save": save}
        kind, fields = identified("correction", fields)
        post(game, kind, fields)
        if count >= saved:
            items.append({"id": fields["uid"], "kind": kind, "fields": fields, "refusal": None})
            expected.append(shown(game, {each["id"] for each in items}))
    assert scripts(WAITING, {"game": on_the_page, "items": items}) == expected
    assert Game.objects.get(pk=game.pk).last_hand == 4
