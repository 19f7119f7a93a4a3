"""Short words for entries and rules, the golden files, and arbitrary legal games for the laws."""

import json
from dataclasses import replace
from pathlib import Path

from hypothesis import assume, settings
from hypothesis import strategies as st

from whistclub.engine.hand import Adjustment, Contract, Hand, Redeal, Revoke, contracts
from whistclub.engine.options import (
    LIMITS,
    OPTION_NAMES,
    OPTIONS,
    PRESETS,
    Carry,
    Lead,
    RuleOptions,
    TableFormat,
    Trump,
    options_from_mapping,
    options_problems,
)
from whistclub.engine.standings import Criterion, Played, Result, SitOut, Worth

DATA = Path(__file__).parent / "data"

# The options from here on change no score (RULES.md §1.4).
SHOWN_ONLY = OPTION_NAMES[OPTION_NAMES.index("high_lead") :]

# The engine is fast, but whole games of widow previews are not free.
LAW = settings(max_examples=25, deadline=None)


def golden(name):
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def golden_options(entry):
    return options_from_mapping(entry.get("override") or {}, PRESETS[entry["preset"]])


def golden_hands(game):
    return [Hand(Contract(h["contract"]), h["declarer"], tuple(h["tricks"])) for h in game["hands"]]


def high(declarer, own):
    """A high hand in which the declarer's side wins this many of the 13."""
    return Hand(Contract.HIGH, declarer, (own, 13 - own) if declarer % 2 == 0 else (13 - own, own))


def low(first):
    """A low hand in which side 0 wins this many of the 13."""
    return Hand(Contract.LOW, None, (first, 13 - first))


def widow(taker, *tricks):
    return Hand(Contract.WIDOW, taker, tricks)


def solo(contract, soloist, tricks):
    return Hand(contract, soloist, (tricks,))


def revoked(hand, by, against):
    """The same hand, in which one side revoked against another."""
    return replace(hand, revoke=Revoke(by, against))


def adjust(*points):
    return Adjustment(points)


AGAIN = Redeal()
PASSED_ON = Redeal(deal_passes=True)


def left_alone(sets):
    """What changes each option that changes a score, but is the default, or means nothing, in all these rules: the key
    of a preset, and the option with another value.
    """
    for name, spec in OPTIONS.items():
        if name not in SHOWN_ONLY and not any(
            getattr(each, name) != spec.default and spec.has_meaning(each) for each in sets
        ):
            values = spec.choices or (range(1, spec.limits[1] + 1) if spec.limits else (True, False))
            other = next(value for value in values if value != spec.default)
            changed = {key: replace(preset, **{name: other}) for key, preset in PRESETS.items()}
            fits = [key for key, each in changed.items() if spec.has_meaning(each) and not options_problems(each)]
            yield fits[0], {name: other}


def any_value(name):
    """Any value of this option."""
    spec = OPTIONS[name]
    if spec.choices:
        return st.sampled_from(spec.choices)
    if spec.limits is None:
        return st.booleans()
    numbers = st.integers(*spec.limits)
    return st.none() | numbers if spec.optional else numbers


@st.composite
def rules(draw):
    """Any options that have no problems. A new option is drawn too; only what depends on others is written out."""
    form, carry, trump, target = (draw(any_value(name)) for name in ("form", "carry", "trump", "target"))
    if form is TableFormat.THREE_WITH_WIDOW:
        carry, trump = Carry.BOTH, draw(st.sampled_from([Trump.NONE, Trump.CLUBS]))
    hands = st.integers(*LIMITS["max_hands"]) if target is None else st.none() | st.integers(1, 12)
    bound = {"form": form, "carry": carry, "trump": trump, "target": target, "max_hands": draw(hands)}
    if carry is Carry.ONE_SIDE:
        bound |= {"high_set_penalty": 0, "low_penalty": 0}
    if form is not TableFormat.FOUR_IN_PAIRS:
        bound["solos"] = False
    if trump is Trump.LED:
        bound["high_lead"] = Lead.DECLARER
    options = RuleOptions(**{name: bound[name] if name in bound else draw(any_value(name)) for name in OPTIONS})
    # Now and then no hand scores anything.
    assume(not options_problems(options))
    return options


@st.composite
def legal_hand(draw, options):
    contract = draw(st.sampled_from(contracts(options)))
    seat = st.integers(0, options.form.seats - 1)
    first = draw(st.integers(0, contract.most_tricks))
    match contract:
        case Contract.LOW:
            return Hand(contract, None, (first, 13 - first))
        case Contract.HIGH:
            return Hand(contract, draw(seat), (first, 13 - first))
        case Contract.WIDOW:
            second = draw(st.integers(0, 13 - first))
            return Hand(contract, draw(st.none() | seat), (first, second, 13 - first - second))
    return Hand(contract, draw(seat), (first,))


@st.composite
def games(draw, most_hands=20):
    """Rules, first dealer and hands; some go on past their end."""
    options = draw(rules())
    dealer = draw(st.integers(0, options.form.seats - 1))
    return options, dealer, draw(st.lists(legal_hand(options), max_size=most_hands))


@st.composite
def noted_hand(draw, options):
    """A hand, now and then with a revoke."""
    hand = draw(legal_hand(options))
    sides = st.permutations(range(options.form.sides))
    return (
        hand
        if hand.contract.is_solo
        else replace(hand, revoke=draw(st.none() | sides.map(lambda order: Revoke(*order[:2]))))
    )


def legal_adjustment(options, most=15):
    points = st.integers(-most, most)
    return st.tuples(*[points] * options.form.sides).filter(any).map(Adjustment)


def legal_entry(options):
    """Mostly hands, as at a table."""
    hand = noted_hand(options)
    return hand | hand | st.builds(Redeal, st.booleans()) | legal_adjustment(options)


@st.composite
def games_with_entries(draw, most_entries=20):
    """Rules, first dealer and entries of all kinds; some go on past their end."""
    options = draw(rules())
    dealer = draw(st.integers(0, options.form.seats - 1))
    return options, dealer, draw(st.lists(legal_entry(options), max_size=most_entries))


def written_notes(hand):
    """The notes of a row."""
    return {"revoke": [hand.revoke.by, hand.revoke.against]} if hand.revoke else {}


def turned(hand, options):
    """The same hand with every player one seat further to the left, and so with the sides renamed."""

    def seat(old):
        return None if old is None else (old + 1) % options.form.seats

    def side(old):
        return None if old is None else (old + 1) % options.form.sides

    revoke = hand.revoke and Revoke(side(hand.revoke.by), side(hand.revoke.against))
    tricks = hand.tricks if hand.contract.is_solo else (hand.tricks[-1], *hand.tricks[:-1])
    return Hand(hand.contract, seat(hand.declarer), tricks, revoke)


PEOPLE = range(1, 8)
person = st.sampled_from(PEOPLE)
round_ = st.integers(1, 5)
small = st.integers(0, 2)  # small numbers, so that there are ties

evenings = st.fixed_dictionaries(
    {
        "people": st.permutations(PEOPLE).flatmap(lambda order: st.sampled_from([order[:n] for n in range(8)])),
        "played": st.lists(
            st.builds(Played, person, round_, small.map(lambda n: n + 1), st.sampled_from(Result), *[small] * 4),
            max_size=25,
        ),
        "sat_out": st.lists(st.builds(SitOut, person, round_), max_size=10),
        "criteria": st.lists(st.sampled_from(Criterion), unique=True),
        "worth": st.sampled_from(Worth),
    }
)
