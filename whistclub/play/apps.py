from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "whistclub.play"
    label = "play"

    def ready(self) -> None:
        from whistclub.club.settings import time_zone_changed
        from whistclub.play import statistics

        time_zone_changed.connect(statistics.follow_time_zone, dispatch_uid="evenings of games")
