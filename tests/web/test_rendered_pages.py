"""What every response carries and no page holds."""

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import undone
from tests.party.builders import party
from tests.play.phone import hand_form, pad_url
from tests.web import site
from tests.web.html import Html
from whistclub.club.founding import first_link_path

pytestmark = [pytest.mark.django_db, pytest.mark.long]


POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}
LOADING = {
    "src",
    "srcset",
    "href",
    "action",
    "formaction",
    "poster",
    "data",
    "xlink:href",
    "hx-get",
    "hx-post",
}


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker):
    """Every page by its name, errors and fragments among them, looked at once; nothing of it is kept."""
    with django_db_blocker.unblock(), undone():
        return dict(site.build().pages())


@pytest.fixture(scope="module")
def read(pages):
    """Every page by its name, read."""
    assert len(pages) > 200
    return {name: Html(response) for name, response in pages.items()}


@pytest.fixture
def all_read(read, db):
    """The page of the first link too, which is gone once there is a club."""
    return read | {"claim": Html(Client().get(first_link_path()))}


def bad_elements(read, is_bad):
    return {(name, element.tag) for name, page in read.items() for element in page.elements if is_bad(element)}


def test_every_page_has_the_expected_status(pages):
    errors = {name: response.status_code for name, response in pages.items() if response.status_code >= 400}
    # A party that is not running cannot be finished.
    others = {f"party finish {state}": 404 for state in ("gathering", "drafted", "undone", "couples", "finished")}
    others |= dict.fromkeys(("nothing here", "claimed", "no such hand", "forged link", "party card forged"), 404)
    others |= dict.fromkeys(("party no such table", "party no such round"), 404)
    others |= dict.fromkeys(("merge refused Bob", "conflict htmx", "conflict plain"), 409)
    others |= dict.fromkeys(("party check refused", "party undo refused"), 409)
    others |= {"player refused": 400, "players refused": 400, "party wrong way": 405, "replaced link": 410}
    refused = {name: 422 for name in pages if "refused" in name or name == "season not changed"}
    assert errors == refused | others
    assert {response.status_code for response in pages.values() if response.status_code < 400} == {200}


def test_every_page_forbids_foreign_content(pages):
    policies = {frozenset(response["Content-Security-Policy"].split("; ")) for response in pages.values()}
    assert policies == {frozenset(POLICY)}


@pytest.mark.parametrize(
    "header, value",
    [
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "same-origin"),
    ],
)
def test_every_page_carries_the_secure_header(pages, header, value):
    assert {response.get(header) for response in pages.values()} == {value}


def test_no_page_holds_a_style_of_its_own(all_read):
    assert bad_elements(all_read, lambda each: each.tag == "style" or "style" in each.attributes) == set()


def test_no_page_holds_a_script_of_its_own(all_read):
    def is_inline(each):
        is_data = each.attributes.get("type") == "application/json"
        return each.tag == "script" and not is_data and (not each.attributes.get("src") or each.text)

    assert bad_elements(all_read, is_inline) == set()


def test_no_element_holds_a_script_in_an_attribute(all_read):
    def scripted(element):
        return any(name.startswith(("on", "hx-on")) for name in element.attributes) or any(
            value.strip().lower().startswith("javascript:") for value in element.attributes.values()
        )

    assert bad_elements(all_read, scripted) == set()


def test_no_page_loads_from_or_leads_to_another_host(all_read):
    def foreign(element):
        return any("//" in element.attributes.get(name, "") for name in LOADING)

    assert bad_elements(all_read, foreign) == set()


def test_every_form_that_posts_carries_the_token_against_forgery(all_read):
    for name, page in all_read.items():
        # What a score pad sends is let in by its link, even if cookies were cleared.
        forms = [
            each
            for each in page.find("form")
            if each.has(method="post") and not each.attributes.get("action", "").startswith("/t/")
        ]
        tokens = page.find("input", name="csrfmiddlewaretoken")
        assert (name, len(tokens)) == (name, len(forms))


@pytest.mark.parametrize("target", ["accounts:sign_in", "play:start", "party:set_up"])
def test_a_form_from_elsewhere_is_refused_with_a_message(olga, target):
    client = Client(enforce_csrf_checks=True)
    client.force_login(olga)
    response = client.post(reverse(target, args=[] if target == "accounts:sign_in" else ["prairie"]), hand_form())
    assert response.status_code == 403
    assert "Nothing was saved. Reload the page and try again." in Html(response).text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 302),
        ({"Origin": "http://testserver"}, 302),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://testserver.evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://testserver"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://[", "Sec-Fetch-Site": "none"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 302),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://behind.a.proxy"}, 302),
        ({"Sec-Fetch-Site": "none"}, 302),
        ({"Sec-Fetch-Site": "none", "Origin": "http://testserver"}, 302),
        ({"Sec-Fetch-Site": "none", "Origin": "http://evil.example"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"}, 403),
    ],
    ids=str,
)
def test_a_score_pad_accepts_forms_of_this_site_alone_and_needs_no_cookie(game, headers, status):
    client = Client(enforce_csrf_checks=True)
    response = client.post(pad_url(game, "pad_record"), hand_form(), headers=headers)
    assert (response.status_code, game.entries.count()) == (status, 1 if status == 302 else 0)


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(olga):
    response = Client().post(
        reverse("accounts:sign_in"), {"username": "olga@example.org", "password": "three blind mice"}
    )
    kept = {name: (cookie["httponly"], cookie["samesite"]) for name, cookie in response.cookies.items()}
    assert kept == {"sessionid": (True, "Lax"), "csrftoken": (True, "Lax")}


def test_the_phone_owner_cookie_is_limited_to_its_party():
    made = party(*builders.organiser()[::-1], count=4)
    url = reverse("party:public", args=[made.code])
    cookie = Client().get(url, {"me": 3}).cookies["me"]
    assert (cookie.value, cookie["path"], cookie["httponly"], cookie["samesite"]) == ("3", url, True, "Lax")


# Words of the machine that no sentence for people holds.
LEAKS = ("None", "Undefined", "Traceback", "{", "}", "%(", "%s", "&amp;", "<Q", "object at", "Fraction(", "datetime.")


@pytest.fixture(scope="module")
def whole(read):
    """Without fragments."""
    return {name: page for name, page in read.items() if page.find("html")}


def test_every_whole_page_of_a_party_has_one_main_heading_and_a_title(whole):
    heads = {name: (len(page.find("h1")), all(page.texts("title"))) for name, page in whole.items()}
    wrong = {name: each for name, each in heads.items() if each != (1, True) and name.startswith("party ")}
    assert wrong == {}


def test_no_id_stands_twice_on_a_page(read):
    twice = {
        (name, key)
        for name, page in read.items()
        for key, count in Counter(each["id"] for each in page.elements if "id" in each.attributes).items()
        if count > 1
    }
    assert twice == set()


def test_every_label_belongs_to_a_field(read):
    lost = set()
    for name, page in read.items():
        ids = {each.attributes.get("id") for each in page.elements}
        lost |= {
            (name, each["for"]) for each in page.find("label") if "for" in each.attributes and each["for"] not in ids
        }
    assert lost == set()


def test_pages_show_no_python_internals(read):
    shown = {(name, leak) for name, page in read.items() for leak in LEAKS if leak in visible(page)}
    assert shown == set()


def test_every_button_and_link_has_text(read):
    silent = {
        (name, each.tag, each.attributes.get("href", each.attributes.get("name", "")))
        for name, page in read.items()
        for each in page.elements
        if each.tag in ("button", "a") and not (each.text or each.attributes.get("aria-label"))
    }
    assert silent == set()


def test_every_link_leads_somewhere(read):
    nowhere = {
        (name, each.text) for name, page in read.items() for each in page.find("a") if not each.attributes.get("href")
    }
    assert nowhere == set()


def visible(page):
    """The text of a page without that of scripts."""
    scripts = "".join(each.text for each in page.elements if each.tag in ("script", "style"))
    return page.text if not scripts else page.text.replace(scripts, "")
