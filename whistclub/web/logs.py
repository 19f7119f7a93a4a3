"""What the terminal shows of strangers' requests."""

import logging


class WithoutTraceback(logging.Filter):
    """Leaves one line of each record: it was not our code that failed."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = None
        return True
