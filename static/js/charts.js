// Draws charts from their tables (templates/stats/_chart.html) and reads out the point under the finger, the mouse or
// the arrow keys. Texts come from the data attributes of the figure.
import uPlot from "../vendor/uplot-1.6.32/uPlot.min.js";
import { bars } from "./charts-bars.js";
import { themeOf } from "./charts-theme.js";
import { lines } from "./charts-lines.js";

const drawn = new Map(); // figure -> its Chart
const ISO = /^\d{4}-\d\d-\d\d/;

function cellOf(cell) {
  const value = cell.dataset.value;
  return {
    text: cell.textContent.trim().replaceAll(" ", "\u00a0"),
    value: value === "" || Number.isNaN(Number(value)) ? null : Number(value),
  };
}

function read(figure) {
  const rows = [...figure.querySelectorAll("tbody tr")].map((row) => [...row.cells]);
  const labels = rows.map(([first]) => ({ text: first.textContent.trim(), value: first.dataset.value }));
  const { chart, unit, level, levelText, sentence, named, range, day, rest } = figure.dataset;
  const heads = [...figure.querySelectorAll("thead th")].map((head) => head.textContent.trim());
  return {
    kind: chart,
    unit,
    heads,
    labels,
    language: document.documentElement.lang || undefined,
    columns: heads.slice(1).map((head, i) => rows.map((row) => cellOf(row[i + 1]))),
    timed: labels.every(({ value }) => ISO.test(value)),
    level: level ? { value: Number(level), text: levelText } : null,
    texts: { sentence, named, range, day, rest },
  };
}

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

function readout({ kind, heads, labels, columns, level, texts, language }, at) {
  const cells = columns.map((column) => column[at]);
  let y;
  if (kind === "band") {
    const [value, low, high] = cells.map((cell) => cell.text);
    y = cells[1].value === null ? value : filled(texts.range, { value, low, high });
  } else if (cells.length === 1) {
    y = level && cells[0].value === level.value ? level.text : cells[0].text;
  } else {
    const parts = cells.flatMap((cell, i) =>
      cell.value === null ? [] : [filled(texts.named, { name: heads[i + 1], value: cell.text })],
    );
    y = new Intl.ListFormat(language, { type: "unit", style: "short" }).format(parts);
  }
  return filled(texts.sentence, { x: labels[at].text, y });
}

class Chart {
  constructor(figure) {
    this.figure = figure;
    this.box = figure.querySelector(".chart-plot");
    this.line = figure.querySelector(".chart-readout");
    this.live = figure.querySelector("[aria-live]");
    this.chart = read(figure);
    this.linear = this.chart.kind === "line" || this.chart.kind === "band";
    this.at = null;
    this.setReadout(null);
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("blur", () => this.show(null));
    this.box.addEventListener("pointerdown", (event) => this.point(event));
    this.box.addEventListener("pointermove", (event) => this.point(event));
    this.box.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.show(null));
    new ResizeObserver(() => this.draw()).observe(this.box);
  }

  // A dot on each line under the finger; low and high of a band have none of their own.
  dots() {
    return this.linear ? { size: (plot, i) => (this.chart.kind === "band" && i > 1 ? 0 : 14) } : { show: false };
  }

  draw(force = false) {
    const [width, height] = [this.box.clientWidth, this.box.clientHeight];
    if (!width || (!force && this.plot?.width === width && this.plot?.height === height)) return;
    this.plot?.destroy();
    const { data, options } = (this.linear ? lines : bars)(this.chart, themeOf(this.figure), width, height);
    this.plot = new uPlot(
      {
        ...options,
        legend: { show: false },
        focus: { alpha: 1 },
        cursor: {
          x: this.linear,
          y: false,
          drag: { x: false, y: false, setScale: false },
          points: this.dots(),
          bind: {
            mousemove: () => null,
            mousedown: () => null,
            mouseup: () => null,
            mouseenter: () => null,
            mouseleave: () => null,
            dblclick: () => null,
          },
        },
      },
      data,
      this.box,
    );
    if (!this.linear) {
      this.mark = document.createElement("div");
      this.mark.className = "chart-mark";
      this.plot.under.append(this.mark);
    }
    this.show(this.at);
  }

  point(event) {
    if (!this.plot) return;
    const over = this.plot.over.getBoundingClientRect();
    this.show(this.plot.posToIdx(Math.min(Math.max(event.clientX - over.left, 0), over.width - 1)));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.chart.labels.length - 1;
    const to = {
      ArrowRight: () => (this.at === null ? 0 : Math.min(this.at + 1, last)),
      ArrowLeft: () => (this.at === null ? last : Math.max(this.at - 1, 0)),
      Home: () => 0,
      End: () => last,
      Escape: () => null,
    };
    to.ArrowDown = to.ArrowRight;
    to.ArrowUp = to.ArrowLeft;
    if (!(event.key in to)) return;
    event.preventDefault();
    this.show(to[event.key]());
    this.live.textContent = this.at === null ? "" : this.line.textContent;
  }

  show(at) {
    this.at = at;
    this.setReadout(at);
    if (!this.plot) return;
    const where = at === null ? -10 : this.plot.valToPos(this.plot.data[0][at], "x");
    if (this.linear) this.plot.setCursor({ left: where, top: at === null ? -10 : 0 });
    else this.markAt(at, where);
  }

  // The bar that is read out lies on a tinted strip.
  markAt(at, where) {
    const slot = this.plot.over.clientWidth / this.chart.labels.length;
    this.mark.hidden = at === null;
    Object.assign(this.mark.style, { left: `${where - slot / 2}px`, width: `${slot}px`, top: 0, bottom: 0 });
  }

  // At rest a line shows its last point; bars show their numbers anyway, so the readout tells how to get details.
  setReadout(at) {
    const shown = at ?? (this.linear ? this.chart.labels.length - 1 : null);
    this.line.classList.toggle("faint", shown === null);
    this.line.textContent = shown === null ? this.chart.texts.rest : readout(this.chart, shown);
  }
}

export function start(root) {
  for (const figure of drawn.keys()) if (!figure.isConnected) drawn.delete(figure);
  for (const figure of root.querySelectorAll("figure[data-chart]")) {
    if (!drawn.has(figure) && figure.querySelector(".chart-plot")) drawn.set(figure, new Chart(figure));
  }
}

function again() {
  for (const chart of drawn.values()) chart.draw(true);
}

function onPaper(printing) {
  for (const figure of drawn.keys()) figure.classList.toggle("on-paper", printing);
  again();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
addEventListener("beforeprint", () => onPaper(true));
addEventListener("afterprint", () => onPaper(false));
start(document);
// Texts are measured before they are drawn.
if (document.fonts.status !== "loaded") document.fonts.ready.then(again);
