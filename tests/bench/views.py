from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tests.bench.models import Note
from whistclub.web.transactions import write_transaction


@require_POST
def bare(request: HttpRequest) -> HttpResponse:
    """The least a request that stores something can do: read the form, insert one row."""
    with write_transaction():
        Note.objects.create(text=request.POST["uid"])
    return HttpResponse("Saved.", status=201)
