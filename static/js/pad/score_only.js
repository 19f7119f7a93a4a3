// A phone in the middle of the table shows only the score, once for each side of the table: that of the pad underneath.
import { stayAwake } from "./awake.js";

const screen = document.getElementById("score-only");

// Upside down, 6 reads as 9, and 16 as 91: the line is below.
const turns = (total) => /[69]/.test(total) && /^[01689]+$/.test(total);

// How old the score is if the club does not answer, and what waits on this phone.
function truth() {
  const shown = [...document.querySelectorAll("#waiting :is(#offline, .entries-here:not([hidden]) > summary)")];
  return shown.map((each) => (each.hidden ? "" : each.textContent.trim())).join(" ");
}

export function drawScoreOnly() {
  if (!screen || screen.hidden) return;
  const scores = document.querySelector("#pad .scores");
  const totals = [...scores.querySelectorAll(".total")].map((each) => each.textContent);
  screen.dataset.long = totals.some((each) => each.length > 2);
  for (const half of screen.querySelectorAll(".score-only-half")) {
    const [row, heading, line] = [
      scores.cloneNode(true),
      ...["heading", "truth"].map(() => document.createElement("span")),
    ];
    for (const each of row.querySelectorAll(".total")) each.classList.toggle("turns", turns(each.textContent));
    heading.textContent = document.querySelector("#pad .hand-heading").textContent;
    line.textContent = truth();
    line.className = "score-only-truth";
    half.replaceChildren(row, heading, line);
  }
}

function close() {
  screen.hidden = true;
  stayAwake(false);
  if (document.fullscreenElement) document.exitFullscreen();
  document.getElementById("open-score-only")?.focus({ preventScroll: true });
}

async function open() {
  screen.hidden = false;
  drawScoreOnly();
  screen.focus();
  document.documentElement.requestFullscreen?.().catch(() => {}); // it fills the page all the same
  screen.querySelector(".sleeps").hidden = Boolean(await stayAwake(true));
}

screen?.addEventListener("click", close);
document.addEventListener("click", ({ target }) => target.closest("#open-score-only") && open());
document.addEventListener("keydown", ({ key }) => key === "Escape" && screen && !screen.hidden && close());
document.addEventListener("fullscreenchange", () => {
  if (screen && !document.fullscreenElement && !screen.hidden) close();
});
