"""The expected errors of the commands."""


class StartError(Exception):
    """Why a command, mostly `start`, cannot go on: one sentence for the person at the terminal."""

    exit_status = 1


class ComputingEnded(StartError):
    """The process that computes statistics died. Exit status 1 would mean that `check_books` found something."""

    exit_status = 2
