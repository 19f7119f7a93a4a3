"""What the hands of a game add up to for the standings: grands made, hands won."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from whistclub.engine.hand import Contract
from whistclub.engine.scoring import score
from whistclub.play import folding
from whistclub.play.models import Game, Hand


@dataclass(frozen=True, slots=True)
class Tally:
    """Grands made by chair, hands won by side."""

    grands: tuple[int, ...] = (0, 0, 0, 0)
    hands_won: tuple[int, int] = (0, 0)


NOTHING_TALLIED = Tally()


def tally(game: Game, hands: Iterable[Hand]) -> Tally:
    """Add up the hands that count; those after the end of the game do not, and with a result from paper none does."""
    if game.paper is not None:
        return NOTHING_TALLIED
    grands, hands_won = [0, 0, 0, 0], [0, 0]
    played = sorted((hand for hand in hands if not hand.is_redeal), key=lambda hand: hand.number)
    for hand in played[: game.hands_scored]:
        outcome = score(folding.played(hand), game.rules)
        if outcome.contract is Contract.HIGH and outcome.made and hand.declarer is not None:
            grands[hand.declarer] += 1
        one, other = outcome.points
        if one != other:
            hands_won[int(other > one)] += 1
    return Tally(tuple(grands), (hands_won[0], hands_won[1]))


def tallies(games: Mapping[int, Game], hands: Iterable[Hand]) -> dict[int, Tally]:
    """The tally of each game by its key; `hands` are complete ones of any of the games."""
    by_game: dict[int, list[Hand]] = {}
    for hand in hands:
        by_game.setdefault(hand.game_id, []).append(hand)
    return {key: tally(games[key], found) for key, found in by_game.items() if key in games}
