"""Limits go by the address a request comes from."""

from whistclub.party.coming import neighbourhood


def test_one_household_has_one_neighbourhood():
    assert neighbourhood("192.0.2.1") == "192.0.2.1"
    assert neighbourhood("2001:db8:1:2:3::4") == neighbourhood("2001:db8:1:2:ffff::") != neighbourhood("2001:db8:1:3::")
    assert neighbourhood("fe80::1%eth0") == "fe80::"


def test_a_visitor_with_ipv4_has_one_neighbourhood_however_the_address_is_written():
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("::FFFF:c000:201") == "192.0.2.1"
    assert neighbourhood("::ffff:192.0.2.2") == "192.0.2.2"
