"""Phones, as cheap as can be: each keeps its connection and sends its next request when it has its answer."""

import http.client
import re
import selectors
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

SECONDS_TO_ANSWER = 15


@dataclass(frozen=True, slots=True)
class Visit:
    """A phone or a laptop that has loaded a page of a site."""

    host: str
    head: tuple[str, ...] = ("Cookie: seat=0", "Accept: application/json")

    def post(self, path: str, fields: dict[str, str]) -> bytes:
        """A request as a page sends it in the background."""
        body = urlencode(fields)
        head = (
            f"POST {path} HTTP/1.1",
            f"Host: {self.host}",
            f"Origin: http://{self.host}",
            *self.head,
            "Accept-Encoding: gzip, deflate",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        )
        return ("\r\n".join(head) + "\r\n\r\n" + body).encode()


def visit(port: int, path: str) -> Visit:
    """Load a page with a form."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 200
    connection.close()
    return Visit(f"127.0.0.1:{port}")


class Phone:
    """One connection and what is still to be sent on it."""

    def __init__(self, port: int, requests: Sequence[bytes]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.left = list(reversed(requests))
        self.answer = b""

    def send(self) -> bool:
        """False when everything is sent."""
        if not self.left:
            self.socket.close()
            return False
        self.answer = b""
        self.sent_at = time.perf_counter()
        self.socket.sendall(self.left.pop())
        return True

    def receive(self) -> bool:
        """True when the answer is whole; only success will do."""
        piece = self.socket.recv(65536)
        self.answer += piece
        head, end, body = self.answer.partition(b"\r\n\r\n")
        if not piece or (end and not head.startswith(b"HTTP/1.1 20")):
            raise SystemExit(f"Not saved: {self.answer.decode(errors='replace')}")
        return bool(end) and len(body) >= int(re.search(rb"(?i)content-length: (\d+)", head).group(1))


def send_all(port: int, scripts: Sequence[Sequence[bytes]]) -> tuple[float, list[float]]:
    """One phone for each script, all at once; the seconds it took, and those of every request."""
    phones = [Phone(port, script) for script in scripts]
    waits: list[float] = []
    began = time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for phone in phones:
            phone.send()
            selector.register(phone.socket, selectors.EVENT_READ, phone)
        while selector.get_map():
            if not (ready := selector.select(SECONDS_TO_ANSWER)):
                raise SystemExit(f"No phone was answered for {SECONDS_TO_ANSWER} s.")
            for key, _events in ready:
                phone = key.data
                if not phone.receive():
                    continue
                waits.append(time.perf_counter() - phone.sent_at)
                if not phone.left:
                    selector.unregister(phone.socket)
                phone.send()
    return time.perf_counter() - began, waits
