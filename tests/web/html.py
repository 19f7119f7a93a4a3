"""A response's HTML as a list of elements, for tests that look at what a page says rather than at its bytes."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.http import HttpResponse

WITHOUT_END_TAG = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join("".join(self.pieces).split())

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def has(self, **wanted: str) -> bool:
        """`kind="hidden"` would be an attribute; `css="total"` is one of the classes."""
        css = wanted.pop("css", None)
        in_class = css is None or css in self.attributes.get("class", "").split()
        return in_class and all(self.attributes.get(name) == value for name, value in wanted.items())


class Html(HTMLParser):
    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._open: list[Element] = [Element("page", {})]
        self._page = self._open[0]
        self.feed(response.content.decode())
        self.close()

    @property
    def text(self) -> str:
        return self._page.text

    def find(self, tag: str, **wanted: str) -> list[Element]:
        return [each for each in self.elements if each.tag == tag and each.has(**wanted)]

    def texts(self, tag: str, **wanted: str) -> list[str]:
        return [each.text for each in self.find(tag, **wanted)]

    def chosen(self, name: str) -> list[str]:
        """The values of the checked radio buttons of this name."""
        return [each["value"] for each in self.find("input", type="radio", name=name) if "checked" in each.attributes]

    def value(self, name: str) -> str:
        """What the first input of this name holds."""
        return self.find("input", name=name)[0].attributes.get("value", "")

    @property
    def _is_hidden(self) -> bool:
        """Inside a dialog: it is closed when the page arrives."""
        return any(each.tag == "dialog" for each in self._open)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        if not self._is_hidden:
            self.elements.append(element)
        if tag not in WITHOUT_END_TAG:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in WITHOUT_END_TAG:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self._open) - 1, 0, -1):
            if self._open[depth].tag == tag:
                del self._open[depth:]
                return

    def handle_data(self, data: str) -> None:
        for element in () if self._is_hidden else self._open:
            element.pieces.append(data)


def nothing_new(response: HttpResponse) -> bool:
    """Whether the answer says that a page which follows shows the newest already."""
    return response.status_code == 204
