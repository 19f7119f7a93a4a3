"""A chart as a user finds it: its table, its keyboard navigation, and what is painted."""

from playwright.sync_api import Locator, Page, expect

# Sums up layout shifts from the first frame on.
WATCH = """() => {
  window.moved = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((each) => { window.moved += each.value; }))
    .observe({type: "layout-shift", buffered: true});
}"""
MOVED = (
    "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.moved))))"
)
DRAWN = """() => [...document.querySelectorAll(".chart-plot")]
  .every((each) => each.querySelector("canvas") || !each.checkVisibility())"""
# Of a table in a closed fold too.
ROWS = """(figure) => [...figure.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) =>
  ({text: cell.textContent.trim(), value: cell.dataset.value === "" ? null : Number(cell.dataset.value)})))"""
# Where the first colour of charts is painted at the point or bar that is spoken of: how many pixels, and their middle.
PAINTED = """(figure) => {
  const [canvas, mark] = [figure.querySelector("canvas"), figure.querySelector(".chart-mark, .u-cursor-x")];
  const [box, place] = [canvas.getBoundingClientRect(), mark.getBoundingClientRect()];
  const copy = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const pixels = (height) => Array.from({length: height}, (_, y) => copy.getImageData(0, y, 1, 1).data);
  copy.fillStyle = getComputedStyle(figure).getPropertyValue("--chart-0").trim();
  copy.fillRect(0, 0, 1, 1);
  const [wanted] = pixels(1);
  Object.assign(copy.canvas, {width: 1, height: box.height});
  copy.drawImage(canvas, -Math.round((place.left + place.width / 2 - box.left) * canvas.width / box.width), 0);
  const same = (pixel) => pixel.every((part, i) => Math.abs(part - wanted[i]) < 4);
  const rows = pixels(box.height).flatMap((pixel, y) => same(pixel) ? y : []);
  return [rows.length, (rows[0] + rows.at(-1)) / 2];
}"""
PICTURE = "(figure) => figure.querySelector('canvas').toDataURL()"
REDRAWN = "([figure, before]) => figure.querySelector('canvas').toDataURL() !== before"


def watch_for_shifts(page: Page) -> None:
    page.add_init_script(f"({WATCH})()")


class Chart:
    def __init__(self, page: Page, key: str) -> None:
        self.page = page
        self.figure: Locator = page.locator(f"#chart-{key}")
        self.plot = self.figure.locator(".chart-plot")
        expect(self.figure.locator("canvas")).to_be_visible()
        self.rows: list[list[dict]] = self.figure.evaluate(ROWS)

    def press(self, key: str) -> None:
        self.plot.press(key)

    def says(self, text: str) -> None:
        """To the eye and to a screen reader."""
        for line in self.figure.locator(".chart-readout, [aria-live]").all():
            expect(line).to_have_text(text)  # a space may be one that does not break

    def readout(self, row: int) -> str:
        """What the table has in a row."""
        label, value, *others = (cell["text"] for cell in self.rows[row])
        around = " ({} to {})".format(*others) if len(others) == 2 and others[0] else ""
        return f"{label}: {value}{around}"

    def painted(self) -> tuple[float, float]:
        """How high the bar is that is spoken of; at what height the line has its point."""
        return tuple(self.figure.evaluate(PAINTED))

    def picture(self) -> str:
        return self.figure.evaluate(PICTURE)

    def redrawn(self, before: str) -> str:
        self.page.wait_for_function(REDRAWN, arg=[self.figure.element_handle(), before])
        return self.picture()
