from django.apps import AppConfig


class PartyConfig(AppConfig):
    name = "whistclub.party"

    def ready(self) -> None:
        """The bell hears when the top table has finished, and statistics of parties of another time zone."""
        from whistclub.club.settings.actions import time_zone_changed
        from whistclub.party.actions import timer, transaction
        from whistclub.play.actions.entries import game_finished

        game_finished.connect(timer.hear_top_table, dispatch_uid="top table")
        time_zone_changed.connect(transaction.follow_time_zone, dispatch_uid="evenings of parties")
