"""Styles, scripts, fonts and pictures under names that carry a hash of their content.

A browser may keep such a file for a year and never asks for it again. Nothing is collected or written: a file is read
where it lies when it is first asked for, and then kept in memory, compressed. So there is nothing to clean up after an
update, and several processes need not agree on anything. `manage.py dev` serves the files as they are, under their
plain names.
"""

import contextlib
import gzip
import hashlib
import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.templatetags.static import static
from django.utils.cache import get_conditional_response

HASH_DIGITS = 12
HASHED = re.compile(rf"(?P<stem>.+)\.[0-9a-f]{{{HASH_DIGITS}}}(?P<suffix>\.\w+)")
FOR_A_YEAR = "public, max-age=31536000, immutable"
CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
COMPRESSIBLE = {".css", ".js", ".mjs", ".svg"}

# As oxfmt writes them in our own files; the libraries beside those refer to nothing.
CSS_IMPORT = re.compile(r'@import url\("(?P<path>[^"]+)"\);\n?')
CSS_ADDRESS = re.compile(r'(?P<before>\burl\()"(?P<path>[^/":#][^":#]*)"')
# Of our own files nobody reads the copy that browsers get: comments and white space are a quarter of it.
NOT_FOR_BROWSERS = {
    ".css": re.compile(r"/\*.*?\*/\n?|^ +|(?<=[{};,])\n|(?<=[a-z]:) | (?={)", re.DOTALL | re.MULTILINE),
    ".js": re.compile(r"^ *//.*\n| // .*$|^ +|^\n|(?<=[;{,(\[])\n|\n *(?=[})\]])", re.MULTILINE),
}
JS_IMPORT = re.compile(r'(?P<before>\bfrom |\bimport |\bimport\()"(?P<path>\.[^"]+)"')
JS_IMPORT_LINE = re.compile(r'^import (?:\{[^}]*\} from )?"(?P<path>\.[^"]+)";\n', re.MULTILINE)
JS_EXPORT = re.compile(r"^export (?P<declared>(?:async )?(?:function|const|class) (?P<name>\w+))", re.MULTILINE)


@dataclass(frozen=True)
class StaticFile:
    """A file as browsers get it; `needs` are the names of all files that it loads, or that those load."""

    url: str
    content_type: str
    etag: str
    body: bytes
    compressed: bytes | None
    needs: tuple[str, ...]


@cache
def static_file(name: str) -> StaticFile:
    """Read a file, for example "css/pad.css". Raises FileNotFoundError where there is none that may be published."""
    stem, suffix = posixpath.splitext(name)
    # One name for each file: strangers could fill the memory with the other ways to write it.
    is_published = suffix in CONTENT_TYPES and name == posixpath.normpath(name)
    found = finders.find(name) if is_published else None
    if found is None:
        raise FileNotFoundError(f"There is no static file {name}.")
    body = Path(found).read_bytes()
    needs: list[str] = []
    if suffix in {".css", ".js"}:
        text = body.decode()
        if suffix == ".js" and is_named_as_its_folder(name):
            text = with_scripts_beside_it(Path(found))
        if not is_library(name):
            text = NOT_FOR_BROWSERS[suffix].sub("", text)
        text, needs = with_hashed_addresses(name, text)
        body = text.encode()
    digest = hashlib.sha256(body).hexdigest()[:HASH_DIGITS]
    return StaticFile(
        url=f"{settings.STATIC_URL}{stem}.{digest}{suffix}",
        content_type=CONTENT_TYPES[suffix],
        etag=f'"{digest}"',
        body=body,
        compressed=gzip.compress(body, mtime=0) if suffix in COMPRESSIBLE else None,
        needs=tuple(dict.fromkeys(needs)),
    )


def is_library(name: str) -> bool:
    return name.startswith(("vendor/", "django_htmx/"))


def is_named_as_its_folder(name: str) -> bool:
    """Whether this is the main script of a folder, such as "js/pad/pad.js": browsers get it as one file with others."""
    folder, file = posixpath.split(name)
    return file == f"{posixpath.basename(folder)}.js" and not is_library(name)


def with_scripts_beside_it(path: Path) -> str:
    """Return a script with all scripts of its folder that it imports, for one answer comes sooner than a dozen.

    Each becomes a function that returns what it exports, so names inside it stay its own. What two of them export must
    have different names. Imports from other folders stay imports, and must be written alike wherever they occur.
    """
    imported: dict[str, None] = {}
    placed: dict[Path, str] = {}

    def place(path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        for line in JS_IMPORT_LINE.finditer(text):
            target = (path.parent / line["path"]).resolve()
            if target.parent != path.parent.resolve():
                imported[line[0]] = None
            elif target not in placed:
                place(target)
        names = ", ".join(export["name"] for export in JS_EXPORT.finditer(text))
        inside = JS_EXPORT.sub(r"\g<declared>", JS_IMPORT_LINE.sub("", text))
        if names:
            placed[path.resolve()] = f"const {{ {names} }} = (() => {{\n{inside}return {{ {names} }};\n}})();\n"
        else:
            placed[path.resolve()] = f"(() => {{\n{inside}}})();\n"

    place(path)
    return "".join([*imported, *placed.values()])


def with_hashed_addresses(name: str, text: str) -> tuple[str, list[str]]:
    """Return a style sheet or script in which imported sheets are put in place, and the names of files it loads."""
    needs: list[str] = []

    def target_of(match: re.Match[str]) -> StaticFile:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), match["path"]))
        file = static_file(target)
        # What is imported by a call is loaded when the call is made, if ever.
        if match.groupdict().get("before") != "import(":
            if not target.endswith(".css"):
                needs.append(target)
            needs.extend(file.needs)
        return file

    if name.endswith(".css"):
        # What is put in place has the addresses of its own files already, which begin with a slash.
        text = CSS_IMPORT.sub(lambda match: target_of(match).body.decode(), text)
    address = CSS_ADDRESS if name.endswith(".css") else JS_IMPORT
    return address.sub(lambda match: f'{match["before"]}"{target_of(match).url}"', text), needs


def static_urls(name: str) -> list[str]:
    """Return the addresses of a file and of all files that it loads."""
    return [static(each) for each in dict.fromkeys((name, *static_file(name).needs))]


class HashedStorage(StaticFilesStorage):
    """What `{% static %}` asks for addresses."""

    def url(self, name: str | None) -> str:
        return super().url(name) if settings.DEBUG or name is None else static_file(name).url


class StaticFilesMiddleware:
    """Answers requests for static files. A name of an earlier version gets the file of today, which is not kept."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.DEBUG:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(settings.STATIC_URL) and request.method in {"GET", "HEAD"}:
            with contextlib.suppress(FileNotFoundError):
                return answer(request, static_file(plain_name(request.path.removeprefix(settings.STATIC_URL))))
        return self.get_response(request)


def plain_name(name: str) -> str:
    return HASHED.sub(r"\g<stem>\g<suffix>", name)


def answer(request: HttpRequest, file: StaticFile) -> HttpResponseBase:
    compressed = file.compressed if "gzip" in request.headers.get("Accept-Encoding", "") else None
    body = compressed or file.body
    response = HttpResponse(body, content_type=file.content_type)
    response["Content-Length"] = str(len(body))
    response["Cache-Control"] = FOR_A_YEAR if request.path == file.url else "no-cache"
    response["ETag"] = file.etag
    if file.compressed:
        response["Vary"] = "Accept-Encoding"
    if compressed:
        response["Content-Encoding"] = "gzip"
    return get_conditional_response(request, etag=file.etag, response=response) or response
