// What draws charts is loaded once the first of them comes near the screen: most lie in a fold or below the tables,
// where few readers go. A chart that is printed before has its table instead (css/charts.css).
const near = new IntersectionObserver(
  (seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    import("./charts.js");
  },
  { rootMargin: "400px" },
);
for (const box of document.querySelectorAll(".chart-plot")) near.observe(box);
