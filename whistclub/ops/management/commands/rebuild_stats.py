from typing import Any

from whistclub.club.models import Club
from whistclub.ops import integrity
from whistclub.ops.storage import DataCommand


class Command(DataCommand):
    help = "Rebuilds all statistics from the hands of the games and the results of the parties. Safe to run again."

    def handle(self, **_options: Any) -> None:
        for club in Club.objects.order_by("pk"):
            integrity.rebuild(club)
            self.stdout.write(f"{club}: statistics rebuilt from {club.games.count()} games.")
