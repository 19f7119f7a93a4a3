// Lines over time or over a row of things, with a band of uncertainty around one.
import uPlot from "../vendor/uplot-1.6.32/uPlot.min.js";
import { fontOf, withCssPixels, shortened, widest, widthOf, drawText } from "./charts-theme.js";

const DAY = 86400;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;
const STEPS = [
  ...[1, 2, 3, 4, 7, 14].map((n) => n * DAY),
  ...[1, 2, 3, 6].map((n) => n * MONTH),
  ...[1, 2, 5, 10, 20].map((n) => n * YEAR),
];
export const DASHES = [[], [9, 5], [2, 5], [12, 4, 2, 4], [6, 3], [1, 3]];
const LINE = 20; // from label to label

const seconds = (text) => Date.parse(text.length > 10 ? text : `${text}T00:00Z`) / 1000;

function dateTexts(chart) {
  const part = (options) => {
    const format = new Intl.DateTimeFormat(chart.language, { timeZone: "UTC", ...options });
    return (at) => format.format(at * 1000);
  };
  const day = part({ day: "numeric" });
  const month = part({ month: "short" });
  const year = part({ year: "numeric" });
  return (plot, splits, axis, space, step) => {
    let before;
    return splits.map((at) => {
      if (step >= YEAR) return year(at);
      const text = step >= MONTH ? month(at) : chart.texts.day.replace("{day}", day(at)).replace("{month}", month(at));
      const label = year(at) === before ? text : `${text}\n${year(at)}`;
      before = year(at);
      return label;
    });
  };
}

function xAxis(chart, xs, theme) {
  const common = {
    stroke: theme.faint,
    font: fontOf(theme),
    lineGap: 1.15,
    grid: { show: false },
    ticks: { stroke: theme.grid, width: 1, size: 6 },
    gap: 4,
  };
  if (chart.timed) {
    const single = xs.length === 1 ? { splits: () => xs } : {};
    return { ...common, ...single, size: 52, space: 62, incrs: STEPS, values: dateTexts(chart) };
  }
  const texts = chart.labels.map((label) => label.text);
  return {
    ...common,
    size: 34,
    space: Math.max(30, widest(texts, theme) + 14),
    incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    values: (plot, splits) => splits.map((at) => (Number.isInteger(at) && texts[at]) || ""),
  };
}

// What the last label has beyond the last point.
function overhang(chart, xs, theme) {
  if (!chart.timed) return Math.ceil(widthOf(chart.labels.at(-1).text, theme) / 2);
  const texts = [DAY, MONTH, YEAR].flatMap((step) => dateTexts(chart)(null, [xs.at(-1)], 0, 0, step)[0].split("\n"));
  return Math.ceil(widest(texts, theme) / 2);
}

// Axis steps for whole numbers.
const WHOLE = [1, 10, 100, 1000, 10000, 100000].flatMap((ten) => [ten, 2 * ten, 5 * ten]);
const isWhole = (chart) =>
  chart.columns.every((column) => column.every(({ value }) => value === null || Number.isInteger(value)));

function xRange(xs, timed) {
  const [first, last] = [xs[0], xs.at(-1)];
  if (first === last) return [first - (timed ? 15 * DAY : 1), last + (timed ? 15 * DAY : 1)];
  const room = (last - first) * 0.015;
  return [first - room, last + room];
}

function yRange(chart) {
  return (plot, low, high) => {
    if (low === null) return [0, 1];
    const level = chart.level?.value ?? low;
    const range = uPlot.rangeNum(Math.min(low, level), Math.max(high, level), 0.08, false);
    return chart.unit === "%" ? [Math.max(0, range[0]), Math.min(100, range[1])] : range;
  };
}

// Where each line ends and what is drawText there: its name, or with one line the last number.
function ends(chart, theme) {
  const shown = chart.kind === "band" ? [0] : chart.columns.map((column, i) => i);
  if (shown.length > 3) return [];
  return shown.flatMap((i) => {
    const at = chart.columns[i].findLastIndex((cell) => cell.value !== null);
    if (at < 0) return [];
    const last = chart.columns[i][at];
    return [
      { at, value: last.value, colour: theme.series[i], text: shown.length === 1 ? last.text : chart.heads[i + 1] },
    ];
  });
}

function drawEnds(labels, xs, room, theme) {
  return (ctx, box) => {
    const placed = labels.map((label) => ({ ...label, y: box.at(label.value, "y") })).sort((a, b) => a.y - b.y);
    const [highest, lowest] = [box.top + LINE / 2, box.top + box.height - LINE / 2];
    placed.forEach((label, i) => {
      label.y = Math.max(label.y, i ? placed[i - 1].y + LINE : highest);
    });
    placed.toReversed().forEach((label, i, all) => {
      label.y = Math.min(label.y, i ? all[i - 1].y - LINE : lowest);
    });
    for (const label of placed) {
      drawText(ctx, theme, shortened(label.text, room, theme, 700), box.left + box.width + 8, label.y, {
        weight: 700,
        colour: label.colour,
      });
    }
  };
}

function drawLevel(chart, xs, theme) {
  return (ctx, box) => {
    const y = Math.round(box.at(chart.level.value, "y")) + 0.5;
    Object.assign(ctx, { strokeStyle: theme.faint, lineWidth: 1.5 });
    ctx.setLineDash([3, 4]);
    ctx.beginPath();
    ctx.moveTo(box.left, y);
    ctx.lineTo(box.left + box.width, y);
    ctx.stroke();
    // Written at that end, above or below, where the first line is furthest away from it.
    const line = chart.columns[0].flatMap(({ value }, i) =>
      value === null ? [] : [{ x: box.at(xs[i], "x"), y: box.at(value, "y") }],
    );
    if (!line.length) return;
    const wide = widthOf(chart.level.text, theme) + 8;
    const yAt = (x) => {
      const next = line.findIndex((point) => point.x >= x);
      if (next <= 0) return line.at(next).y;
      const [a, b] = [line[next - 1], line[next]];
      return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x || 1);
    };
    const places = [
      [box.left + 4, "left", box.left],
      [box.left + box.width - 4, "right", box.left + box.width - wide],
    ].flatMap(([x, align, from]) =>
      [-13, 13].map((away) => {
        const along = [0, 0.25, 0.5, 0.75, 1].map((part) => from + part * wide);
        const meets = [...along.map((at) => ({ x: at, y: yAt(at) })), ...line].filter(
          (point) => point.x >= from && point.x <= from + wide,
        );
        const fits = y + away - 10 >= box.top && y + away + 10 <= box.top + box.height;
        return {
          x,
          align,
          y: y + away,
          room: fits ? Math.min(...meets.map((point) => Math.abs(point.y - y - away))) : -1,
        };
      }),
    );
    const best = places.reduce((one, other) => (other.room > one.room + 1 ? other : one));
    drawText(ctx, theme, chart.level.text, best.x, best.y, {
      colour: theme.faint,
      halo: theme.ground,
      align: best.align,
    });
  };
}

function drawZero(theme) {
  return (ctx, box) => {
    const y = Math.round(box.at(0, "y")) + 0.5;
    if (y <= box.top || y >= box.top + box.height) return;
    Object.assign(ctx, { strokeStyle: theme.faint, lineWidth: 1 });
    ctx.beginPath();
    ctx.moveTo(box.left, y);
    ctx.lineTo(box.left + box.width, y);
    ctx.stroke();
  };
}

function drawWhisker(chart, xs, theme) {
  return (ctx, box) => {
    const [low, high] = [chart.columns[1][0].value, chart.columns[2][0].value];
    if (low === null || high === null) return;
    const x = box.at(xs[0], "x");
    Object.assign(ctx, { strokeStyle: theme.series[0], lineWidth: 2 });
    ctx.beginPath();
    for (const y of [box.at(low, "y"), box.at(high, "y")]) {
      ctx.moveTo(x - 8, y);
      ctx.lineTo(x + 8, y);
    }
    ctx.moveTo(x, box.at(low, "y"));
    ctx.lineTo(x, box.at(high, "y"));
    ctx.stroke();
  };
}

export function lines(chart, theme, width, height) {
  const xs = chart.labels.map((label, i) => (chart.timed ? seconds(label.value) : i));
  const banded = chart.kind === "band";
  const labels = ends(chart, theme);
  const room = Math.min(
    widest(
      labels.map((label) => label.text),
      theme,
      700,
    ),
    width * 0.28,
  );
  const number = new Intl.NumberFormat(chart.language);
  const sparse = width / xs.length > 14;
  const series = chart.columns.map((column, i) =>
    banded && i > 0
      ? { stroke: theme.band, width: 1, points: { show: false } }
      : {
          stroke: theme.series[i % theme.series.length],
          width: 3,
          dash: DASHES[i],
          spanGaps: true,
          points: {
            show: sparse,
            size: 8,
            width: 2,
            stroke: theme.series[i % theme.series.length],
            fill: i % 2 ? theme.ground : theme.series[i % theme.series.length],
          },
        },
  );
  return {
    data: [xs, ...chart.columns.map((column) => column.map((cell) => cell.value))],
    options: {
      width,
      height,
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), "Etc/UTC"),
      padding: [10, Math.max(labels.length ? room + 14 : 10, overhang(chart, xs, theme)), 0, 0],
      scales: { x: { time: chart.timed, range: () => xRange(xs, chart.timed) }, y: { range: yRange(chart) } },
      axes: [
        xAxis(chart, xs, theme),
        {
          ...(isWhole(chart) ? { incrs: WHOLE } : {}),
          stroke: theme.faint,
          font: fontOf(theme),
          space: 52,
          gap: 6,
          ticks: { show: false },
          grid: { stroke: theme.grid, width: 1 },
          size: (plot, values) => Math.ceil(Math.max(0, ...(values ?? []).map((text) => widthOf(text, theme)))) + 8,
          values: (plot, splits) =>
            splits.map((value) => number.format(value).replace("-", "−") + (chart.unit === "%" ? " %" : "")),
        },
      ],
      series: [{}, ...series],
      bands: banded ? [{ series: [3, 2], fill: theme.band }] : [],
      hooks: {
        drawAxes: [(plot) => withCssPixels(plot, drawZero(theme))],
        draw: [
          (plot) =>
            withCssPixels(plot, (ctx, box) => {
              if (banded && xs.length === 1) drawWhisker(chart, xs, theme)(ctx, box);
              if (chart.level) drawLevel(chart, xs, theme)(ctx, box);
              drawEnds(labels, xs, room, theme)(ctx, box);
            }),
        ],
      },
    },
  };
}
