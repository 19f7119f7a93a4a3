"""What is done around the server: room for connections, an end for those that take nothing, and the first question."""

import http.server
import os
import socket
import sys
import threading
import time

import pytest

from tests.ops.site import PATIENCE, free_port
from whistclub.ops import serving, worker

if sys.platform != "win32":
    import resource


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this limit")
def test_a_connection_that_takes_nothing_of_its_answer_is_given_up():
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()):
        worker.give_up_unread()
        with socket.create_connection(listener.getsockname()), listener.accept()[0], listener.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == worker.SECONDS_UNREAD * 1000


@pytest.mark.skipif(sys.platform == "win32", reason="has no limit of open files")
def test_the_limit_of_open_files_is_raised_and_some_stay_free_for_other_things():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (500, hard))
    try:
        connections = serving.connections_at_most()
        raised, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert raised == connections + serving.OTHER_FILES > 500


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_terminal_that_is_gone_does_not_make_it_ask_again():
    asked, called = [], threading.Event()

    class Answers(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

    reader, writer = os.pipe()
    os.close(reader)

    def say(has_answered):
        called.set()
        os.write(writer, b"Whistclub is running.")

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        serving.when_answering("127.0.0.1", site.server_port, say)
        assert called.wait(PATIENCE)
        time.sleep(10 * serving.SECONDS_BETWEEN_QUESTIONS)
        site.shutdown()
    os.close(writer)
    assert asked == ["/"]


@pytest.mark.parametrize("listens", [True, False])
def test_a_site_that_does_not_answer_keeps_nobody_waiting(monkeypatch, listens):
    monkeypatch.setattr(serving, "SECONDS_TO_ANSWER", 0.3)
    called, answers = threading.Event(), []

    def say(has_answered):
        answers.append(has_answered)
        called.set()

    with socket.create_server(("127.0.0.1", 0)) as silent:
        serving.when_answering("127.0.0.1", silent.getsockname()[1] if listens else free_port(), say)
        assert called.wait(10)
    assert answers == [False]
