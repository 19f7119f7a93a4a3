"""Requests to the gate, as the server hands them over."""

import asyncio
from pathlib import Path
from types import SimpleNamespace

from whistclub.ops.gate import Gate

WIFI = "192.0.2.1"


class Connection:
    """The server's side of a request: it gives the body when it has come, and takes the answer."""

    def __init__(self, body=b""):
        self.body, self.gone = (asyncio.get_running_loop().create_future() for _ in range(2))
        self.status = None
        if body is not None:
            self.body.set_result(body)

    async def __call__(self):
        return await self.body

    def response_bytes(self, status, headers, body):
        self.status, self.headers, self.answer = int(status), dict(headers), body

    def client_disconnect(self):
        return self.gone

    def response_str(self, status, headers, text):
        self.response_bytes(status, headers, text.encode())

    def response_empty(self, status, headers):
        self.response_bytes(status, headers, b"")

    def response_file(self, status, headers, name):
        file = Path(name)
        self.response_bytes(status, headers, file.read_bytes())


def scope(method="GET", path="/", address=WIFI, query="", **headers):
    return SimpleNamespace(
        method=method,
        path=path,
        query_string=query,
        client=f"{address}:50000",
        server="192.0.2.9:8000",
        scheme="http",
        http_version="1.1",
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    )


def says(environ, start_response):
    """Answers with what arrived."""
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    start_response("200 OK", [("Content-Type", "text/plain"), ("From", environ["REMOTE_ADDR"])])
    return [environ["REQUEST_METHOD"].encode(), b" ", environ["PATH_INFO"].encode("latin-1"), b" ", body]


async def ask(gate, body=b"", connection=None, **head):
    connection = connection or Connection(body)
    if body:
        head |= {"method": "POST", "content_length": str(len(body))}
    await gate.__rsgi__(scope(**head), connection)
    return connection


def nothing_at_once(_environ):
    """Nothing is kept."""


def nothing_for_anyone(names):
    return [None for _name in names]


def opened(application=says, at_once=nothing_at_once, for_anyone=nothing_for_anyone):
    gate = Gate(application, at_once, for_anyone)
    gate.__rsgi_init__(asyncio.get_running_loop())
    return gate
