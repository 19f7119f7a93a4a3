from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tests.bench import filling
from tests.bench.models import Note
from whistclub.play.actions.entries import STORED_FIELDS
from whistclub.play.links import read_link
from whistclub.play.models import EntryRecord, Game
from whistclub.web.transactions import write_transaction


@csrf_exempt
@require_POST
def bare(request: HttpRequest) -> HttpResponse:
    """The least a request that stores something can do: read the form, insert one row."""
    with write_transaction():
        Note.objects.create(text=request.POST["uid"])
    return HttpResponse("Saved.", status=201)


@csrf_exempt
@require_POST
def floor(request: HttpRequest, token: str) -> HttpResponse:
    """The least that recording a hand can do by Django’s ORM: a locked read, a new row, an update."""
    link, number = read_link(token), int(request.POST["number"])
    assert link is not None
    hand = filling.endless(number)
    with write_transaction():
        game = Game.objects.select_for_update().get(pk=link.game, link_version=link.version)
        EntryRecord.objects.create(
            uid=request.POST["uid"],
            game=game,
            position=number,
            contract=hand.contract.value,
            declarer=hand.declarer,
            tricks=list(hand.tricks),
            by_seat=0,
            recorded_at=timezone.now(),
        )
        game.entries, game.hands_scored, game.revision = number, number, game.revision + 1
        game.save(update_fields=list(STORED_FIELDS))
    return HttpResponse("Saved.", status=201)
