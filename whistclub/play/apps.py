from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "whistclub.play"
    label = "play"

    def ready(self) -> None:
        """Statistics learn of the games that have changed before they are read, and of another time zone."""
        from whistclub.club.settings import time_zone_changed
        from whistclub.play import statistics
        from whistclub.stats.access import statistics_wanted

        statistics_wanted.connect(statistics.hear_reader, dispatch_uid="statistics")
        time_zone_changed.connect(statistics.follow_time_zone, dispatch_uid="evenings of games")
