"""The addresses of each photo of an evening, for everyone who sees names there, and the organisers’ page of photos."""

from datetime import date

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.stats.access import Viewer, day_of, for_viewer, statistics_wanted
from whistclub.stats.photos import actions, queries
from whistclub.stats.photos.forms import MoveForm, PhotosForm, shown_name
from whistclub.stats.photos.pictures import picture_of
from whistclub.stats.photos.queries import Club, Shown
from whistclub.web.errors import ActionRefused

# So long a browser shows a photo that was removed; proxies, which others share, keep none.
CACHE_SECONDS = 300


@for_viewer
def large(_request: HttpRequest, viewer: Viewer, day: str, photo: int) -> HttpResponseBase:
    return _jpeg(viewer, day, photo, "large")


@for_viewer
def small(_request: HttpRequest, viewer: Viewer, day: str, photo: int) -> HttpResponseBase:
    return _jpeg(viewer, day, photo, "small")


def _jpeg(viewer: Viewer, day: str, photo: int, size: str) -> HttpResponseBase:
    found = day_of(day)
    if not queries.shows(viewer, found):
        raise Http404
    return jpeg_response(queries.jpeg(viewer.club, found, photo, size))


def jpeg_response(jpeg: bytes | None) -> HttpResponse:
    """Raises Http404 where there is none."""
    if jpeg is None:
        raise Http404
    response = HttpResponse(jpeg, content_type="image/jpeg")
    patch_cache_control(response, max_age=CACHE_SECONDS, private=True)
    return response


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def evening(request: SignedInRequest, club: Club, day: str) -> HttpResponse:
    """The page; its form adds photos and names them, both at once. What can be used of it is saved."""
    found, photos = _photos(club, day)
    if request.method != "POST":
        return _page(request, club, found, photos, PhotosForm(photos))
    form = PhotosForm(photos, request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, club, found, photos, form)
    named = actions.set_captions(club, found, form.captions, by=request.user, at=timezone.now())
    added, refused = _add(request, club, found, form)
    if refused:
        photos = queries.photos_of(Viewer(club, is_organiser=True), found)
        form = PhotosForm(photos, request.POST)
        return _page(request, club, found, photos, form, added=added, refused=refused)
    if added:
        text = ngettext("{n} photo was added.", "{n} photos were added.", added)
        messages.success(request, text.format(n=added))
    elif named:
        messages.success(request, _("Saved."))
    return redirect("photos:evening", club.slug, day)


@for_organiser
@require_POST
def move(request: SignedInRequest, club: Club, day: str) -> HttpResponse:
    """Let all photos of an evening belong to another one."""
    found, photos = _photos(club, day)
    form = MoveForm(club, request.POST)
    if form.is_valid():
        to: date = form.cleaned_data["day"]
        try:
            actions.move_photos(club, found, to, by=request.user, at=timezone.now())
        except ActionRefused as refusal:
            form.add_error("day", refusal.sentence)
        else:
            messages.success(request, _("The photos were moved."))
            return redirect("photos:evening", club.slug, to.isoformat())
    return _page(request, club, found, photos, PhotosForm(photos), moving=form)


def _add(request: SignedInRequest, club: Club, day: date, form: PhotosForm) -> tuple[int, list[str]]:
    """How many photos were added, and a sentence for each file that was not."""
    pictures, refused = [], []
    if len(form.sent_files) > actions.MOST_OF_EVENING:
        return 0, [actions.TooManyPhotos(form.room).sentence]
    for file in form.sent_files:
        try:
            pictures.append(picture_of(file))
        except ActionRefused as refusal:
            refused.append(_("{file}: {reason}").format(file=shown_name(file), reason=refusal.sentence))
    try:
        return actions.add_photos(club, day, pictures, by=request.user, at=timezone.now()), refused
    except ActionRefused as refusal:
        return 0, [*refused, refusal.sentence]


def _photos(club: Club, day: str) -> tuple[date, list[Shown]]:
    """The day and its photos. Raises Http404 for a day that never had any and has no game."""
    found = day_of(day)
    statistics_wanted.send(Club, club=club)
    photos = queries.photos_of(Viewer(club, is_organiser=True), found)
    if not club.has_photos or not (photos or queries.has_evening(club, found)):
        raise Http404
    return found, photos


def _page(
    request: SignedInRequest,
    club: Club,
    day: date,
    photos: list[Shown],
    form: PhotosForm,
    *,
    added: int = 0,
    refused: list[str] | None = None,
    moving: MoveForm | None = None,
) -> HttpResponse:
    """The page; `refused` are sentences, and a bound form has errors."""
    is_refused = refused or form.errors or moving
    context = {
        "club": club,
        "day": day,
        "day_text": date_format(day, "l j F Y"),
        "has_evening": queries.has_evening(club, day),
        "form": form,
        "photos": [(each, form[f"caption_{each.key}"]) for each in photos],
        "added": added,
        "refused": refused or [],
        "moving": moving or MoveForm(club, initial=day),
        "changes": queries.changes(club, day),
        "here": "results",
    }
    return render(request, "stats/photos.html", context, status=422 if is_refused else 200)
