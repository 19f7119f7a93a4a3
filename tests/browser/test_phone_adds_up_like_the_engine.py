"""The law of the phone: what game.js makes of the hands that wait is what the engine makes of them, by any rules."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.browser.conftest import Scripts
from tests.engine.builders import golden, golden_hands, golden_options, left_alone
from tests.play.pad_previews import SOLO_TRICKS, Pad, sent
from whistclub.engine.game import GameState, advance, start, step
from whistclub.engine.hand import Contract, Entry, Hand, Redeal, Revoke
from whistclub.engine.options import PRESETS, LimitTie, RuleOptions
from whistclub.engine.scoring import score
from whistclub.play import text

pytestmark = pytest.mark.browser

GAMES = 16  # by each rule set
MOST_ENTRIES = 60
VARIANTS = {
    "extra hand": replace(PRESETS["minnesota"], target=None, max_hands=4, limit_tie=LimitTie.EXTRA),
    "target and limit": replace(PRESETS["neuralplay"], target=9, max_hands=5),
    "draw": replace(PRESETS["askov"], max_hands=3, limit_tie=LimitTie.DRAW),
    "revoke": replace(PRESETS["neuralplay"], revoke_tricks=2),
    "revoke of three": replace(PRESETS["widow"], revoke_tricks=1),
}
RULES = {**PRESETS, **VARIANTS}
for preset, changed in left_alone(RULES.values()):
    RULES[f"{preset} with another {min(changed)}"] = replace(PRESETS[preset], **changed)

# Of each of some games that begin alike the state after each of its entries.
STATES = """(pad, { game, games }) => games.map((entries) => {
    let state = game.state;
    return entries.map((each) => (state = pad.after(game, state, each)));
})"""
PREVIEWS = "(pad, { game, forms }) => forms.map((fields) => pad.preview(game, game.state, fields))"


def seen(state: GameState, entries: list[Entry]) -> dict[str, object]:
    """What the engine says of the same game."""
    return {
        "position": len(entries) + 1,
        "dealer": state.dealer,
        "totals": list(state.totals),
        "stars": list(state.stars),
        "hands": state.hands_scored,
        "over": state.over,
    }


def posted(pad: Pad, entry: Entry) -> dict[str, str]:
    """An entry as the form of this pad has it."""
    if isinstance(entry, Redeal):
        return sent("high:", "", pad.near) | {"save": "next_dealer" if entry.deal_passes else "same_dealer"}
    assert isinstance(entry, Hand)
    who = {Contract.LOW: "low", Contract.WIDOW: "none"}.get(entry.contract, "")
    bid = f"{entry.contract.value}:{who if entry.declarer is None else entry.declarer}"
    revoke = f"{entry.revoke.by}-{entry.revoke.against}" if entry.revoke else ""
    if entry.contract.is_solo:
        made = entry.tricks == SOLO_TRICKS[entry.contract]["made"]
        return sent(bid, "made" if made else "failed", pad.near)
    first = entry.declarer if entry.contract is Contract.HIGH else pad.near
    turned = [entry.tricks[(first + side) % len(entry.tricks)] for side in range(len(entry.tricks))]
    return sent(bid, f"{turned[0]}-{turned[1]}", pad.near, revoke)


def played(options: RuleOptions, hands: list[Hand], chance: random.Random) -> Iterator[Entry]:
    """Hands that the form can send, some with a revoke, and redeals between them."""
    while True:
        if chance.random() < 0.08:
            yield Redeal(deal_passes=chance.random() < 0.5)
            continue
        hand = chance.choice(hands)
        if options.revoke_tricks and not hand.contract.is_solo and chance.random() < 0.4:
            hand = replace(hand, revoke=Revoke(*chance.sample(range(options.form.sides), 2)))
        yield hand


@pytest.mark.parametrize("name", RULES)
def test_hands_that_wait_add_up_as_the_engine_says(scripts: Scripts, name: str):
    options, chance = RULES[name], random.Random(name)
    seats = options.form.seats
    for viewer in range(seats):
        pad = Pad(options, viewer, chance.randrange(seats))
        hands = [hand for _bid, _tricks, hand in pad.hands()]
        games, expected = [], []
        for _game in range(GAMES // seats):
            state, entries, states = start(options, pad.dealer), [], []
            for entry in played(options, hands, chance):
                entries.append(entry)
                state = step(state, entry, options)
                states.append(seen(state, entries))
                if state.over or len(entries) == MOST_ENTRIES:
                    break
            games.append([posted(pad, each) for each in entries])
            expected.append(states)
        assert scripts(STATES, {"game": pad.game, "games": games}) == expected


def test_every_golden_game_adds_up_on_the_phone(scripts: Scripts):
    for game in golden("games.json"):
        pad = Pad(golden_options(game), None, game["first_dealer"])
        state, entries, expected = start(pad.options, pad.dealer), [], []
        for entry in golden_hands(game):
            if not state.over and isinstance(entry, Hand | Redeal):
                entries.append(entry)
                state = step(state, entry, pad.options)
                expected.append(seen(state, entries))
        games = [[posted(pad, each) for each in entries]]
        assert scripts(STATES, {"game": pad.game, "games": games}) == [expected]


@pytest.mark.parametrize("name", RULES)
def test_the_sentence_before_saving_is_true_on_every_chair(scripts: Scripts, name: str):
    options = RULES[name]
    for viewer in (None, *range(options.form.seats)) if name in PRESETS else (None, 1):
        pad = Pad(options, viewer)
        hands = list(pad.hands())
        forms = [sent(bid, tricks, pad.near) for bid, tricks, _hand in hands]
        found = scripts(PREVIEWS, {"game": pad.game, "forms": forms})
        for (_bid, _tricks, hand), sentence in zip(hands, found, strict=True):
            outcome = score(hand, options)
            state = advance(pad.state, outcome, options)
            words = text.hand(outcome, pad.view.short_name(hand.declarer), pad.view.sides, options)
            over = " The game would be over." if state.over else ""
            assert sentence == f"{words} Score: {text.score(state.totals, pad.view.sides, state.stars)}.{over}"
