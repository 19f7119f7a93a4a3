"""What `start` decides and shows."""

import pytest

from whistclub.ops import network, storage
from whistclub.ops.errors import StartError
from whistclub.ops.network import greeting


def test_the_start_banner_lists_every_address():
    lines = greeting("http://localhost:8000", ["http://192.168.1.7:8000", "http://10.0.0.2:8000"], None, with_qr=False)
    text = "\n".join(lines)
    assert "On this computer  http://localhost:8000" in text
    assert "On phones nearby  http://192.168.1.7:8000" in text
    assert "or  http://10.0.0.2:8000" in text
    assert "organiser" not in text


def test_the_start_banner_takes_the_first_organiser_to_the_club():
    lines = greeting("http://localhost:8000", ["http://192.168.1.7:8000"], "/welcome/token/", with_qr=False)
    assert "  http://192.168.1.7:8000/welcome/token/" in lines


def test_without_a_network_the_start_banner_says_so_and_has_no_qr_code():
    lines = greeting("http://localhost:8000", [], "/welcome/token/", with_qr=True)
    assert "  http://localhost:8000/welcome/token/" in lines
    assert any("Phones cannot reach it" in line for line in lines)
    assert "█" not in "".join(lines)


def test_the_qr_code_fits_eighty_columns():
    long_path = "/welcome/" + 64 * "x" + "/"
    lines = greeting("http://localhost:8000", ["http://192.168.100.100:8000"], long_path, with_qr=True)
    drawn = [line for line in lines if "█" in line]
    assert drawn
    assert all(line.count("█") + line.count("▀") + line.count("▄") + line.count(" ") < 80 for line in drawn)


def test_a_configured_host_name_is_shown():
    assert network.reached_at("0.0.0.0", 8000, "https://whist.example") == (
        "http://localhost:8000",
        ["https://whist.example"],
    )


def test_on_localhost_only_local_addresses_are_listed():
    assert network.reached_at("127.0.0.1", 8000) == ("http://localhost:8000", [])
    assert network.host_names("127.0.0.1") == []


def test_a_given_address_is_the_only_one_listed():
    assert network.reached_at("192.168.1.7", 8000) == ("", ["http://192.168.1.7:8000"])
    assert "192.168.1.7" in network.host_names("192.168.1.7")


@pytest.mark.parametrize("address, others", [("127.0.1.1", False), ("169.254.3.4", False), ("192.168.1.7", True)])
def test_addresses_that_reach_nobody_are_left_out(address, others):
    assert network.reaches_others(address) is others


def test_a_foreign_address_cannot_be_bound():
    with pytest.raises(StartError, match=r"Cannot listen on 192\.0\.2\.77"):
        network.require_free("192.0.2.77", 8000)


def test_a_database_of_a_newer_version_is_refused(monkeypatch):
    applied = {("club", "0001_initial"): None, ("club", "0099_colours"): None}
    monkeypatch.setattr(storage.MigrationRecorder, "applied_migrations", lambda _recorder: applied)
    with pytest.raises(StartError, match=r"newer version of whistclub \(it knows club\.0099_colours\)"):
        storage.bring_up_to_date()
