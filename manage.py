#!/usr/bin/env python3
"""Every command of whistclub: `python3 manage.py start`, `python3 manage.py test` and so on."""

import gc
import os
import sys

from whistclub import bootstrap


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    bootstrap.prepare(command)
    if command in bootstrap.NEED_TEST_TOOLS:
        # Never the settings of a running club: these keep to a folder of their own.
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    else:
        if command == "dev":
            # A folder of its own: nobody's club is in reach of half-finished code.
            os.environ.setdefault("WHISTCLUB_DATA", str(bootstrap.ROOT / ".dev"))
            os.environ.setdefault("WHISTCLUB_DEBUG", "yes")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistclub.settings")
    gc.set_threshold(50_000)  # the thousand modules of a start are no garbage: it takes a tenth less time
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)  # what shells expect of a command ended by Ctrl-C
