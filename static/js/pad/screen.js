// The screen stays on while the pad is in use, where the browser can (https, or this computer); twenty minutes without
// a tap it may go dark. A phone in the middle of the table shows only the score, once for each side of the table: that
// of the pad underneath. Then it stays on for longer.
const IN_USE = 20 * 60 * 1000;
const screen = document.getElementById("score-only");
const isAlone = () => Boolean(screen && !screen.hidden);
let lock = null; // a promise; null of a phone that refuses, as one that saves power
let timer;

// Whether it stays on.
async function stayAwake() {
  clearTimeout(timer);
  if (!isAlone()) timer = setTimeout(async () => (await lock)?.release(), IN_USE);
  if (document.hidden || !("wakeLock" in navigator)) return false;
  // The browser lets go of the screen when the page is hidden.
  if ((await lock)?.released !== false) lock = navigator.wakeLock.request("screen").catch(() => null);
  return Boolean(await lock);
}

// Beside each score, how old it is if the club does not answer, and what waits on this phone.
export function drawOnlyScore() {
  if (!isAlone()) return;
  const shown = [...document.querySelectorAll("#offline:not([hidden]), .entries-here:not([hidden]) > summary")];
  const texts = [document.querySelector("#pad .hand-heading"), ...shown].map((each) => each.textContent.trim());
  for (const half of screen.querySelectorAll(".score-only-half")) {
    const [heading, truth] = [document.createElement("span"), document.createElement("span")];
    heading.textContent = texts[0];
    truth.textContent = texts.slice(1).join(" ");
    truth.className = "score-only-truth";
    half.replaceChildren(document.querySelector("#pad .scores").cloneNode(true), heading, truth);
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

document.addEventListener("click", ({ target }) => {
  if (isAlone() || target.closest("#open-score-only")) show(!isAlone());
});
document.addEventListener("keydown", ({ key }) => key === "Escape" && isAlone() && show(false));
document.addEventListener("fullscreenchange", () => document.fullscreenElement || (isAlone() && show(false)));
for (const event of ["pointerdown", "visibilitychange"]) document.addEventListener(event, stayAwake);
stayAwake();
