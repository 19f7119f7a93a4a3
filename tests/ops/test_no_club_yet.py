"""Commands in a data folder that has no database yet: they say so, and leave nothing there."""

import subprocess
import sys
from importlib import import_module

from django.core.management import find_commands

from tests.ops.site import ROOT, own_environment
from whistclub.ops import management
from whistclub.ops.commands import DataCommand

# What makes a database, needs none, or has one of its own.
OTHERS = {"start", "restore", "dev", "lint", "pictures", "score", "test"}


def manage(data, *words):
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=own_environment(data), capture_output=True, text=True, check=False)


def test_a_command_that_needs_a_club_says_that_there_is_none_yet(tmp_path):
    done = manage(tmp_path / "new", "backup")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"CommandError: There is no club in {tmp_path / 'new'} yet: run once “python3 manage.py start”, "
        f"or name another folder with the environment variable WHISTCLUB_DATA."
    ]
    assert not list((tmp_path / "new").glob("whistclub.sqlite3*"))


def test_every_command_on_data_looks_for_the_database_first():
    names = set(find_commands(management.__path__[0])) - OTHERS
    commands = {name: import_module(f"whistclub.ops.management.commands.{name}").Command for name in names}
    assert [name for name, command in commands.items() if not issubclass(command, DataCommand)] == []
