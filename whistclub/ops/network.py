"""Where a server on this computer can be reached, what `start` shows of it, and whether a port is free."""

import errno
import io
import socket
from contextlib import suppress
from ipaddress import ip_address

import segno

from whistclub.ops.errors import StartError
from whistclub.web.links import THIS_COMPUTER

ANY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - the names of the choice, not the choice
# Routed by every home router and by nobody's own network card; see `lan_addresses`.
ELSEWHERE = ("198.51.100.1", 9)
# White on black whatever the terminal's colours: a light terminal would show the code as its negative.
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"


def lan_addresses() -> list[str]:
    """The IPv4 addresses others nearby can reach, the likeliest first; empty without a network."""
    found = []
    # Connecting a UDP socket sends nothing, but chooses the address that would be used.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        own_name = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
        found += [entry[4][0] for entry in own_name]
    return [address for address in dict.fromkeys(found) if reaches_others(address)]


def reaches_others(address: str) -> bool:
    number = ip_address(address)
    return not (number.is_loopback or number.is_link_local or number.is_unspecified)


def reached_at(host: str, port: int, public_address: str = "") -> tuple[str, list[str]]:
    """The address on this computer (or nothing), and those for others, the likeliest first."""
    here = f"http://localhost:{port}" if host in (*ANY_ADDRESS, *THIS_COMPUTER) else ""
    names = lan_addresses() if host in ANY_ADDRESS else [] if here else [bracketed(host)]
    return here, [public_address] if public_address else [f"http://{name}:{port}" for name in names]


def host_names(host: str) -> list[str]:
    """All names, besides localhost, under which a browser may ask for this server."""
    if host in THIS_COMPUTER:
        return []
    own = socket.gethostname().lower()
    addresses = lan_addresses() if host in ANY_ADDRESS else [bracketed(host)]
    return [own, f"{own.removesuffix('.local')}.local", *addresses]


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def require_free(host: str, port: int) -> None:
    """Raise StartError when nothing can listen on this port."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # else closed for a minute after a stop
            probe.bind((host, port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise StartError(
                f"Port {port} is taken, perhaps by whistclub in another window. "
                f"Stop that one, or use another port: python3 manage.py start --port {port % 65535 + 1}"
            ) from error
        raise StartError(f"Cannot listen on {host}, port {port}: {error.strerror or error}.") from error


def greeting(here: str, phones: list[str], claim_path: str | None, *, with_qr: bool) -> list[str]:
    """The lines to print; `claim_path` leads to the page that makes the first organiser, while there is none."""
    lines = ["", "Whistclub is running. Ctrl-C stops it.", ""]
    if here:
        lines.append(f"  On this computer  {here}")
    for index, url in enumerate(phones):
        lines.append(f"  {'or' if index else 'On phones nearby':>16}  {url}")
    if not phones:
        lines += ["", "  Phones cannot reach it: this computer is not on a network, or you used --local."]
    link = (phones[0] if phones else here) + (claim_path or "")
    if claim_path:
        first = "There is no organiser yet. The first person to open this link becomes the organiser:"
        lines += ["", f"  {first}", f"  {link}"]
    if with_qr and phones:
        drawn = io.StringIO()
        segno.make_qr(link, error="l").terminal(drawn, compact=True, border=2)
        lines += ["", *(f"  {WHITE_ON_BLACK}{line}{PLAIN}" for line in drawn.getvalue().splitlines())]
    return [*lines, ""]
