"""What a finished game says of its players, hand by hand, worked out on paper."""

from dataclasses import replace

import pytest

from tests.engine.builders import high, low, revoked, solo, widow
from whistclub.engine.facts import COUNTERS, FactsCalculator
from whistclub.engine.game import play_game
from whistclub.engine.hand import Contract
from whistclub.engine.options import PRESETS

NEURALPLAY, ASKOV, WIDOW, DUO = (PRESETS[name] for name in ("neuralplay", "askov", "widow", "two_player"))
REVOKING = replace(NEURALPLAY, revoke_tricks=2)
# What the end of a game says, whatever its hands.
OF_THE_END = COUNTERS[: COUNTERS.index("hands")]


def of_hands(options, *entries):
    """What the hands say of each seat; only what is not nothing. The game ends with them, whether or not it would."""
    result = play_game(options, 0, entries)
    found = FactsCalculator(options).facts(0, entries, result.totals, result.stars, result.winner)
    return [
        {name: getattr(seat, name) for name in COUNTERS if name not in OF_THE_END and getattr(seat, name)}
        for seat in found.seats
    ]


def granded(tricks, points, *, made):
    found = {"grands": 1, "grand_tricks": tricks, "grand_points": points}
    return found | ({"grands_made": 1} if made else {})


WON, LOST = {"hands": 1, "hands_won": 1}, {"hands": 1}

HANDS = {
    "a grand made": (
        NEURALPLAY,
        high(0, 9),
        [
            WON | granded(9, 3, made=True),
            LOST | {"defended": 1, "defended_points": -3},
            WON | {"partner_grands": 1, "partner_made": 1},
            LOST | {"defended": 1, "defended_points": -3},
        ],
    ),
    "a grand set": (
        NEURALPLAY,
        high(3, 5),
        [
            WON | {"defended": 1, "defended_set": 1, "defended_points": 4},
            LOST | {"partner_grands": 1},
            WON | {"defended": 1, "defended_set": 1, "defended_points": 4},
            LOST | granded(5, -4, made=False),
        ],
    ),
    "a grand set that only costs the declarers": (
        PRESETS["south_dakota"],
        high(0, 5),
        [
            LOST | granded(5, -2, made=False),
            WON | {"defended": 1, "defended_set": 1, "defended_points": 2},
            LOST | {"partner_grands": 1},
            WON | {"defended": 1, "defended_set": 1, "defended_points": 2},
        ],
    ),
    "a low hand": (
        NEURALPLAY,
        low(4),
        [
            WON | {"lows": 1, "lows_won": 1, "low_points": 3},
            LOST | {"lows": 1, "low_points": -3},
            WON | {"lows": 1, "lows_won": 1, "low_points": 3},
            LOST | {"lows": 1, "low_points": -3},
        ],
    ),
    "a low hand that only costs who took more": (
        PRESETS["minnesota"],
        low(8),
        [
            LOST | {"lows": 1, "low_points": -2},
            WON | {"lows": 1, "lows_won": 1, "low_points": 2},
            LOST | {"lows": 1, "low_points": -2},
            WON | {"lows": 1, "lows_won": 1, "low_points": 2},
        ],
    ),
    "a Sola Nola made": (
        ASKOV,
        solo(Contract.SOLA_NOLA, 2, 0),
        [LOST, LOST, LOST | {"solos": 1, "solos_made": 1}, LOST],
    ),
    "a Sola Nola failed": (ASKOV, solo(Contract.SOLA_NOLA, 1, 3), [LOST, LOST | {"solos": 1}, LOST, LOST]),
    "a Grand Dix made": (
        ASKOV,
        solo(Contract.GRAND_DIX, 3, 7),
        [LOST, LOST, LOST, LOST | {"solos": 1, "solos_made": 1}],
    ),
    "a Grand Dix failed": (ASKOV, solo(Contract.GRAND_DIX, 0, 6), [LOST | {"solos": 1}, LOST, LOST, LOST]),
    "a grand between two": (
        DUO,
        high(1, 6),
        [WON | {"defended": 1, "defended_set": 1, "defended_points": 2}, LOST | granded(6, -2, made=False)],
    ),
    "a low hand between two": (
        DUO,
        low(5),
        [WON | {"lows": 1, "lows_won": 1, "low_points": 2}, LOST | {"lows": 1, "low_points": -2}],
    ),
    "the widow taken without loss": (
        WIDOW,
        widow(1, 4, 4, 5),
        [LOST, LOST | {"takes": 1, "takes_made": 1, "take_tricks": 4}, WON],
    ),
    "the widow taken with profit": (
        WIDOW,
        widow(2, 3, 3, 7),
        [LOST, LOST, WON | {"takes": 1, "takes_made": 1, "take_tricks": 7}],
    ),
    "the widow taken at a loss": (WIDOW, widow(0, 1, 6, 6), [LOST | {"takes": 1, "take_tricks": 1}, LOST, LOST]),
    "the widow taken by nobody": (WIDOW, widow(None, 3, 4, 6), [LOST, LOST, WON]),
}


@pytest.mark.parametrize("case", HANDS)
def test_a_hand_gives_each_seat_the_counts_worked_out_by_hand(case):
    options, hand, expected = HANDS[case]
    assert of_hands(options, hand) == expected


def test_a_revoke_moves_tricks_before_anything_is_counted():
    made = revoked(high(0, 8), 0, 1)
    assert of_hands(REVOKING, made) == of_hands(REVOKING, high(0, 6))
    saved = revoked(high(0, 6), 1, 0)
    assert of_hands(REVOKING, saved)[0] == WON | granded(8, 2, made=True)
    caught = revoked(low(5), 0, 1)
    assert of_hands(REVOKING, caught) == of_hands(REVOKING, low(7))
    assert of_hands(NEURALPLAY, made) == of_hands(NEURALPLAY, high(0, 8))


def test_a_result_from_paper_has_points_and_no_hands():
    found = FactsCalculator(NEURALPLAY).facts(0, [], [14, 6], [0, 0], 0)
    assert [(seat.won, seat.points, seat.points_against, seat.hands) for seat in found.seats] == [
        (1, 14, 6, 0),
        (0, 6, 14, 0),
        (1, 14, 6, 0),
        (0, 6, 14, 0),
    ]
    assert (found.hands, found.best_hands, found.best_numbers) == (0, (0, 0), (0, 0))
