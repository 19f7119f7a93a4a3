"""Where a request comes from, as far as limits go."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address


@lru_cache(maxsize=1000)
def plain(address: str) -> str:
    """The usual way to write an address; "::ffff:192.0.2.1" is one of IPv4. What is no address stays as it is."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(found.ipv4_mapped or found) if isinstance(found, IPv6Address) else str(found)


def neighbourhood(address: str) -> str:
    """What one household can choose its address from: with IPv6 that is a network of its own, and any address in it."""
    address = plain(address.partition("%")[0])
    if ":" not in address:
        return address
    return str(IPv6Address(int(IPv6Address(address)) >> 64 << 64))
