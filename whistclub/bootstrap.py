"""Lets `python3 manage.py …` work on a bare clone: installs what is needed into .venv, and starts again there.

Promises: inside a virtual environment nothing is ever installed, and every failure is a sentence. May import
only the standard library, in words that Python 3.6 still reads, so that an old Python can say it is too old.
"""

import hashlib
import importlib.util
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

OLDEST_PYTHON = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCKS = ROOT / ".locks"
STAMP = "installed-locks.txt"
NEED_TEST_TOOLS = ("test", "lint", "pictures")
PIP_LINES_SHOWN = 6


class CannotPrepare(SystemExit):
    """Ends the program with exit code 1 and a sentence for people."""


def prepare(command):
    """Return where this Python can run the command; elsewhere install, and start it again in .venv."""
    require_new_enough(sys.version_info)
    lock = lock_for(command)
    if sys.prefix != sys.base_prefix:
        require_installed("pytest" if command in NEED_TEST_TOOLS else "django", lock)
        return
    if not is_ready(VENV, lock):
        with one_terminal_at_a_time():
            if not is_ready(VENV, lock):
                install(VENV, lock)
    start_again(python_of(VENV))


def require_new_enough(version):
    if tuple(version[:2]) < OLDEST_PYTHON:
        raise CannotPrepare("whistclub needs Python 3.11 or newer; this is {}.{}.".format(*version[:2]))


def require_installed(module, lock):
    if importlib.util.find_spec(module) is None:
        raise CannotPrepare(
            f"This virtual environment lacks some packages. Install them with\n"
            f"  {sys.executable} -m pip install --require-hashes -r {lock}"
        )


def lock_for(command):
    return LOCKS / ("test.txt" if command in NEED_TEST_TOOLS else "start.txt")


def python_of(venv):
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def fingerprint(lock):
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def this_python():
    return "python {}.{}".format(*sys.version_info[:2])


def is_ready(venv, lock):
    """Tell whether the venv works with this version of Python and has had exactly this lock installed."""
    try:
        stamp = (venv / STAMP).read_text().splitlines()
    except OSError:
        return False
    return python_of(venv).exists() and this_python() in stamp and fingerprint(lock) in stamp


def write_stamp(venv, lock):
    # All of start.txt stands in test.txt too (a test holds us to it), so the latter's venv serves both.
    installed = {lock, LOCKS / "start.txt"}
    lines = [this_python(), *sorted(fingerprint(each) for each in installed)]
    (venv / STAMP).write_text("\n".join(lines) + "\n")


@contextmanager
def one_terminal_at_a_time():
    with (LOCKS / "start.txt").open("rb") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("Another terminal is preparing whistclub; waiting for it …")
                fcntl.flock(file, fcntl.LOCK_EX)
            except OSError:
                pass  # some network drives have no locks; then nobody starts twice, we hope
        yield


def install(venv, lock):
    """Make the venv unless one works, install the lock, and stamp last: half done is never taken for done."""
    started = time.monotonic()
    what = "the test tools" if lock.name == "test.txt" else "what whistclub needs"
    try:
        say(f"Fetching {what} into {venv.name} (needs the internet, this once) …")
        venv.mkdir(exist_ok=True)
        (venv / STAMP).unlink(missing_ok=True)
        if not is_usable(venv):
            make(venv)
        fill(venv, lock)
        write_stamp(venv, lock)
    except OSError as error:
        raise CannotPrepare(
            f"Cannot write {venv} ({error.strerror or error}), where the packages that whistclub needs are kept.\n"
            f"Move {venv.parent} to a folder that you can write to, and start again."
        ) from error
    except KeyboardInterrupt:
        raise CannotPrepare("Interrupted; the next start continues from here.") from None
    say(f"Ready after {time.monotonic() - started:.0f} s.")


def is_usable(venv):
    """Tell whether the venv's Python runs, is of this version, and has pip: all that installing takes."""
    if not python_of(venv).exists():
        return False
    code = "import sys, pip; print('python {}.{}'.format(*sys.version_info[:2]))"
    done = run(python_of(venv), "-c", code)
    return done.returncode == 0 and done.stdout.strip() == this_python()


def make(venv):
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    done = None if missing else run(sys.executable, "-m", "venv", "--clear", venv)
    if missing or "ensurepip is not" in done.stdout:
        raise CannotPrepare(
            "This Python has no venv module. On Debian and Ubuntu install it with\n  sudo apt install python3-venv"
        )
    if done.returncode != 0:
        raise CannotPrepare(f"Could not make {venv}. Python says:\n{last_lines(done.stdout)}")


def fill(venv, lock):
    options = [
        "--disable-pip-version-check",
        "--no-input",
        "--quiet",
        "--require-hashes",
        "--only-binary",
        ":all:",
    ]
    done = run(python_of(venv), "-m", "pip", "install", *options, "-r", lock)
    if done.returncode != 0:
        raise CannotPrepare(
            "Some packages could not be installed. Is this computer on the internet? Only the first start "
            f"and updates need it.\npip says:\n{last_lines(done.stdout)}"
        )


def run(*command):
    return subprocess.run(  # noqa: S603 - our own words only
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env=dict(os.environ, PIP_USER="0"),  # a person's "always --user" does not work in a venv
    )


def last_lines(output):
    lines = output.strip().splitlines()
    errors = [line for line in lines if line.startswith("ERROR")]
    return "\n".join("  " + line for line in (errors or lines)[-PIP_LINES_SHOWN:])


def start_again(python):
    os.environ.pop("PYTHONHOME", None)  # it would make the venv's Python believe it is in no venv
    command = [str(python), *sys.orig_argv[1:]]
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(command[0], command)  # noqa: S606 - our own words only
    process = subprocess.Popen(command)  # noqa: S603 - our own words only
    while True:
        try:
            raise SystemExit(process.wait())
        except KeyboardInterrupt:
            continue  # the started one gets it too, and ends in its own way


def say(line):
    # Not to standard output: a command may be writing JSON there.
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
