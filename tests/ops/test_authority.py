"""This computer's certificate authority: what it vouches for, who can read its key, and when it is made again."""

import ipaddress
import os
import stat
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from whistclub.ops.errors import StartError
from whistclub.ops.https import authority

NOW = datetime(2030, 6, 1, 19, 30, tzinfo=UTC)
HOSTS = ["laptop.local", "laptop.club.example", "192.168.1.7", "127.0.0.1", "localhost", "::1"]


@pytest.fixture
def made(tmp_path):
    return authority.for_hosts(tmp_path, HOSTS, NOW)


def verify(made, host, chain=None, at=NOW):
    """Check as a browser does that has installed the root; raises VerificationError."""
    chain = chain or x509.load_pem_x509_certificates(made.chain.read_bytes())
    try:
        name = x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        name = x509.DNSName(host)
    root = x509.load_pem_x509_certificate(made.root.read_bytes())
    PolicyBuilder().store(Store([root])).time(at).build_server_verifier(name).verify(chain[0], chain[1:])


def forged(made, name):
    """A certificate for any name, as a thief of the stored key would make it."""
    folder = made.root.parent
    issuer = x509.load_pem_x509_certificate((folder / authority.ISSUER).read_bytes())
    issuer_key = load_pem_private_key((folder / authority.ISSUER_KEY).read_bytes(), None)
    [real, _issuer] = x509.load_pem_x509_certificates(made.chain.read_bytes())
    key = ec.generate_private_key(ec.SECP256R1())
    builder = x509.CertificateBuilder(issuer.subject, real.subject, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(real.not_valid_before_utc).not_valid_after(real.not_valid_after_utc)
    for extension in real.extensions:
        names = isinstance(extension.value, x509.SubjectAlternativeName)
        value = x509.SubjectAlternativeName([name]) if names else extension.value
        builder = builder.add_extension(value, extension.critical)
    return [builder.sign(issuer_key, hashes.SHA256()), issuer]


@pytest.mark.parametrize("host", HOSTS)
def test_the_site_is_trusted_under_every_name_of_this_computer(made, host):
    verify(made, host)


@pytest.mark.parametrize("host", ["example.com", "192.168.1.8"])
def test_the_site_is_not_trusted_as_another_computer(made, host):
    with pytest.raises(VerificationError):
        verify(made, host)


@pytest.mark.parametrize("host", ["bank.example", "club.example", "8.8.8.8", "2606:4700::1111"])
def test_a_stolen_key_vouches_for_nothing_on_the_internet(made, host):
    address = authority._address(host)
    name = x509.IPAddress(address) if address else x509.DNSName(host)
    with pytest.raises(VerificationError, match="name constraint"):
        verify(made, host, forged(made, name))


def test_a_computer_called_like_a_domain_vouches_for_no_site_below_it(tmp_path):
    made = authority.for_hosts(tmp_path, ["dev", "dev.local", "192.168.1.7"], NOW)
    verify(made, "dev.local")
    with pytest.raises(VerificationError, match="name constraint"):
        verify(made, "bank.dev", forged(made, x509.DNSName("bank.dev")))


def test_only_the_owner_can_read_the_keys_and_the_root_has_none(made):
    if os.name == "nt":
        pytest.skip("modes of POSIX")
    folder = made.root.parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {each.name for each in folder.glob("*.key")} == {"issuer.key", "site.key"}
    for each in folder.iterdir():
        assert stat.S_IMODE(each.stat().st_mode) == 0o600
    root = x509.load_pem_x509_certificate(made.root.read_bytes())
    for each in folder.glob("*.key"):
        assert load_pem_private_key(each.read_bytes(), None).public_key() != root.public_key()


def test_nothing_is_made_again_while_nothing_changes(made, tmp_path):
    before = {each.name: each.read_bytes() for each in made.root.parent.iterdir()}
    again = authority.for_hosts(tmp_path, HOSTS, NOW + timedelta(days=300))
    assert made.is_new
    assert not again.is_new
    assert {each.name: each.read_bytes() for each in made.root.parent.iterdir()} == before


def test_a_new_address_needs_no_new_installation(made, tmp_path):
    moved = authority.for_hosts(tmp_path, ["laptop.local", "10.0.0.5", "localhost"], NOW)
    assert not moved.is_new
    verify(moved, "10.0.0.5")
    with pytest.raises(VerificationError):
        verify(moved, "192.168.1.7")


def test_a_site_certificate_is_renewed_before_it_ends(made, tmp_path):
    later = NOW + timedelta(days=310)
    renewed = authority.for_hosts(tmp_path, HOSTS, later)
    assert not renewed.is_new
    verify(renewed, "192.168.1.7", at=later + timedelta(days=360))


def test_a_certificate_lasts_no_longer_than_apple_accepts(made):
    [site, _issuer] = x509.load_pem_x509_certificates(made.chain.read_bytes())
    assert site.not_valid_after_utc - site.not_valid_before_utc <= timedelta(days=825)


def test_an_authority_near_its_end_is_replaced(made, tmp_path):
    later = NOW + authority.AUTHORITY_LASTS - timedelta(days=30)
    replaced = authority.for_hosts(tmp_path, HOSTS, later)
    assert replaced.is_new
    assert replaced.fingerprint != made.fingerprint
    verify(replaced, "laptop.local", at=later)


def test_a_public_address_is_allowed_alone_and_a_new_one_needs_a_new_authority(tmp_path):
    made = authority.for_hosts(tmp_path, ["laptop.local", "203.0.113.9"], NOW)
    verify(made, "203.0.113.9")
    with pytest.raises(VerificationError, match="name constraint"):
        verify(made, "203.0.113.10", forged(made, x509.IPAddress(ipaddress.ip_address("203.0.113.10"))))
    assert authority.for_hosts(tmp_path, ["laptop.local", "203.0.113.10"], NOW).is_new


def test_a_name_the_authority_does_not_allow_is_left_out(made, tmp_path):
    """Some computers take another name in each network: devices need not install anything again for that."""
    renamed = authority.for_hosts(tmp_path, ["guest-17.hotel.example", "192.168.1.7"], NOW)
    assert not renamed.is_new
    verify(renamed, "192.168.1.7")
    with pytest.raises(VerificationError):
        verify(renamed, "guest-17.hotel.example")


@pytest.mark.parametrize("name", ["issuer.key", "issuer.crt", "authority.crt"])
def test_a_damaged_authority_is_replaced(made, tmp_path, name):
    (made.root.parent / name).write_text("damaged")
    replaced = authority.for_hosts(tmp_path, HOSTS, NOW)
    assert replaced.is_new
    verify(replaced, "laptop.local")


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path):
    (tmp_path / authority.FOLDER).touch()
    with pytest.raises(StartError, match="Cannot keep certificates in"):
        authority.for_hosts(tmp_path, HOSTS, NOW)
