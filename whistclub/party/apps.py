from django.apps import AppConfig


class PartyConfig(AppConfig):
    name = "whistclub.party"

    def ready(self) -> None:
        """The bell hears when the top table has finished."""
        from whistclub.party.actions import timer
        from whistclub.play.actions.entries import game_finished

        game_finished.connect(timer.hear_top_table, dispatch_uid="top table")
