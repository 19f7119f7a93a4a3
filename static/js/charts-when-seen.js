// What draws charts is loaded once the first of them can be seen: most lie in a fold that few readers open.
const boxes = new ResizeObserver((seen) => {
  if (!seen.some(({ contentRect }) => contentRect.width > 0)) return;
  boxes.disconnect();
  import("./charts.js");
});
for (const box of document.querySelectorAll(".chart-plot")) boxes.observe(box);
