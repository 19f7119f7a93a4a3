"""What the system is asked to do for the server: room for connections, and an end for those that take nothing."""

import socket
import sys

import pytest

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
