"""A certificate authority of this computer's own: phones that install it open the site with https in the local network.

There are three certificates. People install the *root*. It signs the *issuer* once; then its key is gone, it is never
stored. The issuer signs the *site*'s certificate whenever addresses change. The issuer's certificate allows only
private addresses, names of the local network and this computer. Every device checks that of an issuer, though
not every one does of a root. So a stolen key vouches for no site on the internet.
"""

import contextlib
import ipaddress
import os
import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from whistclub.ops.errors import StartError
from whistclub.web.formatting import format_date

FOLDER = "https"
ROOT, ISSUER, ISSUER_KEY, SITE, SITE_KEY = "authority.crt", "issuer.crt", "issuer.key", "site.crt", "site.key"
AUTHORITY_LASTS = timedelta(days=5 * 365)
# Apple accepts at most 825 days.
SITE_LASTS = timedelta(days=365)
RENEWED_BEFORE_END = timedelta(days=60)
CLOCKS_DIFFER = timedelta(days=2)
# RFC 1918, 6598, 3927, 4193 and 4291: addresses that lead to other devices in every network, and to none outside.
PRIVATE = [
    ipaddress.ip_network(network)
    for network in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "100.64.0.0/10",
        "169.254.0.0/16",
        "127.0.0.0/8",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
]
# RFC 6761, 6762 and 8375: names that the internet does not have.
LOCAL_NAMES = ["localhost", "local", "home.arpa"]


@dataclass(frozen=True)
class Authority:
    """Files of this computer's authority; `is_new` if devices have to install it (again)."""

    root: Path
    chain: Path
    key: Path
    fingerprint: list[str]
    is_new: bool


def for_hosts(data: Path, hosts: list[str], now: datetime) -> Authority:
    """Make what is missing, outdated or for other addresses. `hosts`: names and addresses, this computer's name first.

    Raises StartError when the folder cannot be used.
    """
    folder = data / FOLDER
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        is_new = not _serves(folder, hosts, now)
        if is_new:
            _make_authority(folder, hosts, now)
        issuer, key = _certificate(folder / ISSUER), load_pem_private_key((folder / ISSUER_KEY).read_bytes(), None)
        allowed = [host for host in hosts if _permits(issuer, host)]
        if is_new or not _is_current(folder, allowed, now):
            _make_site(folder, issuer, key, allowed, now)
        return Authority(folder / ROOT, folder / SITE, folder / SITE_KEY, fingerprint(folder / ROOT), is_new)
    except OSError as error:
        raise StartError(f"Cannot keep certificates in {folder}: {error.strerror or error}.") from error


def fingerprint(path: Path) -> list[str]:
    """SHA-256 of a certificate as devices show it, `A1:B2:…`, in four lines of eight bytes to compare."""
    digest = _certificate(path).fingerprint(hashes.SHA256())
    return [digest[start : start + 8].hex(":").upper() for start in range(0, len(digest), 8)]


def name(path: Path) -> str:
    """What a device lists the certificate under."""
    return str(_certificate(path).subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)


def ends(path: Path) -> datetime:
    return _certificate(path).not_valid_after_utc


def _certificate(path: Path) -> x509.Certificate:
    """The first certificate of a file."""
    return x509.load_pem_x509_certificate(path.read_bytes())


def _serves(folder: Path, hosts: list[str], now: datetime) -> bool:
    """Whether there is an authority that lasts, and that allows every address of this computer.

    A name that it does not allow is left out: some computers change theirs with the network.
    """
    try:
        issuer = _certificate(folder / ISSUER)
        issuer.verify_directly_issued_by(_certificate(folder / ROOT))
        key = load_pem_private_key((folder / ISSUER_KEY).read_bytes(), None)
    except (OSError, ValueError, TypeError):
        return False
    if key.public_key() != issuer.public_key() or issuer.not_valid_after_utc - now < RENEWED_BEFORE_END:
        return False
    return all(_permits(issuer, host) for host in hosts if _address(host))


def _is_current(folder: Path, hosts: list[str], now: datetime) -> bool:
    try:
        site = _certificate(folder / SITE)
        key = load_pem_private_key((folder / SITE_KEY).read_bytes(), None)
    except (OSError, ValueError, TypeError):
        return False
    lasts = site.not_valid_after_utc - now >= RENEWED_BEFORE_END
    names = site.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return lasts and key.public_key() == site.public_key() and names == _names(hosts)


def _make_authority(folder: Path, hosts: list[str], now: datetime) -> None:
    root_key, issuer_key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    title = f"Whistclub on {hosts[0][:30]}"
    constraints = x509.NameConstraints(_permitted(hosts), None)
    root_name = _subject(f"{title}, {format_date(now)}")
    root = _builder(root_name, root_name, root_key.public_key(), now, now + AUTHORITY_LASTS)
    root = _as_authority(root, 1).add_extension(constraints, critical=True)
    issuer = _builder(_subject(f"{title}, issuer"), root_name, issuer_key.public_key(), now, now + AUTHORITY_LASTS)
    issuer = (
        _as_authority(issuer, 0).add_extension(constraints, critical=True).add_extension(_issued_by(root_key), False)
    )
    issuer = issuer.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    _write(folder / ISSUER_KEY, _pem(issuer_key))
    _write(folder / ISSUER, issuer.sign(root_key, hashes.SHA256()).public_bytes(Encoding.PEM))
    _write(folder / ROOT, root.sign(root_key, hashes.SHA256()).public_bytes(Encoding.PEM))


def _make_site(folder: Path, issuer: x509.Certificate, issuer_key: object, hosts: list[str], now: datetime) -> None:
    assert isinstance(issuer_key, ec.EllipticCurvePrivateKey)
    key = ec.generate_private_key(ec.SECP256R1())
    end = min(now + SITE_LASTS, issuer.not_valid_after_utc)
    site = (
        _builder(_subject("Whistclub"), issuer.subject, key.public_key(), now, end)
        .add_extension(_names(hosts), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_issued_by(issuer_key), critical=False)
        .sign(issuer_key, hashes.SHA256())
    )
    _write(folder / SITE_KEY, _pem(key))
    _write(folder / SITE, site.public_bytes(Encoding.PEM) + issuer.public_bytes(Encoding.PEM))


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, end: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder(issuer_name=issuer, subject_name=subject, public_key=key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_DIFFER)
        .not_valid_after(end)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _as_authority(builder: x509.CertificateBuilder, levels_below: int) -> x509.CertificateBuilder:
    return builder.add_extension(x509.BasicConstraints(ca=True, path_length=levels_below), critical=True).add_extension(
        _key_usage(signs_certificates=True), critical=True
    )


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _issued_by(key: ec.EllipticCurvePrivateKey) -> x509.AuthorityKeyIdentifier:
    return x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key())


def _subject(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _names(hosts: list[str]) -> x509.SubjectAlternativeName:
    return x509.SubjectAlternativeName(
        [x509.IPAddress(address) if (address := _address(host)) else x509.DNSName(host) for host in hosts]
    )


def _permitted(hosts: list[str]) -> list[x509.GeneralName]:
    """What the authority may vouch for: the private networks, and this computer.

    A name without a dot is left out. Names below a permitted one are permitted, and a computer may be called "dev".
    """
    public = [
        ipaddress.ip_network(address)
        for host in hosts
        if (address := _address(host)) and not any(address in network for network in PRIVATE)
    ]
    own = [host for host in hosts if "." in host and not _address(host) and not _is_below(host, LOCAL_NAMES)]
    return [x509.DNSName(name) for name in LOCAL_NAMES + own] + [x509.IPAddress(each) for each in PRIVATE + public]


def _permits(issuer: x509.Certificate, host: str) -> bool:
    permitted = issuer.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    if address := _address(host):
        networks = [each.value for each in permitted if isinstance(each, x509.IPAddress)]
        return any(address in each for each in networks if isinstance(each, IPv4Network | IPv6Network))
    return _is_below(host, [each.value for each in permitted if isinstance(each, x509.DNSName)])


def _is_below(host: str, names: list[str]) -> bool:
    return any(host == name or host.endswith(f".{name}") for name in names)


def _address(host: str) -> IPv4Address | IPv6Address | None:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(re.sub(r"[\[\]]", "", host))
    return None


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write(path: Path, content: bytes) -> None:
    """Whole or not at all, and never readable by others, not even for a moment."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    draft.replace(path)
