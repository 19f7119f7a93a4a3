"""A form counts only if all of it has arrived."""

import re
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase, UnreadablePostError

# Some files may be larger than any form. The gate lets one address send as much at once in any case.
MOST_OF_UPLOAD = 16 * 2**20  # bytes
UPLOAD_OF_BACKUP = re.compile(r"/run/[-\w]+/backups/upload/")


def is_upload(path: str) -> bool:
    return bool(UPLOAD_OF_BACKUP.fullmatch(path))


class WholeBodyMiddleware:
    """Answers 400 to a form whose end is missing, as when a phone loses its network while it sends.

    Without it the form would be read as far as it came: a hand without its revoke would be saved, and the whole hand,
    sent again, refused as another one of the same id. Our own server lets only whole requests through; others may not.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method == "POST" and not has_arrived(request):
            raise BadRequest("The body is shorter than its Content-Length.")
        return self.get_response(request)


def has_arrived(request: HttpRequest) -> bool:
    declared = request.META.get("CONTENT_LENGTH") or "0"
    is_long = declared.isdecimal() and int(declared) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if is_long and is_upload(request.path):
        return True  # Django would refuse to look; half a backup is refused as what it is
    try:
        return declared.isdecimal() and len(request.body) >= int(declared)
    except UnreadablePostError:
        return False
