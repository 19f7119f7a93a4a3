"""Limits go by the address a request comes from."""

import pytest

from whistclub.web.addresses import client_address, neighbourhood

PROXY = "127.0.0.1:4711"


@pytest.mark.parametrize(
    "connected, address",
    [("192.0.2.1:50000", "192.0.2.1"), ("[2001:db8::1]:50000", "2001:db8::1"), ("[::ffff:192.0.2.1]:1", "192.0.2.1")],
)
def test_it_is_the_one_that_is_connected(connected, address):
    assert client_address(connected, []) == address


@pytest.mark.parametrize(
    "forwarded, address",
    [
        (["203.0.113.7"], "203.0.113.7"),
        (["forged, 198.51.100.1, 203.0.113.7"], "203.0.113.7"),
        (["198.51.100.1", "203.0.113.7"], "203.0.113.7"),
        (["2001:db8::1"], "2001:db8::1"),
        (["::ffff:192.0.2.1"], "192.0.2.1"),
        (["unknown"], "127.0.0.1"),
        ([""], "127.0.0.1"),
    ],
)
def test_behind_a_proxy_it_is_the_one_that_the_proxy_added_last(forwarded, address):
    assert client_address(PROXY, forwarded) == address


def test_one_household_has_one_neighbourhood():
    assert neighbourhood("192.0.2.1") == "192.0.2.1"
    assert neighbourhood("2001:db8:1:2:3::4") == neighbourhood("2001:db8:1:2:ffff::") != neighbourhood("2001:db8:1:3::")
    assert neighbourhood("fe80::1%eth0") == "fe80::"


def test_a_visitor_with_ipv4_has_one_neighbourhood_however_the_address_is_written():
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("::FFFF:c000:201") == "192.0.2.1"
    assert neighbourhood("::ffff:192.0.2.2") == "192.0.2.2"
