#!/usr/bin/env python3
"""Every command of whistclub: `python3 manage.py start`, `python3 manage.py test` and so on."""

import os
import sys

from whistclub import bootstrap


def main(command=""):
    bootstrap.prepare(command)
    if command == "dev":
        # A folder of its own: nobody's club is in reach of half-finished code.
        os.environ.setdefault("WHISTCLUB_DATA", str(bootstrap.ROOT / ".dev"))
        os.environ.setdefault("WHISTCLUB_DEBUG", "yes")
    if command in bootstrap.NEED_TEST_TOOLS:
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"  # never those of a running club
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistclub.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:2])
    except KeyboardInterrupt:
        sys.exit(130)  # what shells expect of a command ended by Ctrl-C
