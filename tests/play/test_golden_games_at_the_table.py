"""The golden games of every form, entered hand by hand as phones do."""

from uuid import uuid4

import pytest

from tests import builders
from tests.builders import entry_row, record
from tests.engine.builders import golden, golden_hands, golden_options
from tests.play.phone import pad_url, phone
from tests.web.html import Html
from whistclub.engine.options import options_to_mapping
from whistclub.play.models import Game
from whistclub.web.formatting import format_number

pytestmark = pytest.mark.django_db


def for_the_table(entry: dict) -> bool:
    """After the end no hand can be entered: such games are corrected into being."""
    return all(row["status"] == "scored" for row in entry["result"]["rows"])


GAMES = [entry for entry in golden("games.json") if for_the_table(entry)]


@pytest.mark.parametrize("golden_game", GAMES, ids=[entry["title"] for entry in GAMES])
def test_golden_games_score_the_same_on_the_pad(prairie, olga, golden_game):
    game = builders.game(prairie, olga, preset=golden_game["preset"], dealer=golden_game["first_dealer"])
    game.options = options_to_mapping(golden_options(golden_game))
    game.save()
    for count, hand in enumerate(golden_hands(golden_game), start=1):
        record(game, entry_row(uuid4(), count, hand.contract.value, hand.declarer, hand.tricks))

    game.refresh_from_db()
    result = golden_game["result"]
    state = Game.State.FINISHED if result["over"] else Game.State.RUNNING
    assert (game.totals, game.winner, game.state) == (result["totals"], result["winner"], state)
    assert (game.reason, game.hands_scored) == (result["reason"] or "", result["hands_scored"])
    page = Html(phone("0").get(pad_url(game)))
    assert page.texts("span", css="total") == [format_number(total) for total in result["totals"]]
