"""Every file that a page or a script names is there, under a name that carries its hash."""

import os
import re
import time
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.files.storage import storages
from django.test import Client, override_settings

from whistclub.ops.serving import collect_static_files
from whistclub.settings import STORAGES

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(r"""\{% static ['"]([^'"]+)['"]|\bstatic\("([^"]+)"\)""")


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    with override_settings(STORAGES=STORAGES, STATIC_ROOT=tmp_path_factory.mktemp("collected")) as settings:
        collect_static_files()
        yield settings


def test_all_that_templates_and_views_name_is_there():
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "whistclub").rglob("*.py")]
    names = {first or second for file in files for first, second in NAMED.findall(file.read_text(encoding="utf-8"))}
    assert len(names) > 30
    assert [name for name in names if not finders.find(name)] == []


def test_a_browser_keeps_a_file_for_a_year_and_gets_it_compressed(collected):
    address = storages["staticfiles"].url("css/pad.css")
    assert re.fullmatch(r"/static/css/pad\.[0-9a-f]{12}\.css", address)
    response = Client().get(address, headers={"Accept-Encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert "max-age=315360000, public, immutable" in response["Cache-Control"]


def test_files_are_collected_again_only_when_they_changed(settings, tmp_path):
    source, settings.STATIC_ROOT = tmp_path / "source", tmp_path / "static"
    source.mkdir()
    settings.STATICFILES_DIRS = [source]
    (source / "a.js").write_text("1;")
    collect_static_files()
    (settings.STATIC_ROOT / "a.js").write_text("kept")
    collect_static_files()
    assert (settings.STATIC_ROOT / "a.js").read_text() == "kept"
    (source / "a.js").write_text("2, longer;")
    later = time.time() + 10
    os.utime(source / "a.js", (later, later))
    collect_static_files()
    assert (settings.STATIC_ROOT / "a.js").read_text() == "2, longer;"
