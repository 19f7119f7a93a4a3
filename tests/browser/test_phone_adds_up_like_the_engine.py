"""The law of the phone: what game.js makes of a game is what the engine makes of it, by any rules."""

# Over 300 lines because what the phone says before a correction is built from the same law.

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import builders
from tests.browser.conftest import Scripts
from tests.engine.builders import golden, golden_hands, golden_options, legal_entry, legal_hand, rules
from tests.play.pad_previews import SOLO_TRICKS, Pad, sent
from whistclub.accounts.models import User
from whistclub.engine.deal import first_leader
from whistclub.engine.entries import Adjustment, Entry, Redeal
from whistclub.engine.game import GameResult, GameState, advance, last_state, play_game
from whistclub.engine.hand import Contract, Hand
from whistclub.engine.options import Carry, LimitTie, RuleOptions
from whistclub.engine.presets import PRESETS
from whistclub.engine.prospects import is_extra_hand
from whistclub.engine.scoring import score
from whistclub.play.games import concede, end_now
from whistclub.play.models import Game
from whistclub.play.queries import game_view
from whistclub.play.scorepad.phone_game import phone_game
from whistclub.play.text import hands as hand_text
from whistclub.play.text import hints
from whistclub.web.formatting import format_score

pytestmark = pytest.mark.browser

LAW = settings(max_examples=60, deadline=None)

# What the phone makes of a game after its first entries, and of the same entries when they wait to be sent.
STATES = """(pad, { game, items, lengths }) => {
    const seen = (game, items) => {
        const state = pad.stateAfter(game, items);
        return {
            totals: state.totals, stars: state.stars, dealer: state.dealer, over: state.over, winner: state.winner,
            hands: state.hands, number: state.number, position: state.position,
            heading: state.over ? "" : pad.heading(game, state), verdict: state.over ? pad.verdict(game, state) : "",
            score: pad.score(game, state), hints: pad.hints(game, state),
            leaders: Object.fromEntries(Object.entries(game.leaders).map(([bid, seats]) => [bid, seats[state.dealer]])),
            lines: state.lines.map(({ number, counts, totals }) => ({ number, totals: counts ? totals : null })),
        };
    };
    const saved = ([entries, adjustments]) => seen(
        { ...game, entries: game.entries.slice(0, entries), adjustments: game.adjustments.slice(0, adjustments) }, []);
    const waiting = ([entries]) => seen({ ...game, entries: [], adjustments: [], known: [] }, items.slice(0, entries));
    return { saved: lengths.map(saved), waiting: lengths.map(waiting) };
}"""


def seen(pad: Pad, entries: Sequence[Entry], state: GameState) -> dict:
    """What the engine says of the same game."""
    options, dealer = pad.options, pad.dealer
    number = 1 + sum(isinstance(entry, Hand) for entry in entries)
    result = play_game(options, dealer, entries)
    numbers = accumulate((isinstance(entry, Hand) for entry in entries), initial=0)
    rows = zip(entries, result.rows, numbers, strict=False)
    return {
        "totals": list(state.totals),
        "stars": list(state.stars),
        "dealer": state.dealer,
        "over": state.over,
        "winner": state.winner,
        "hands": state.hands_scored,
        "number": number,
        "position": 1 + sum(not isinstance(entry, Adjustment) for entry in entries),
        "heading": ""
        if state.over
        else hand_text.hand_heading(number, pad.view.hand_limit, is_extra=is_extra_hand(state, options)),
        "verdict": hand_text.verdict(state.winner, state.totals, pad.view.sides) if state.over else "",
        "score": pad.view.score_of(state.totals, state.stars),
        "hints": [""] * len(state.totals) if state.over else hints.points_to_go(state, options),
        "leaders": {bid: leader(bid, state.dealer, options) for bid in pad.game["bids"]},
        "lines": [
            {
                "number": before + 1 if isinstance(entry, Hand) else None,
                "totals": None if row.totals is None else list(row.totals),
            }
            for entry, row, before in rows
        ],
    }


def leader(bid: str, dealer: int, options: RuleOptions) -> int:
    contract, _colon, who = bid.partition(":")
    return first_leader(Contract(contract), int(who) if who.isdigit() else None, dealer, options)


def item(pad: Pad, entry: Entry, position: int) -> dict:
    """An entry in the outbox, as the form of this pad would post it."""
    if isinstance(entry, Redeal):
        fields = sent("high:", "", pad.near) | {"save": "next_dealer" if entry.deal_passes else "same_dealer"}
    else:
        assert isinstance(entry, Hand)
        who = {Contract.LOW: "low", Contract.WIDOW: "none"}.get(entry.contract, "")
        bid = f"{entry.contract.value}:{who if entry.declarer is None else entry.declarer}"
        revoke = entry.revoke
        fields = sent(bid, posted(pad, entry), pad.near, f"{revoke.by}-{revoke.against}" if revoke else "")
    uid = f"waiting-{position}"
    return {"id": uid, "kind": "hand", "fields": fields | {"uid": uid, "number": str(position)}, "refusal": None}


def posted(pad: Pad, hand: Hand) -> str:
    """The tricks, as this pad's form has them."""
    if hand.contract.is_solo:
        (made,) = SOLO_TRICKS[hand.contract]["made"]
        return "made" if hand.tricks == (made,) else "failed"
    first = hand.declarer if hand.contract is Contract.HIGH else pad.near
    sides = len(hand.tricks)
    turned = [hand.tricks[(first + side) % sides] for side in range(sides)]
    return f"{turned[0]}-{turned[1]}"


def phone_agrees(scripts: Scripts, pad: Pad) -> None:
    """After each entry: saved ones with adjustments among them; waiting ones until the game ends."""
    entries = list(pad.entries)
    ends = [n for n in range(len(entries) + 1) if n == len(entries) or not isinstance(entries[n], Adjustment)]
    lengths = [
        (
            sum(not isinstance(each, Adjustment) for each in entries[:n]),
            sum(isinstance(each, Adjustment) for each in entries[:n]),
        )
        for n in ends
    ]
    played = [entry for entry in entries if not isinstance(entry, Adjustment)]
    items = [item(pad, entry, position) for position, entry in enumerate(played, start=1)]
    made = scripts(STATES, {"game": pad.game, "items": items, "lengths": lengths})
    state_of = partial(last_state, pad.options, pad.dealer)
    for n, saved in zip(ends, made["saved"], strict=True):
        assert saved == seen(pad, entries[:n], state_of(entries[:n]))
    for (n, _adjustments), waiting in zip(lengths, made["waiting"], strict=True):
        # After the end no hand can be entered.
        until = next((k for k in range(n + 1) if state_of(played[:k]).over), n)
        assert waiting == seen(pad, played[:until], state_of(played[:until]))


@st.composite
def options(draw) -> RuleOptions:
    """Any rules; and the built-in ones, some with a hand limit, or with points for one side at a time."""
    chosen = draw(rules() | st.sampled_from(list(PRESETS.values())))
    if draw(st.booleans()):
        chosen = replace(chosen, max_hands=draw(st.integers(1, 6)), limit_tie=draw(st.sampled_from(LimitTie)))
    if draw(st.booleans()) and chosen.form.sides == 2:
        chosen = replace(chosen, carry=Carry.ONE_SIDE, high_set_penalty=0, low_penalty=0)
    return chosen


@st.composite
def pads(draw, most_entries: int = 16) -> Pad:
    chosen = draw(options())
    seat = st.integers(0, chosen.form.seats - 1)
    entries = draw(st.lists(legal_entry(chosen), max_size=most_entries))
    return Pad(chosen, draw(st.none() | seat), draw(seat), tuple(entries))


@LAW
@given(pad=pads())
def test_every_state_of_any_game_is_that_of_the_engine(scripts: Scripts, pad: Pad):
    phone_agrees(scripts, pad)


def test_every_golden_game_adds_up_on_the_phone(scripts: Scripts):
    games = golden("games.json")
    pads = [Pad(golden_options(each), None, each["first_dealer"], tuple(golden_hands(each))) for each in games]
    states = scripts("(pad, games) => games.map((game) => pad.stateAfter(game, []))", [pad.game for pad in pads])
    for game, state in zip(games, states, strict=True):
        result = game["result"]
        found = (state["totals"], state["stars"], state["over"], state["winner"], state["dealer"])
        assert found == tuple(result[name] for name in ("totals", "stars", "over", "winner", "next_dealer"))
        assert [(line["dealer"], line["totals"] if line["counts"] else None) for line in state["lines"]] == [
            (row["dealer"], row.get("totals")) for row in result["rows"]
        ]


# The sentence before saving


PREVIEWS = """(pad, { game, forms, correcting }) => {
    const state = pad.stateAfter(game, []);
    return forms.map((fields) => pad.preview(game, state, fields, correcting));
}"""


def sentences_are_true(scripts: Scripts, pad: Pad) -> None:
    hands = list(pad.hands())
    forms = [sent(bid, tricks, pad.near) for bid, tricks, _hand in hands]
    found = scripts(PREVIEWS, {"game": pad.game, "forms": forms})
    for (_bid, _tricks, hand), sentence in zip(hands, found, strict=True):
        outcome = score(hand, pad.options)
        first_half = hand_text.hand(outcome, pad.view.short_name(hand.declarer), pad.view.sides, pad.options)
        assert sentence == f"{first_half} {pad.score_text(advance(pad.state, outcome, pad.options))}."


@settings(LAW, max_examples=12)
@given(pad=pads(most_entries=5).filter(lambda pad: not pad.state.over))
def test_the_sentence_before_saving_is_true_for_every_hand(scripts: Scripts, pad: Pad):
    sentences_are_true(scripts, pad)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sentence_before_saving_is_true_on_every_chair(scripts: Scripts, preset: str):
    chosen = PRESETS[preset]
    for viewer in (None, *range(chosen.form.seats)):
        sentences_are_true(scripts, Pad(chosen, viewer))


@settings(LAW, max_examples=30)
@given(data=st.data())
def test_the_sentence_before_a_correction_is_true(scripts: Scripts, data: st.DataObject):
    pad = data.draw(pads(most_entries=8))
    played = [entry for entry in pad.entries if not isinstance(entry, Adjustment)]
    if not played:
        return
    position = data.draw(st.integers(1, len(played)))
    index = [n for n, entry in enumerate(pad.entries) if not isinstance(entry, Adjustment)][position - 1]
    hand = data.draw(legal_hand(pad.options))
    if hand.contract.is_solo:
        hand = replace(hand, tricks=SOLO_TRICKS[hand.contract]["failed"])
    (found,) = scripts(
        PREVIEWS, {"game": pad.game, "forms": [item(pad, hand, position)["fields"]], "correcting": position}
    )
    outcome = score(hand, pad.options)
    expected = [hand_text.hand(outcome, pad.view.short_name(hand.declarer), pad.view.sides, pad.options)]
    changed = [*pad.entries[:index], hand, *pad.entries[index + 1 :]]
    assert found == " ".join([*expected, *effects(pad, changed), *moves(pad, index, hand)])


TAKING_OUT = "(pad, { game, position }) => pad.takingOut(game, pad.stateAfter(game, []), position)"


@settings(LAW, max_examples=30)
@given(data=st.data())
def test_the_sentence_before_an_entry_is_taken_out_is_true(scripts: Scripts, data: st.DataObject):
    pad = data.draw(pads(most_entries=8))
    places = [n for n, entry in enumerate(pad.entries) if not isinstance(entry, Adjustment)]
    if not places:
        return
    position = data.draw(st.integers(1, len(places)))
    index = places[position - 1]
    found = scripts(TAKING_OUT, {"game": pad.game, "position": position})
    without = [*pad.entries[:index], *pad.entries[index + 1 :]]
    assert found == " ".join([*effects(pad, without), *moves(pad, index, Redeal())])


def moves(pad: Pad, index: int, entry: Entry) -> list[str]:
    """Which hands have another number after a correction, and where the deal goes."""
    old, later = pad.entries[index], [each for each in pad.entries[index + 1 :] if isinstance(each, Hand)]
    passes = [isinstance(each, Hand) or each == Redeal(deal_passes=True) for each in (old, entry)]
    sentences = {(True, False): ["The deal moves back one place."], (False, True): ["The deal moves on one place."]}
    found = sentences.get((passes[0], passes[1]), [])
    step = isinstance(entry, Hand) - isinstance(old, Hand)
    if not step or not later:
        return found
    first = 2 if isinstance(old, Hand) else 1
    first += sum(isinstance(each, Hand) for each in pad.entries[:index])
    last = first + len(later) - 1
    if first == last:
        return [*found, f"Hand {first} becomes hand {first + step}."]
    return [*found, f"Hands {first} to {last} become hands {first + step} to {last + step}."]


def new_ending(pad: Pad, after: GameResult) -> str:
    """Nothing is saved yet: not "We won"."""
    sides = pad.view.sides
    if after.winner is None:
        return f"The game then ends in a draw: {hand_text.score(after.totals, sides)}."
    totals = [after.totals[after.winner], *(each for side, each in enumerate(after.totals) if side != after.winner)]
    return f"The game then ends {format_score(totals)}, won by {sides[after.winner].object}."


def effects(pad: Pad, changed: Sequence[Entry]) -> list[str]:
    """What a correction changes, from two results of the engine."""
    before, after = (play_game(pad.options, pad.dealer, entries) for entries in (pad.entries, changed))
    old, new = (pad.view.score_of(each.totals, each.stars) for each in (before, after))
    same_end = (before.over, before.winner) == (after.over, after.winner)
    if old == new and same_end:
        return [f"Score unchanged: {old}."]
    found = [f"New score: {new} (now {old})."]
    if after.over and not same_end:
        found.append(new_ending(pad, after))
    if before.over and not after.over:
        found.append("The game is no longer over: play continues.")
    if sum(row.totals is None for row in after.rows) > sum(row.totals is None for row in before.rows):
        found.append(f"The game ends with hand {after.hands_scored}; later hands no longer count.")
    return found


@pytest.mark.django_db
@pytest.mark.parametrize(
    "end",
    [
        lambda game, by: end_now(game, by=by, at=builders.NOON),
        lambda game, by: concede(game, 1, by=by, at=builders.NOON),
    ],
)
def test_a_game_that_people_ended_stays_over_when_it_is_corrected(
    scripts: Scripts, game: Game, olga: User, end: Callable
):
    builders.record(game, builders.high(1, 0, 9), builders.high(2, 1, 8))
    end(game, olga)
    page = json.loads(json.dumps(phone_game(game_view(Game.objects.get(pk=game.pk), 0), correcting=True)))
    fields = sent("high:0", "6-7", 0)
    (sentence,) = scripts(PREVIEWS, {"game": page, "forms": [fields], "correcting": 1})
    assert sentence.endswith(" The game was ended early and stays over.")
