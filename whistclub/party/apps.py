from django.apps import AppConfig


class PartyConfig(AppConfig):
    name = "whistclub.party"

    def ready(self) -> None:
        """Statistics of parties hear of another time zone."""
        from whistclub.club.settings import time_zone_changed
        from whistclub.party.actions import transaction

        time_zone_changed.connect(transaction.follow_time_zone, dispatch_uid="evenings of parties")
