"""What DATABASE_URL says about the database."""

import subprocess
import sys

import pytest

from tests.ops.site import ROOT, own_environment

SHOWN = "from whistclub.settings import DATABASES; print(DATABASES['default']['OPTIONS'])"


def settings_with(data, query):
    environ = own_environment(data) | {"DATABASE_URL": f"postgres://olga@localhost/whist{query}"}
    command = [sys.executable, "-c", SHOWN]
    return subprocess.run(command, env=environ, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "query, kept",
    [
        ("", True),
        ("?server_side_binding=1", True),
        ("?server_side_binding=Yes", True),
        ("?server_side_binding=0", False),
        ("?server_side_binding=false", False),
    ],
)
def test_the_plans_of_statements_are_kept_unless_no_is_said(tmp_path, query, kept):
    assert settings_with(tmp_path, query).stdout == f"{ {'server_side_binding': kept, 'prepare_threshold': 5} }\n"


def test_what_is_neither_yes_nor_no_is_refused(tmp_path):
    done = settings_with(tmp_path, "?server_side_binding=never")
    assert (done.returncode, done.stderr) == (
        1,
        "whistclub: the environment variable DATABASE_URL (server_side_binding) is 'never', but must be yes or no.\n",
    )
