// What charts draw with: colours and type of the page, and how wide a text is. All sizes in css pixels.
import uPlot from "../vendor/uplot-1.6.32/uPlot.min.js";

export const SIZE = 16;
const measuring = document.createElement("canvas").getContext("2d");

export function themeOf(figure) {
  const style = getComputedStyle(figure);
  const colour = (name) => style.getPropertyValue(`--chart-${name}`).trim();
  return {
    family: style.fontFamily,
    series: ["0", "1", "2", "3", "4"].map(colour),
    text: colour("text"),
    faint: colour("faint"),
    grid: colour("grid"),
    ground: colour("ground"),
    band: colour("band"),
  };
}

export const fontOf = (theme, weight = 400, scale = 1) => `${weight} ${SIZE * scale}px ${theme.family}`;

export function widthOf(text, theme, weight = 400) {
  measuring.font = fontOf(theme, weight);
  return measuring.measureText(text).width;
}

export const widest = (texts, theme, weight) => Math.max(0, ...texts.map((text) => widthOf(text, theme, weight)));

export function shortened(text, room, theme, weight) {
  if (widthOf(text, theme, weight) <= room) return text;
  let kept = text;
  while (kept && widthOf(`${kept}…`, theme, weight) > room) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}

// Draws in css pixels on the canvas of a plot, whatever the screen has under one of them.
export function withCssPixels(plot, paint) {
  const { ctx } = plot;
  const scale = uPlot.pxRatio;
  ctx.save();
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  paint(ctx, {
    left: plot.bbox.left / scale,
    top: plot.bbox.top / scale,
    width: plot.bbox.width / scale,
    height: plot.bbox.height / scale,
    at: (value, axis) => plot.valToPos(value, axis, true) / scale,
  });
  ctx.restore();
}

export function drawText(
  ctx,
  theme,
  text,
  x,
  y,
  { weight = 400, colour = theme.text, align = "left", halo = null } = {},
) {
  ctx.font = fontOf(theme, weight);
  ctx.textAlign = align;
  ctx.textBaseline = "middle";
  if (halo) {
    Object.assign(ctx, { strokeStyle: halo, lineWidth: 4, lineJoin: "round" });
    ctx.setLineDash([]);
    ctx.strokeText(text, x, y + 1);
  }
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y + 1);
}
