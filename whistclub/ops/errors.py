"""The expected errors of the commands."""


class StartError(Exception):
    """Why the site cannot be started, in one sentence for the person at the terminal."""
