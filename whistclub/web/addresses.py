"""Where a request comes from, as far as limits go."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address


def without_port(address: str) -> tuple[str, str]:
    """Split "192.0.2.1:80" or "[2001:db8::1]:80"."""
    host, _colon, port = address.rpartition(":")
    return plain(host.strip("[]")), port


@lru_cache(maxsize=1000)
def plain(address: str) -> str:
    """The usual way to write an address; "::ffff:192.0.2.1" is one of IPv4. What is no address stays as it is."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(found.ipv4_mapped or found) if isinstance(found, IPv6Address) else str(found)


def client_address(connected: str, forwarded: Sequence[str]) -> str:
    """The address of a client: the one that is connected, or the last of the last of these lines.

    They are the lines X-Forwarded-For, if a proxy of ours adds to them: what stands before that came from the client.
    """
    if forwarded:
        last = forwarded[-1].rpartition(",")[2].strip()
        try:
            return plain(str(ip_address(last)))
        except ValueError:
            pass
    return without_port(connected)[0]


def neighbourhood(address: str) -> str:
    """What one household can choose its address from: with IPv6 that is a network of its own, and any address in it."""
    address = plain(address.partition("%")[0])
    if ":" not in address:
        return address
    return str(IPv6Address(int(IPv6Address(address)) >> 64 << 64))
