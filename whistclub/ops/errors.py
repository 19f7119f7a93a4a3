from whistclub.web.errors import Refused


class StartError(Refused):
    """Why a command, or a backup, cannot go on: one sentence for the person at the terminal."""

    status = 503

    def __init__(self, sentence: str) -> None:
        super().__init__("cannot_go_on", sentence)
