"""Photos of evenings: who adds them, who sees them and until when, what is refused, what becomes of them."""

# Over 300 lines because all of it is tried on one evening with photos.

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import NOON, client_of, high, joined
from tests.party import builders as parties
from tests.stats.evenings import Evenings, days_after
from tests.stats.photo_files import DAY, photo_file, picture, want_photos, with_photos
from tests.web.html import Html
from whistclub.archive.bin.actions import delete, empty, put, restore
from whistclub.archive.bin.queries import KEPT
from whistclub.archive.one_person.actions import erase_person
from whistclub.club.actions import add_player, hide_player, make_anonymous, raise_revision
from whistclub.club.models import Club
from whistclub.club.settings.actions import change_settings
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.play.actions.other_day import move_game
from whistclub.play.actions.statistics import bring_up_to_date
from whistclub.stats.models import PartyFact, Photo, PhotoChange
from whistclub.stats.photos.actions import (
    MOST_OF_EVENING,
    TooManyPhotos,
    add_photos,
    bin_photo,
    move_photos,
    set_captions,
)

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


@pytest.fixture
def evenings():
    """Olga’s club, whose statistics everybody may read, with a game on NOON’s evening; it wants photos."""
    found = Evenings()
    found.game = found.play(high(1, 0, 9))
    want_photos(found.club, found.olga)
    found.who = {"by": found.olga, "at": NOON}
    return found


def organisers_page(day=DAY):
    return reverse("photos:evening", args=["prairie", day.isoformat()])


def addresses(photo, day=DAY):
    return [reverse(f"photos:{size}", args=["prairie", day.isoformat(), photo.pk]) for size in ("large", "small")]


def show(evenings, shown):
    change_settings(evenings.club, {"shown_to_strangers": shown}, **evenings.who)


def photos_on(client, address):
    """The addresses of the images of a page."""
    return [each["src"] for each in Html(client.get(address)).find("img") if "/photos/" in each["src"]]


def statuses(client, photo):
    return {client.get(address).status_code for address in addresses(photo)}


def messages(response):
    return [each.text for each in Html(response).find("p", role="status")]


# Adding and captions.


def test_an_organiser_adds_photos_and_captions_which_everyone_sees_on_the_page_of_the_evening(evenings):
    organiser, day = evenings.organiser, evenings.url("day", DAY)
    assert Html(organiser.get(day)).find("a", href=organisers_page())[0].text == "Add photos"
    answer = organiser.post(organisers_page(), {"photos": [photo_file("1.jpg"), photo_file("2.jpg")]}, follow=True)
    assert messages(answer) == ["2 photos were added."]
    first, second = Photo.objects.order_by("pk")
    answer = organiser.post(organisers_page(), {f"caption_{second.pk}": "  Ann <b>deals</b> \n again "}, follow=True)
    assert messages(answer) == ["Saved."]
    assert Html(answer).value(f"caption_{second.pk}") == "Ann <b>deals</b> again"
    page = Html(Client().get(day))
    images = [each for each in page.find("img") if "/photos/" in each["src"]]
    assert [each["src"] for each in images] == [addresses(photo)[1] for photo in (first, second)]
    assert [each["alt"] for each in images] == ["Photo 1 of the evening of 7 March 2026", ""]
    assert all(each["loading"] == "lazy" and (each["width"], each["height"]) == ("60", "40") for each in images)
    assert page.texts("a", href=addresses(second)[0]) == ["Ann <b>deals</b> again"]
    log = [each.text.partition("Olga")[2] for each in Html(organiser.get(organisers_page())).find("li", css="log-line")]
    assert log == ["Caption: none → Ann <b>deals</b> again", "Photo added", "Photo added"]


def test_a_photo_is_a_jpeg_and_nothing_else_for_the_browser(evenings):
    (photo,) = with_photos(evenings.club, evenings.olga)
    for address, column in zip(addresses(photo), ("large", "small"), strict=True):
        answer = Client().get(address)
        assert answer.content == bytes(getattr(photo, column))
        assert answer["Content-Type"] == "image/jpeg"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        assert sorted(answer["Cache-Control"].split(", ")) == ["max-age=300", "private"]
        assert evenings.organiser.get(address)["Cache-Control"] == "private, no-store"


def test_adding_the_same_photo_again_changes_nothing(evenings):
    for _time in range(2):
        evenings.organiser.post(organisers_page(), {"photos": [photo_file()]})
    assert Photo.objects.count() == PhotoChange.objects.count() == 1


def test_an_older_page_leaves_the_captions_that_somebody_else_wrote(evenings):
    first, second = with_photos(evenings.club, evenings.olga, 2)
    organiser = client_of(evenings.olga)
    html = Html(organiser.get(organisers_page()))
    form = {each["name"]: each.attributes.get("value", "") for each in html.find("input", type="hidden")}
    set_captions(evenings.club, DAY, {first.pk: "From Olga"}, **evenings.who)
    organiser.post(organisers_page(), form | {f"caption_{first.pk}": "", f"caption_{second.pk}": ""})
    organiser.post(organisers_page(), form | {f"caption_{first.pk}": "", f"caption_{second.pk}": "Mine"})
    assert list(Photo.objects.order_by("pk").values_list("caption", flat=True)) == ["From Olga", "Mine"]


def test_the_same_photo_twice_in_one_upload_is_added_once(evenings):
    assert add_photos(evenings.club, DAY, [picture("a.jpg"), picture("a.jpg")], **evenings.who) == 1


def test_an_evening_has_twelve_photos_at_most(evenings):
    photos = with_photos(evenings.club, evenings.olga, MOST_OF_EVENING - 1)
    answer = evenings.organiser.post(organisers_page(), {"photos": [photo_file("x.jpg"), photo_file("yy.jpg")]})
    assert answer.status_code == 422
    assert "An evening can have 12 photos. There is room for 1 more." in Html(answer).text
    evenings.organiser.post(organisers_page(), {"photos": [photo_file("x.jpg")]})
    assert not Html(evenings.organiser.get(organisers_page())).find("input", name="photos")
    bin_photo(photos[0], **evenings.who)
    add_photos(evenings.club, DAY, [picture("zzz.jpg")], **evenings.who)
    with pytest.raises(TooManyPhotos):
        restore(photos[0], **evenings.who)
    many = [photo_file(f"{number}.jpg") for number in range(13)]
    assert "Remove one first." in Html(evenings.organiser.post(organisers_page(), {"photos": many})).text


def test_what_can_be_used_is_kept_and_the_rest_is_named(evenings):
    (photo,) = with_photos(evenings.club, evenings.olga)
    form = {
        "photos": [photo_file("good.jpg"), SimpleUploadedFile("list.pdf", b"%PDF"), photo_file("better.jpg")],
        f"caption_{photo.pk}": "The cake",
    }
    answer = evenings.organiser.post(organisers_page(), form)
    assert answer.status_code == 422
    assert messages(answer) == ["2 photos were added."]
    assert "list.pdf: This is not a photo. Choose a JPEG or PNG." in Html(answer).text
    assert Html(answer).value(f"caption_{photo.pk}") == "The cake"
    assert Photo.objects.count() == 3


@pytest.mark.parametrize("caption", ["n" * 81, "\x00", "n" * 100_000])
def test_a_caption_that_cannot_be_is_refused_and_stays_typed(evenings, caption):
    (photo,) = with_photos(evenings.club, evenings.olga)
    answer = evenings.organiser.post(organisers_page(), {f"caption_{photo.pk}": caption, "photos": [photo_file("2")]})
    assert answer.status_code == 422
    assert "Not saved. Please fix what is marked below." in Html(answer).text
    assert Html(answer).value(f"caption_{photo.pk}") == caption.replace("\x00", "\ufffd") or "\x00" in caption
    assert Photo.objects.get().caption == ""


@pytest.mark.parametrize("form", [{"photos": "no file"}, {"caption_999": "x"}, {"caption_x": "x"}, {"a" * 500: "x"}])
def test_what_no_browser_sends_changes_nothing(evenings, form):
    with_photos(evenings.club, evenings.olga)
    assert evenings.organiser.post(organisers_page(), form).status_code == 302
    assert PhotoChange.objects.count() == 1


@pytest.mark.parametrize("day", ["2026-03-08", "2026-3-7", "20260307", "today", "9999-99-99", "٢٠٢٦-03-07"])
def test_days_without_an_evening_have_no_photos(evenings, day):
    (photo,) = with_photos(evenings.club, evenings.olga)
    address = reverse("photos:evening", args=["prairie", day])
    assert evenings.organiser.get(address).status_code == 404
    assert evenings.organiser.post(address, {"photos": [photo_file()]}).status_code == 404
    assert evenings.organiser.get(reverse("photos:large", args=["prairie", day, photo.pk])).status_code == 404


# Who sees them, and until when.


@pytest.mark.parametrize("shown", Club.Shown.values)
def test_whoever_sees_names_sees_photos_and_nobody_else_not_even_by_their_address(evenings, shown):
    (photo,) = with_photos(evenings.club, evenings.olga)
    show(evenings, shown)
    day, sees = evenings.url("day", DAY), shown == Club.Shown.NAMES
    assert photos_on(Client(), day) == (addresses(photo)[1:] if sees else [])
    assert statuses(Client(), photo) == {200 if sees else 404}
    assert photos_on(evenings.organiser, day) == addresses(photo)[1:]
    assert statuses(evenings.organiser, photo) == {200}


def test_photos_wait_with_the_winners_of_a_party_of_their_evening(evenings):
    [photo] = with_photos(evenings.club, evenings.olga)
    page = reverse("stats:day", args=["prairie", DAY.isoformat()])
    row = {"code": "abc", "name": "Friday party", "day": DAY, "rounds": 1, "people": 4}
    waiting = PartyFact.objects.create(club=evenings.club, **row, shown_from=timezone.now() + timedelta(hours=1))
    assert (photos_on(Client(), page), statuses(Client(), photo)) == ([], {404})
    organiser = client_of(evenings.olga)
    assert statuses(organiser, photo) == {200}
    waiting.shown_from = timezone.now() - timedelta(seconds=1)
    waiting.save()
    raise_revision(evenings.club.pk)
    assert (len(photos_on(Client(), page)), statuses(Client(), photo)) == (1, {200})


def test_the_addresses_of_a_photo_stop_working_with_its_page(evenings):
    (photo,) = with_photos(evenings.club, evenings.olga)
    who, stranger = evenings.who, Client()
    assert statuses(stranger, photo) == {200}
    want_photos(evenings.club, evenings.olga, Club.EveningPhotos.NONE)
    assert statuses(stranger, photo) == statuses(evenings.organiser, photo) == {404}
    assert evenings.organiser.get(organisers_page()).status_code == 404
    want_photos(evenings.club, evenings.olga)
    bin_photo(photo, **who)
    assert statuses(stranger, photo) == statuses(evenings.organiser, photo) == {404}
    restore(photo, **who)
    assert statuses(stranger, photo) == {200}
    put(evenings.game, **who)
    assert statuses(stranger, photo) == {404}
    restore(evenings.game, **who)
    assert statuses(stranger, photo) == {200}


def test_the_page_of_a_finished_party_shows_the_photos_of_its_evening_where_it_shows_names(evenings, settings):
    settings.PADS_WRITE_AFTER_END = timedelta(hours=12)
    party = parties.party(evenings.club, evenings.olga, *parties.NINE)
    parties.next_round(party, evenings.olga)
    (photo,) = with_photos(evenings.club, evenings.olga)
    page = reverse("party:public", args=[party.code])
    own = [reverse(f"party:{name}", args=[party.code, photo.pk]) for name in ("photo", "small_photo")]
    assert photos_on(Client(), page) == []
    assert Client().get(own[0]).status_code == 404
    parties.typed(party, evenings.olga, (13, 7), (13, 9))
    party_lifecycle.finish(party, by=evenings.olga, at=NOON)
    for shown in Club.Shown.values:
        show(evenings, shown)
        sees = shown in (Club.Shown.NAMES, Club.Shown.LINKS)
        assert photos_on(Client(), page) == (own[1:] if sees else []), shown
        for address, column in zip(own, ("large", "small"), strict=True):
            answer = Client().get(address)
            assert (answer.content == bytes(getattr(photo, column))) == sees
            assert answer.status_code == (200 if sees else 403 if shown == "nothing" else 404)
        assert photos_on(evenings.organiser, page) == own[1:]
    show(evenings, Club.Shown.LINKS)
    follows = [each.attributes.get("data-live") for each in Html(Client().get(page)).find("div")]
    (asks,) = filter(None, follows)
    assert Client().get(asks, headers={"HX-Request": "true"}).status_code == 204
    bin_photo(photo, **evenings.who)
    assert Client().get(asks, headers={"HX-Request": "true"}).status_code == 200
    assert [Client().get(address).status_code for address in own] == [404, 404]


# What becomes of them.


def test_a_removed_photo_is_in_the_bin_and_comes_back_with_one_tap(evenings):
    first, _second = with_photos(evenings.club, evenings.olga, 2)
    page = Html(evenings.organiser.get(organisers_page()))
    remove = next(each["formaction"] for each in page.find("button") if "formaction" in each.attributes)
    answer = evenings.organiser.post(remove, {f"caption_{first.pk}": "typed"}, follow=True)
    assert answer.redirect_chain == [(organisers_page(), 302)]
    assert messages(answer) == ["Moved to the bin: Photo, 7 Mar 2026. It stays there for 30 days."]
    (undo,) = [each["action"] for each in Html(answer).find("form") if "data-done" in each.attributes]
    assert "Photo, 7 Mar 2026" in Html(evenings.organiser.get(reverse("bin:contents", args=["prairie"]))).text
    assert Photo.objects.filter(binned_at=None).count() == 1
    assert evenings.organiser.post(undo, follow=True).redirect_chain == [(organisers_page(), 302)]
    assert Photo.objects.filter(binned_at=None).count() == 2
    assert list(first.changes.values_list("kind", flat=True)) == ["added", "binned", "restored"]


def test_a_photo_is_deleted_after_30_days_in_the_bin_or_at_once(evenings):
    first, second, third = with_photos(evenings.club, evenings.olga, 3)
    for photo in (first, second):
        put(photo, **evenings.who)
    delete(first)
    assert empty(NOON + KEPT) == 1
    assert list(Photo.objects.all()) == [third]
    assert set(PhotoChange.objects.values_list("photo", flat=True)) == {third.pk}


def test_photos_can_follow_their_games_to_another_day(evenings):
    photos = with_photos(evenings.club, evenings.olga, 2)
    day = days_after(1).date()
    assert (
        Html(evenings.organiser.get(reverse("stats:manage", args=["prairie"]))).find("a", href=organisers_page()) == []
    )
    move_game(evenings.game, day, by=evenings.olga, at=days_after(3))
    bring_up_to_date()
    assert (
        "None of the games on Saturday 7 March 2026 counts any more"
        in Html(evenings.organiser.get(organisers_page())).text
    )
    lonely = Html(evenings.organiser.get(reverse("stats:manage", args=["prairie"])))
    assert lonely.find("a", href=organisers_page())[0].text == "7 Mar 2026"
    move = reverse("photos:move", args=["prairie", DAY.isoformat()])
    for wrong in ("", "2026-03-09", "soon", "0001-01-01"):
        answer = evenings.organiser.post(move, {"day": wrong})
        assert (answer.status_code, Photo.objects.filter(day=DAY).count()) == (422, 2), wrong
    answer = evenings.organiser.post(move, {"day": day.isoformat()}, follow=True)
    assert answer.redirect_chain == [(organisers_page(day), 302)]
    assert "Photo moved: 7 Mar 2026 → 8 Mar 2026" in Html(answer).text
    assert photos_on(Client(), evenings.url("day", day)) == [addresses(photo, day)[1] for photo in photos]


def test_captions_follow_the_names_of_people_and_lose_those_that_are_erased(evenings):
    (photo,) = with_photos(evenings.club, evenings.olga)
    set_captions(evenings.club, DAY, {photo.pk: "Ann {and} Bob"}, **evenings.who)
    ann, bob = (evenings.club.players.get(name=name) for name in ("Ann", "Bob"))
    make_anonymous(ann, **evenings.who)
    erase_person(bob, "Bob", **evenings.who)
    bob.refresh_from_db()
    page = Html(Client().get(evenings.url("day", DAY)))
    assert page.texts("a", href=addresses(photo)[0]) == [f"Anonymous 1 {{and}} {bob.name}"]
    assert "Bob" not in Html(evenings.organiser.get(organisers_page())).text


def test_a_move_stays_readable_when_a_player_is_erased_whose_name_is_a_day(evenings):
    day = days_after(1).date()
    (photo,) = with_photos(evenings.club, evenings.olga)
    player = add_player(evenings.club, day.isoformat())
    set_captions(evenings.club, DAY, {photo.pk: f"{player.name} deals"}, **evenings.who)
    for here, there in ((DAY, day), (day, DAY)):
        move_photos(evenings.club, here, there, **evenings.who)
    erase_person(player, player.name, **evenings.who)
    text = Html(evenings.organiser.get(organisers_page())).text
    assert "Photo moved: 8 Mar 2026 → 7 Mar 2026" in text
    assert "Caption: none → Former player 1 deals" in text


def test_captions_name_hidden_players_to_organisers_only(evenings):
    (photo,) = with_photos(evenings.club, evenings.olga)
    set_captions(evenings.club, DAY, {photo.pk: "Ann and Bob"}, **evenings.who)
    party = parties.party(evenings.club, evenings.olga, *parties.NINE)
    parties.next_round(party, evenings.olga)
    parties.typed(party, evenings.olga, (13, 7), (13, 9))
    party_lifecycle.finish(party, by=evenings.olga, at=NOON)
    pages = [evenings.url("day", DAY), reverse("party:public", args=[party.code])]
    hide_player(evenings.club.players.get(name="Bob"), **evenings.who)
    for client, caption in ((Client(), "Ann and hidden player"), (evenings.organiser, "Ann and Bob")):
        for page in pages:
            links = [each.text for each in Html(client.get(page)).find("a") if "/photos/" in each["href"]]
            assert caption in links
    assert Html(evenings.organiser.get(organisers_page())).value(f"caption_{photo.pk}") == "Ann and Bob"


def test_the_data_of_a_person_says_that_photos_are_not_searched(evenings):
    page = reverse("archive:person_data", args=["prairie", evenings.club.players.get(name="Ann").pk])
    sentences = ("Photos of evenings cannot be searched for people", "Photos that show this person stay.")
    assert not any(each in Html(evenings.organiser.get(page)).text for each in sentences)
    with_photos(evenings.club, evenings.olga)
    assert all(each in Html(evenings.organiser.get(page)).text for each in sentences)


def test_photos_of_another_club_are_neither_shown_nor_changed(evenings):
    (photo,) = with_photos(evenings.club, evenings.olga)
    valley = Evenings.__new__(Evenings)
    valley.club = Club.objects.create(name="Valley", slug="valley", time_zone="UTC", shown_to_strangers="names")
    otto = client_of(joined(valley.club, "Otto", "owner"))
    want_photos(valley.club, evenings.olga)
    for size in ("large", "small"):
        assert otto.get(reverse(f"photos:{size}", args=["valley", DAY.isoformat(), photo.pk])).status_code == 404
    assert otto.post(reverse("bin:put", args=["valley", "photo", photo.pk])).status_code == 404
    assert Photo.objects.get().binned_at is None
