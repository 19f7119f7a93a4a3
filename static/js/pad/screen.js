// The screen stays on while the pad is in use, where the browser can (https, or this computer); twenty minutes without
// a tap it may go dark. A phone in the middle of the table shows only the score, once for each side of the table: that
// of the pad underneath. Then it stays on for longer.
import { element } from "./form.js";

const IN_USE = 20 * 60 * 1000;
const screen = document.getElementById("score-only");
let lock = null; // a promise; null of a phone that refuses, as one that saves power
let timer;

// Whether it stays on.
async function stayAwake() {
  clearTimeout(timer);
  if (screen.hidden) timer = setTimeout(async () => (await lock)?.release(), IN_USE);
  if (document.hidden || !("wakeLock" in navigator)) return false;
  // The browser lets go of the screen when the page is hidden.
  if ((await lock)?.released !== false) lock = navigator.wakeLock.request("screen").catch(() => null);
  return Boolean(await lock);
}

// Beside each score, how old it is if the club does not answer, and what waits on this phone.
const BESIDE = "#pad .hand-heading, #offline:not([hidden]), .entries-here:not([hidden]) > summary";
export function drawOnlyScore() {
  if (screen.hidden) return;
  const [heading, ...truth] = [...document.querySelectorAll(BESIDE)].map((each) => each.textContent.trim());
  for (const half of screen.querySelectorAll(".score-only-half")) {
    const scores = document.querySelector("#pad .scores").cloneNode(true);
    half.replaceChildren(scores, element("span", "", heading), element("span", "score-only-truth", truth.join(" ")));
  }
}

async function show(isShown) {
  screen.hidden = !isShown;
  drawOnlyScore();
  (isShown ? screen : document.getElementById("open-score-only"))?.focus({ preventScroll: true });
  if (isShown) document.documentElement.requestFullscreen?.().catch(() => {}); // it fills the page all the same
  else if (document.fullscreenElement) document.exitFullscreen();
  screen.querySelector(".sleeps").hidden = await stayAwake();
}
const hide = () => screen.hidden || show(false);

document.addEventListener("click", ({ target }) => (target.closest("#open-score-only") ? show(true) : hide()));
document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
document.addEventListener("fullscreenchange", () => document.fullscreenElement || hide());
for (const event of ["pointerdown", "visibilitychange"]) document.addEventListener(event, stayAwake);
stayAwake();
