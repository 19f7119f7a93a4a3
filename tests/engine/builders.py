"""Short words for entries and rules, the golden files, and arbitrary legal games for the laws."""

import json
from dataclasses import replace
from pathlib import Path

from hypothesis import assume, settings
from hypothesis import strategies as st

from whistclub.engine.entries import Adjustment, Redeal
from whistclub.engine.hand import RANKS, Bid, Contract, Hand, Notes, Revoke, Suit, contracts
from whistclub.engine.options import (
    CHOICES,
    LIMITS,
    Carry,
    FailedStar,
    Lead,
    LimitTie,
    RuleOptions,
    TableFormat,
    Trump,
    options_from_mapping,
    options_problems,
)
from whistclub.engine.presets import preset

DATA = Path(__file__).parent / "data"

# The engine is fast, but whole games of widow previews are not free.
LAW = settings(max_examples=60, deadline=None)


def golden(name):
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def golden_options(entry):
    return options_from_mapping(entry.get("override") or {}, preset(entry["preset"]))


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


def noted(hand, **notes):
    """The same hand with these notes and no others."""
    return replace(hand, notes=Notes(**notes))


def adjust(*points):
    return Adjustment(points)


AGAIN = Redeal()
PASSED_ON = Redeal(deal_passes=True)


def _number(name):
    return st.integers(*LIMITS[name])


@st.composite
def rules(draw):
    """Any options that have no problems."""
    form = draw(st.sampled_from(TableFormat))
    carry = draw(st.sampled_from(Carry)) if form.sides == 2 else Carry.BOTH
    penalties = carry is Carry.BOTH
    target = draw(st.none() | _number("target"))
    trumps = [trump for trump in Trump if form is not TableFormat.THREE_WITH_WIDOW or trump is not Trump.LED]
    trump = draw(st.sampled_from(trumps))
    options = RuleOptions(
        form=form,
        high_made=draw(_number("high_made")),
        high_set_award=draw(_number("high_set_award")),
        high_set_penalty=draw(_number("high_set_penalty")) if penalties else 0,
        low_award=draw(_number("low_award")),
        low_penalty=draw(_number("low_penalty")) if penalties else 0,
        solos=form is TableFormat.FOUR_IN_PAIRS and draw(st.booleans()),
        solo_failed_star=draw(st.sampled_from(FailedStar)),
        own_quota=draw(_number("own_quota")),
        widow_quota=draw(_number("widow_quota")),
        target=target,
        max_hands=draw(_number("max_hands") if target is None else st.none() | st.integers(1, 12)),
        limit_tie=draw(st.sampled_from(LimitTie)),
        carry=carry,
        stake=draw(_number("stake")),
        revoke_tricks=draw(_number("revoke_tricks")),
        high_lead=Lead.DECLARER if trump is Trump.LED else draw(st.sampled_from(CHOICES["high_lead"])),
        low_lead=draw(st.sampled_from(CHOICES["low_lead"])),
        trump=trump,
        must_trump=draw(st.booleans()),
        high_colour=draw(st.sampled_from(CHOICES["high_colour"])),
    )
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
def legal_notes(draw, options, contract):
    """Any notes that a hand of this contract may have."""
    side = st.integers(0, options.form.sides - 1)
    nothing = st.none()
    led = options.trump is Trump.LED and contract is Contract.HIGH
    overruled = [known for known in contracts(options) if RANKS.get(known, 0) < RANKS.get(contract, 0)]
    sides = st.permutations(range(options.form.sides))
    return Notes(
        trump=draw(nothing | st.sampled_from(Suit)) if led else None,
        over=draw(nothing | legal_bid(options, overruled)) if overruled else None,
        rest_to=draw(nothing | side),
        revoke=None if contract.is_solo else draw(nothing | sides.map(lambda order: Revoke(*order[:2]))),
    )


def legal_bid(options, known):
    """One of these contracts, with a declarer where it has one."""
    seat = st.integers(0, options.form.seats - 1)
    return st.sampled_from(known).flatmap(
        lambda contract: st.builds(Bid, st.just(contract), st.none() if contract is Contract.LOW else seat)
    )


@st.composite
def noted_hand(draw, options):
    hand = draw(legal_hand(options))
    return replace(hand, notes=draw(legal_notes(options, hand.contract)))


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


def notes_to_mapping(notes):
    """What `notes_from_mapping` reads: {"trump": "hearts", "over": ["high", 2], "rest_to": 1, "revoke": [0, 1]}."""
    found = {}
    if notes.trump is not None:
        found["trump"] = notes.trump.value
    if notes.over is not None:
        found["over"] = [notes.over.contract.value, notes.over.declarer]
    if notes.rest_to is not None:
        found["rest_to"] = notes.rest_to
    if notes.revoke is not None:
        found["revoke"] = [notes.revoke.by, notes.revoke.against]
    return found
