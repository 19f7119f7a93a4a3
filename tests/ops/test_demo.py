"""The made-up club."""

import os
import signal

import pytest

from whistclub.club.founding.actions import is_claimed
from whistclub.club.models import Club
from whistclub.ops.demo import fill_demo

CPU_SECONDS = 0.4  # of some four


@pytest.mark.skipif(os.name == "nt", reason="timers of POSIX")
@pytest.mark.writes
@pytest.mark.django_db
def test_a_demonstration_that_was_interrupted_leaves_nothing_and_can_be_made_again():
    def interrupt(*_of_signal):
        raise KeyboardInterrupt

    usual = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    try:
        with pytest.raises(KeyboardInterrupt):
            fill_demo()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, usual)
    assert not is_claimed()
    assert not Club.objects.exists()
