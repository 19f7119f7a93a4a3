import tempfile

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """200 while the site reaches its database and can store something, 503 where the disk is full or read-only."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    status, text = 200, "ok\n"
    try:
        with tempfile.TemporaryFile(dir=settings.DATA_DIR) as file:
            file.write(bytes(2**16))
    except OSError as error:
        status, text = 503, f"Nothing can be stored: {error.strerror}.\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8", status=status)
