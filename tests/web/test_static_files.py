"""Static files: names that carry a hash, a year in the browser, and small on the way."""

import gzip
import re
from pathlib import Path

import pytest
from django.test import Client

from whistclub.web.static_files import static_file, static_urls

HASHED = re.compile(r"/static/css/pad\.[0-9a-f]{12}\.css")
GZIP = {"Accept-Encoding": "gzip, deflate"}
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def browser() -> Client:
    return Client(raise_request_exception=False)


def test_a_hashed_file_is_kept_for_a_year(browser):
    [address] = static_urls("css/pad.css")
    assert HASHED.fullmatch(address)
    response = browser.get(address, headers=GZIP)
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response["Content-Type"] == "text/css; charset=utf-8"
    assert response["Content-Encoding"] == "gzip"
    assert response["Vary"] == "Accept-Encoding"
    assert b".hand-form" in gzip.decompress(response.content)


def test_a_browser_that_cannot_unpack_gets_the_file_as_it_is(browser):
    response = browser.get(static_file("css/pad.css").url)
    assert "Content-Encoding" not in response
    assert b".hand-form" in response.content


def test_a_file_that_the_browser_has_is_not_sent_again(browser):
    address = static_file("css/pad.css").url
    etag = browser.get(address)["ETag"]
    assert browser.get(address, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("name", ["css/pad.css", "css/pad.000000000000.css"])
def test_a_name_of_another_version_gets_the_file_of_today_and_it_is_not_kept(browser, name):
    response = browser.get(f"/static/{name}")
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    ["css/none.css", "css/", "", "vendor/whist-sans/make_fonts.py", "../whistclub/settings.py", "..%2fpyproject.css"],
)
def test_nothing_else_is_published(browser, path):
    assert browser.get(f"/static/{path}").status_code in {400, 404}


@pytest.mark.parametrize(
    "name", ["css/./pad.css", "css//pad.css", "/css/pad.css", "./css/pad.css", "css/none/../pad.css", "css/%2e/pad.css"]
)
def test_a_file_has_one_name(browser, name):
    static_file("css/pad.css")
    kept = static_file.cache_info().currsize
    assert browser.get(f"/static/{name}").status_code in {400, 404}
    assert static_file.cache_info().currsize == kept


def test_imported_styles_and_their_fonts_come_in_place():
    base = static_file("css/base.css")
    assert b"@import" not in base.body
    assert b".top-in" in base.body
    assert static_file("vendor/whist-sans/latin.woff2").url.encode() in base.body
    assert "vendor/whist-sans/latin.woff2" in base.needs


def test_a_script_imports_hashed_files_and_names_them():
    chart = static_file("js/charts.js")
    imported = re.findall(rb'from "([^"]+)"', chart.body)
    assert imported
    assert all(re.fullmatch(rb"/static/.+\.[0-9a-f]{12}\.js", each) for each in imported)
    assert {each.decode() for each in imported} <= set(static_urls("js/charts.js"))


def test_every_script_and_style_sheet_can_be_published():
    for path in (ROOT / "static").rglob("*.*"):
        if path.suffix in {".css", ".js"}:
            static_file(path.relative_to(ROOT / "static").as_posix())


def test_a_changed_import_changes_the_name_of_what_imports_it(settings, tmp_path):
    (tmp_path / "js").mkdir()
    settings.STATICFILES_DIRS = [tmp_path]
    before, after = [], []
    for names, text in ((before, "export const a = 1;\n"), (after, "export const a = 2;\n")):
        (tmp_path / "js" / "part.js").write_text(text)
        (tmp_path / "js" / "whole.js").write_text('// Comment.\nimport { a } from "./part.js";\n  void a;\n')
        static_file.cache_clear()
        names.extend(static_urls("js/whole.js"))
    static_file.cache_clear()
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_what_is_imported_by_a_call_is_named_but_not_loaded_at_once(settings, tmp_path):
    settings.STATICFILES_DIRS = [tmp_path]
    (tmp_path / "part.js").write_text("export const a = 1;\n")
    (tmp_path / "whole.js").write_text('const part = import("./part.js");\n')
    static_file.cache_clear()
    whole, part = static_file("whole.js"), static_file("part.js")
    static_file.cache_clear()
    assert part.url in whole.body.decode()
    assert whole.needs == ()


def test_the_scripts_of_the_pad_come_as_one_file():
    text = static_file("js/pad/pad.js").body.decode()
    folder = ROOT / "static" / "js" / "pad"
    beside = {path.name for path in folder.glob("*.js")} - {"score_only.js", "worker.js"}
    for name in beside:
        own = [line.strip() for line in (folder / name).read_text().splitlines() if "//" not in line]
        longest = max((line for line in own if not line.startswith("import")), key=len)
        assert text.count(longest.removeprefix("export ")) == 1, name
    assert re.findall(r'"([^"]+\.js)"', text) == [static_file("js/answers.js").url]
    assert static_file("js/pad/pad.js").needs == ("js/answers.js",)
    exported = re.findall(r"^return \{ (.*?) \};", text, re.MULTILINE)
    names = [name for line in exported for name in line.split(", ")]
    assert len(names) == len(set(names))


def test_what_the_pad_loads_later_imports_none_of_its_scripts():
    assert not [each for each in static_file("js/pad/score_only.js").needs if each.startswith("js/pad/")]
