"""What the pad says of the next hand before it is played: the points at stake, and who can win the game with it."""

from dataclasses import dataclass

from whistclub.engine.prospects import previews_of_next_hand
from whistclub.play import replay
from whistclub.play.game_view import GameView
from whistclub.play.text import hints


@dataclass(frozen=True, slots=True)
class NextHand:
    points_at_stake: list[str]
    hands_to_play: str
    ways_to_win: list[str]


def next_hand(view: GameView) -> NextHand:
    previews = previews_of_next_hand(view.rules, view.game.first_dealer, replay.entries(view.entries))
    return NextHand(
        points_at_stake=hints.points_at_stake(view.rules),
        hands_to_play=hints.hands_to_play(view.state, view.rules) if view.hand_limit else "",
        ways_to_win=hints.ways_to_win(previews, view.sides, view.side_order, view.rules.form),
    )
