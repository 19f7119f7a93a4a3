"""The expected errors of the commands."""


class StartError(Exception):
    """Why a command, mostly `start`, cannot go on: one sentence for the person at the terminal."""
