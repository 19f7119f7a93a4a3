"""The game as the phone has it: its score table looked up, and its sentences read back into numbers; no database.

Whatever is known here about keys and words is written down anew, not asked of the program.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from uuid import uuid4

from tests.engine.builders import written_notes
from whistclub.engine.game import GameState, last_state
from whistclub.engine.hand import Adjustment, Contract, Entry, Hand, Redeal, Revoke, contracts
from whistclub.engine.options import RuleOptions, options_to_mapping
from whistclub.play.game_view import GameView
from whistclub.play.models import AdjustmentRecord as AdjustmentRow
from whistclub.play.models import EntryRecord as Row
from whistclub.play.models import Game, Player, Seat
from whistclub.play.pad.phone_game import phone_game
from whistclub.play.replay import ScoreSheet

NAMES = ("Ann", "Bob", "Clara", "Dan")
SOLO_TRICKS = {Contract.SOLA_NOLA: {"made": (0,), "failed": (1,)}, Contract.GRAND_DIX: {"made": (7,), "failed": (0,)}}


@dataclass(frozen=True)
class Pad:
    """A pad before the next hand of a game by these rules; its owner sits on `viewer`, `entries` are stored."""

    options: RuleOptions
    viewer: int | None = None
    dealer: int = 0
    entries: tuple[Entry, ...] = ()

    @cached_property
    def game(self) -> dict:
        """What the page carries."""
        return json.loads(json.dumps(phone_game(self.view)))

    @cached_property
    def view(self) -> GameView:
        game = Game(options=options_to_mapping(self.options), first_dealer=self.dealer)
        seats = [
            Seat(position=seat, player=Player(pk=seat + 1, name=NAMES[seat])) for seat in range(self.options.form.seats)
        ]
        return GameView(game, seats, self.rows, self.viewer)

    @property
    def rows(self) -> ScoreSheet:
        """The rows of these entries, as they are read from a database."""
        hands: list[Row] = []
        adjustments = []
        for entry in self.entries:
            match entry:
                case Adjustment():
                    adjustments.append(AdjustmentRow(uid=uuid4(), after=len(hands), points=list(entry.points)))
                case Redeal():
                    notes = {"deal_passes": True} if entry.deal_passes else {}
                    played = {"contract": "redeal", "declarer": None, "tricks": []}
                    hands.append(self._row(len(hands) + 1, played, notes))
                case Hand():
                    played = {
                        "contract": entry.contract.value,
                        "declarer": entry.declarer,
                        "tricks": list(entry.tricks),
                    }
                    hands.append(self._row(len(hands) + 1, played, written_notes(entry)))
        return ScoreSheet(hands, adjustments)

    def _row(self, position: int, played: dict, notes: dict) -> Row:
        return Row(uid=uuid4(), position=position, notes=notes, **played)

    @cached_property
    def state(self) -> GameState:
        """The game before the next hand."""
        return last_state(self.options, self.dealer, self.entries)

    @property
    def near(self) -> int:
        return (self.viewer or 0) % self.options.form.sides

    def hands(self) -> Iterator[tuple[str, str, Hand]]:
        """Every ``contract:bid`` and tricks that the form can send, with the hand that it means."""
        for contract in contracts(self.options):
            for bid, seat in self._bids(contract):
                for key, tricks in self._tricks(contract, seat):
                    yield f"{contract.value}:{bid}", key, Hand(contract, seat, tricks)

    def _bids(self, contract: Contract) -> list[tuple[str, int | None]]:
        seats: list[tuple[str, int | None]] = [(str(seat), seat) for seat in range(self.options.form.seats)]
        if contract is Contract.LOW:
            return [("low", None)]
        return [*seats, ("none", None)] if contract is Contract.WIDOW else seats

    def _tricks(self, contract: Contract, seat: int | None) -> Iterator[tuple[str, tuple[int, ...]]]:
        if contract.is_solo:
            yield from SOLO_TRICKS[contract].items()
            return
        if contract is Contract.WIDOW:
            for one in range(14):
                for two in range(14 - one):
                    turned = (one, two, 13 - one - two)
                    yield f"{one}-{two}", tuple(turned[(side - self.near) % 3] for side in range(3))
            return
        first = self.near if seat is None else seat % 2
        for own in range(14):
            yield f"{own}-{13 - own}", (own, 13 - own) if first == 0 else (13 - own, own)

    def worth(self, bid: str, tricks: str, revoke: str = "") -> tuple[dict[int, int], set[int]]:
        """What the phone's score table gives for these choices: points by side, and the sides with a star."""
        table = self.game["bids"][bid.replace("low:", "high:")]
        counted = table["revokes"].get(revoke, {"tricks": {}})["tricks"].get(tricks, tricks)
        found = table["outcomes"][counted]
        points = {side: each for side, each in enumerate(found["points"]) if each}
        return points, {side for side, each in enumerate(found["stars"]) if each}


def revokes(options: RuleOptions) -> dict[str, Revoke]:
    """Every revoke that can be chosen, as it is sent."""
    return {f"{by}-{against}": Revoke(by, against) for by, against in permutations(range(options.form.sides), 2)}


def revoked(hand: Hand, revoke: Revoke) -> Hand:
    return replace(hand, revoke=revoke)


def sent(bid: str, tricks: str, near: int, revoke: str = "") -> dict[str, str]:
    """What the phone posts for these choices."""
    contract, _colon, who = bid.partition(":")
    # The pad sends which kind of bid is ticked; that nobody granded is said by the bid.
    kind = "high" if contract == "low" else contract
    form = {
        "uid": "7a63f6a8-9d0c-4f0e-8f5d-0d5d7d1c2b3a",
        "position": "1",
        "corrects": "",
        "contract": kind,
        "bid": who,
        "viewer_side": str(near),
        "revoke": revoke,
        "save": "hand",
    }
    if contract == "widow":
        first, second = tricks.split("-")
        return form | {"first": first, "second": second, "counting": "second"}
    return form | {"tricks": tricks}
