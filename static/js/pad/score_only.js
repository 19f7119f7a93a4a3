// A phone in the middle of the table shows only the score, once for each side of the table. The numbers are those of
// the pad underneath, which goes on following the game.
const screen = document.getElementById("score-only");
const halves = screen.querySelectorAll(".score-only-half");
const follower = new MutationObserver(draw);

let keepAwake = null; // for long, if the phone lets it: see awake.js; a page of before an update has none

function span(className, ...content) {
  const made = document.createElement("span");
  made.className = className;
  made.append(...content);
  return made;
}

function textOf(box, ...selectors) {
  for (const each of selectors) {
    const found = box.querySelector(each)?.textContent.trim();
    if (found) return found;
  }
  return "";
}

// Four people look at it: the sides are called by their names, not “Us” and “Them”.
function sideOf(score) {
  const side = [...score.classList].find((each) => each.startsWith("side-"));
  const total = textOf(score, ".total");
  // Upside down, 6 reads as 9, and 16 as 91: the line is below.
  const turns = /[69]/.test(total) && /^[01689]+$/.test(total);
  return span(
    `score-only-side ${side}`,
    span(turns ? "total turns" : "total", total),
    span(`mark ${side}`, textOf(score, ".people", ".label")),
    span("stars", textOf(score, ".stars")),
  );
}

// How old the score is if the club does not answer, and what waits on this phone.
function truth() {
  const shown = ["#offline", ".entries-here"].map((each) => document.querySelector(`#waiting ${each}:not([hidden])`));
  const texts = shown.map((each) => each && (each.querySelector("summary") ?? each).textContent);
  return texts.filter(Boolean).join(" ").replaceAll(/\s+/g, " ").trim();
}

function draw() {
  const scores = [...document.querySelectorAll("#pad .scores .score")];
  const heading = textOf(document.getElementById("pad"), ".pad-head .state span");
  const longest = Math.max(...scores.map((each) => textOf(each, ".total").length));
  screen.dataset.sides = scores.length;
  screen.dataset.long = longest > 2;
  for (const half of halves) {
    const row = span("score-only-row", ...scores.map(sideOf));
    half.replaceChildren(row, span("score-only-heading", heading), span("score-only-truth", truth()));
  }
  follower.takeRecords(); // its own drawing is no news
}

async function stayOn() {
  if (await keepAwake?.(true)) return;
  const hint = screen.querySelector(".score-only-hint");
  if (!hint.querySelector(".sleeps")) hint.append(span("sleeps", hint.dataset.sleeps));
}

export function open(showForLong) {
  keepAwake = showForLong;
  screen.hidden = false;
  draw();
  const news = { childList: true, subtree: true, characterData: true, attributeFilter: ["hidden"] };
  follower.observe(document.getElementById("content"), news);
  screen.focus();
  document.documentElement.requestFullscreen?.().catch(() => {}); // it fills the page all the same
  stayOn();
}

function close() {
  follower.disconnect();
  screen.hidden = true;
  keepAwake?.(false);
  if (document.fullscreenElement) document.exitFullscreen();
  document.getElementById("open-score-only")?.focus({ preventScroll: true });
}

screen.addEventListener("click", close);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !screen.hidden) close();
});
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && !screen.hidden) close();
});
