// Bars, one thing a row (or a column, upright), with the number at their end; and shares of a whole.
import { fontOf, withCssPixels, widest, widthOf, wrapped, drawText } from "./charts-theme.js";

const THICK = 26;
const UNDER = 34; // what labels under upright bars take

function boxed(ctx, x, y, width, height, fill, edge, hatched) {
  const radius = Math.min(4, Math.abs(width) / 2, Math.abs(height) / 2);
  ctx.beginPath();
  ctx.roundRect(Math.min(x, x + width), Math.min(y, y + height), Math.abs(width), Math.abs(height), radius);
  ctx.fillStyle = fill;
  ctx.fill();
  if (hatched) {
    ctx.save();
    ctx.clip();
    ctx.globalAlpha = 0.45;
    Object.assign(ctx, { strokeStyle: edge, lineWidth: 1.5 });
    ctx.beginPath();
    for (let from = x - height; from < x + width; from += 8) {
      ctx.moveTo(from, y + height);
      ctx.lineTo(from + height, y);
    }
    ctx.stroke();
    ctx.restore();
    ctx.beginPath();
    ctx.roundRect(x, y, width, height, radius);
  }
  if (edge) {
    Object.assign(ctx, { strokeStyle: edge, lineWidth: 1.5 });
    ctx.stroke();
  }
}

// Solid, hatched, open, soft: distinguishable without colour.
const look = (theme, i) =>
  [
    { fill: theme.series[0], edge: theme.series[0], text: theme.ground },
    { fill: theme.soft[1], edge: theme.series[1], text: theme.text, hatched: true },
    { fill: theme.ground, edge: theme.faint, text: theme.text },
    { fill: theme.soft[3], edge: theme.series[3], text: theme.text },
  ][i % 4];

function drawBars(chart, theme, values) {
  const { upright, whisker } = chart;
  const shown = whisker ? [0] : values.map((column, i) => i);
  return (ctx, box) => {
    const zero = box.at(0, "y");
    const slot = (upright ? box.width : box.height) / chart.labels.length;
    const thick = Math.min(upright ? 56 : THICK, (slot - (upright ? 6 : 12)) / shown.length);
    const fits =
      !upright ||
      widest(
        shown.flatMap((i) => chart.columns[i].map((cell) => cell.text)),
        theme,
        700,
      ) <=
        slot / shown.length - 2;
    chart.labels.forEach((label, row) =>
      shown.forEach((i, place) => {
        const value = values[i][row];
        if (value === null) return;
        const across = box.at(row, "x") + (place - shown.length / 2) * (thick + 2) + 1;
        const { fill, edge } = i ? look(theme, 2) : look(theme, 0);
        const long = box.at(value, "y") - zero;
        if (upright) boxed(ctx, across, zero, thick, long, fill, edge);
        else boxed(ctx, zero, across, long, thick, fill, edge);
        const middle = across + thick / 2;
        const away = value < 0 ? -1 : 1;
        let end = box.at(value, "y");
        if (whisker && values[1][row] !== null && values[2][row] !== null) {
          const [low, high] = [box.at(values[1][row], "y"), box.at(values[2][row], "y")];
          drawInterval(ctx, theme, upright, middle, low, high);
          end = away * (upright ? -1 : 1) > 0 ? Math.max(low, high, end) : Math.min(low, high, end);
        }
        const text = chart.columns[i][row].text;
        if (upright && fits) drawText(ctx, theme, text, middle, end - away * 12, { weight: 700, align: "center" });
        if (!upright)
          drawText(ctx, theme, text, end + away * 8, middle, { weight: 700, align: value < 0 ? "right" : "left" });
      }),
    );
    Object.assign(ctx, { strokeStyle: theme.faint, lineWidth: 1.5 });
    ctx.beginPath();
    if (upright) {
      ctx.moveTo(box.left, zero);
      ctx.lineTo(box.left + box.width, zero);
    } else {
      ctx.moveTo(zero, box.top);
      ctx.lineTo(zero, box.top + box.height);
    }
    ctx.stroke();
  };
}

// A line with two caps; on the bar it shows by a pale edge around it.
function drawInterval(ctx, theme, upright, middle, low, high) {
  const point = (along, across) => (upright ? [across, along] : [along, across]);
  for (const [colour, width] of [
    [theme.ground, 5],
    [theme.text, 2],
  ]) {
    Object.assign(ctx, { strokeStyle: colour, lineWidth: width });
    ctx.beginPath();
    ctx.moveTo(...point(low, middle));
    ctx.lineTo(...point(high, middle));
    for (const end of [low, high]) {
      ctx.moveTo(...point(end, middle - 6));
      ctx.lineTo(...point(end, middle + 6));
    }
    ctx.stroke();
  }
}

function drawShares(chart, theme, values) {
  return (ctx, box) =>
    chart.labels.forEach((label, row) => {
      const whole = values.reduce((sum, column) => sum + (column[row] ?? 0), 0);
      const y = box.at(row, "x") - THICK / 2 - 4;
      let x = box.left;
      values.forEach((column, i) => {
        const wide = whole ? ((column[row] ?? 0) / whole) * box.width : 0;
        if (wide < 1) return;
        const { fill, edge, text, hatched } = look(theme, i);
        boxed(ctx, x + 1, y, wide - 2, THICK + 8, fill, edge, hatched);
        const { text: full } = chart.columns[i][row];
        const fitting = [full, full.split(/\s/)[0]].find((each) => widthOf(each, theme, 700) + 10 <= wide);
        if (fitting) {
          drawText(ctx, theme, fitting, x + wide / 2, y + THICK / 2 + 4, {
            weight: 700,
            colour: text,
            align: "center",
            halo: hatched && fill,
          });
        }
        x += wide;
      });
    });
}

function drawLabels(chart, theme, room) {
  return (ctx, box) =>
    chart.labels.forEach((label, row) => {
      const texts = wrapped(label.text, room, theme);
      texts.forEach((text, i) => drawText(ctx, theme, text, 0, box.at(row, "x") + (i - (texts.length - 1) / 2) * 18));
    });
}

export function bars(chart, theme, width, height) {
  const { upright, whisker } = chart;
  const stacked = chart.kind === "stacked";
  const values = chart.columns.map((column) => column.map((cell) => cell.value));
  const all = values.flat().filter((value) => value !== null);
  const [low, high] = stacked ? [0, 1] : [Math.min(0, ...all), Math.max(0, ...all)];
  const numbers = (whisker ? [0] : values.map((column, i) => i)).flatMap((i) =>
    chart.columns[i].map((cell) => cell.text),
  );
  const number = stacked ? 0 : widest(numbers, theme, 700) + 14;
  const labelled = upright
    ? 0
    : Math.ceil(
        Math.min(
          widest(
            chart.labels.map((label) => label.text),
            theme,
          ),
          width * 0.36,
        ),
      );
  // For numbers between a bar and its label.
  const under = upright && low < 0 ? ((high - low) * 26) / (height - UNDER - 54) : 0;
  const texts = chart.labels.map((label) => label.text);
  // What a label has beyond its bar.
  const over = Math.max(4, Math.ceil((widest(texts, theme) - width / texts.length) / 2));
  const padding = upright
    ? [high > 0 ? 26 : 4, over, 0, over]
    : [0, high > 0 || stacked ? Math.max(number, 2) : 4, 0, labelled + 12 + (low < 0 ? number : 0)];
  return {
    data: [texts.map((text, i) => i), ...values],
    options: {
      width,
      height,
      padding,
      scales: {
        x: { time: false, ori: upright ? 0 : 1, dir: upright ? 1 : -1, range: () => [-0.5, texts.length - 0.5] },
        y: { ori: upright ? 1 : 0, range: () => (low === high ? [0, 1] : [low - under, high]) },
      },
      axes: [
        {
          show: Boolean(upright),
          side: upright ? 2 : 3,
          stroke: theme.faint,
          font: fontOf(theme),
          size: UNDER,
          gap: 6,
          grid: { show: false },
          ticks: { show: false },
          space: widest(texts, theme) + 8,
          incrs: [1, 2, 5, 10, 20, 50, 100],
          values: (plot, splits) => splits.map((at) => (Number.isInteger(at) && texts[at]) || ""),
        },
        { show: false, side: upright ? 3 : 2 },
      ],
      series: [{}, ...values.map(() => ({ paths: () => null, points: { show: false } }))],
      hooks: {
        draw: [
          (plot) =>
            withCssPixels(plot, (ctx, box) => {
              (stacked ? drawShares : drawBars)(chart, theme, values)(ctx, box);
              if (!upright) drawLabels(chart, theme, labelled)(ctx, box);
            }),
        ],
      },
    },
  };
}
