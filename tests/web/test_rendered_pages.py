"""What every page must be as HTML, whatever stands on it."""

from collections import Counter

import pytest

from tests.web.html import Html

pytestmark = pytest.mark.django_db

# Words of the machine that no sentence for people holds.
LEAKS = ("None", "Undefined", "Traceback", "{", "}", "%(", "%s", "&amp;", "<Q", "object at", "Fraction(", "datetime.")


@pytest.fixture(scope="module")
def pages(rendered_pages):
    """Every page by its name, read."""
    return {name: Html(response) for name, response in rendered_pages.items()}


@pytest.fixture(scope="module")
def whole(pages):
    """Without fragments."""
    return {name: page for name, page in pages.items() if page.find("html")}


def test_every_whole_page_of_a_party_has_one_main_heading_and_a_title(whole):
    heads = {name: (len(page.find("h1")), all(page.texts("title"))) for name, page in whole.items()}
    wrong = {name: each for name, each in heads.items() if each != (1, True) and name.startswith("party ")}
    assert wrong == {}


def test_no_id_stands_twice_on_a_page(pages):
    twice = {
        (name, key)
        for name, page in pages.items()
        for key, count in Counter(each["id"] for each in page.elements if "id" in each.attributes).items()
        if count > 1
    }
    assert twice == set()


def test_every_label_belongs_to_a_field(pages):
    lost = set()
    for name, page in pages.items():
        ids = {each.attributes.get("id") for each in page.elements}
        lost |= {
            (name, each["for"]) for each in page.find("label") if "for" in each.attributes and each["for"] not in ids
        }
    assert lost == set()


def test_pages_show_no_python_internals(pages):
    shown = {(name, leak) for name, page in pages.items() for leak in LEAKS if leak in visible(page)}
    assert shown == set()


def test_every_button_and_link_has_text(pages):
    silent = {
        (name, each.tag, each.attributes.get("href", each.attributes.get("name", "")))
        for name, page in pages.items()
        for each in page.elements
        if each.tag in ("button", "a") and not (each.text or each.attributes.get("aria-label"))
    }
    assert silent == set()


def test_every_link_leads_somewhere(pages):
    nowhere = {
        (name, each.text) for name, page in pages.items() for each in page.find("a") if not each.attributes.get("href")
    }
    assert nowhere == set()


def visible(page):
    """The text of a page without that of scripts."""
    scripts = "".join(each.text for each in page.elements if each.tag in ("script", "style"))
    return page.text if not scripts else page.text.replace(scripts, "")
