// Bars from left to right, each with its number above it.
import { fontOf, withCssPixels, widest, drawText } from "./charts-theme.js";

const UNDER = 34; // what the labels take
const THICK = 56; // of a bar, at most

function drawBars(chart, theme, values) {
  return (ctx, box) => {
    const zero = box.at(0, "y");
    const slot = box.width / chart.labels.length;
    const thick = Math.min(THICK, slot - 6);
    const texts = chart.columns[0].map((cell) => cell.text);
    const fits = widest(texts, theme, 700) <= slot - 2;
    values.forEach((value, i) => {
      if (value === null) return;
      const [middle, top] = [box.at(i, "x"), box.at(value, "y")];
      ctx.beginPath();
      ctx.roundRect(middle - thick / 2, top, thick, zero - top, Math.min(4, thick / 2));
      ctx.fillStyle = theme.series[0];
      ctx.fill();
      if (fits) drawText(ctx, theme, texts[i], middle, top - 12, { weight: 700, align: "center" });
    });
    Object.assign(ctx, { strokeStyle: theme.faint, lineWidth: 1.5 });
    ctx.beginPath();
    ctx.moveTo(box.left, zero);
    ctx.lineTo(box.left + box.width, zero);
    ctx.stroke();
  };
}

export function bars(chart, theme, width, height) {
  const values = chart.columns[0].map((cell) => cell.value);
  const texts = chart.labels.map((label) => label.text);
  // What a label has beyond its bar.
  const over = Math.max(4, Math.ceil((widest(texts, theme) - width / texts.length) / 2));
  return {
    data: [texts.map((text, i) => i), values],
    options: {
      width,
      height,
      padding: [26, over, 0, over],
      scales: {
        x: { time: false, range: () => [-0.5, texts.length - 0.5] },
        y: { range: () => [0, Math.max(...values) || 1] },
      },
      axes: [
        {
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
        { show: false },
      ],
      series: [{}, { paths: () => null, points: { show: false } }],
      hooks: { draw: [(plot) => withCssPixels(plot, drawBars(chart, theme, values))] },
    },
  };
}
