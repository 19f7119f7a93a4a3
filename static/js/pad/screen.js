// The screen stays on while the pad is in use, where the browser can (https, or this computer); twenty minutes without
// a tap it may go dark. A phone in the middle of the table shows only the score, once for each side of the table: that
// of the pad underneath. Then it stays on for longer.
import { element } from "./form.js";

const IN_USE = 20 * 60 * 1000;
const screen = document.getElementById("score-only");
let lock; // a promise; of nothing where the phone refuses, as one that saves power
let timer;

// Whether it stays on.
async function stayAwake() {
  clearTimeout(timer);
  if (!screen.open) timer = setTimeout(async () => (await lock)?.release(), IN_USE);
  // The browser lets go of the screen when the page is hidden.
  if ((await lock)?.released !== false) lock = navigator.wakeLock?.request("screen").catch(() => null);
  return Boolean(await lock);
}

// Beside each score, how old it is if the club does not answer, and what waits on this phone.
const BESIDE = "#pad .hand-heading, #offline:not([hidden]), .entries-here:not([hidden]) > summary";
export function drawOnlyScore() {
  if (!screen.open) return;
  const [heading, ...truth] = [...document.querySelectorAll(BESIDE)].map((each) => each.textContent.trim());
  for (const half of screen.querySelectorAll(".score-only-half")) {
    const scores = document.querySelector("#pad .scores").cloneNode(true);
    half.replaceChildren(scores, element("span", "", heading), element("span", "score-only-truth", truth.join(" ")));
  }
}

document.addEventListener("click", async ({ target }) => {
  if (!target.closest("#open-score-only")) return screen.close();
  screen.showModal();
  drawOnlyScore();
  screen.querySelector(".sleeps").hidden = await stayAwake();
});
screen.addEventListener("close", stayAwake);
for (const event of ["pointerdown", "visibilitychange"]) document.addEventListener(event, stayAwake);
stayAwake();
