// The projector: one page at a time, turned automatically. Just after a round is announced only the seats; later the
// standings too. Space or a tap pauses, the arrow keys turn the pages. The pages come from the server, cut to fit.
import { serverNow } from "./clock.js";

const EACH = 10000;
const LAST_OF_SLIDE = 15000;
const SEATING_ALONE = 4 * 60000;
const UNATTENDED = 4000;

const controls = document.querySelector("[data-controls]");
const pauseButton = controls.querySelector("[data-pause]");
let shown = "";
let round = "";
let news = "";
let paused = false;
let turning;
let leaving;

const root = () => document.getElementById("projector");
const slideOf = (page) => page.split("-")[0];

// The pages that are turned automatically; while paused, any page can be turned to by hand.
function turnable() {
  const all = [...root().querySelectorAll("[data-page]")];
  if (paused) return all;
  const fresh = serverNow() - Number(root().dataset.announced) < SEATING_ALONE;
  const hasRung = root().querySelector("[data-timer]")?.dataset.state === "rung";
  const isPast = ({ dataset }) => "over" in dataset || (hasRung && "untilBell" in dataset);
  return all.filter((page) => !isPast(page) && !(fresh && "later" in page.dataset));
}

// The page that was shown, or the one of its slide that is nearest to it if there are fewer now.
function kept(pages) {
  const [slide, number] = shown.split("-");
  const same = pages.filter((page) => page.dataset.slide === slide);
  return (
    pages.find((page) => page.dataset.page === shown) ?? same[Math.min(Number(number), same.length) - 1] ?? pages[0]
  );
}

function show(page) {
  shown = page.dataset.page;
  for (const each of root().querySelectorAll("[data-page]")) each.hidden = each !== page;
}

function wait() {
  clearTimeout(turning);
  const page = kept(turnable());
  if (!paused) turning = setTimeout(() => turn(1), "lastOfSlide" in page.dataset ? LAST_OF_SLIDE : EACH);
}

function turn(by) {
  const pages = turnable();
  const now = pages.indexOf(kept(pages));
  show(pages[(now + by + pages.length) % pages.length]);
  wait();
}

function pause() {
  paused = !paused;
  document.body.classList.toggle("paused", paused);
  pauseButton.textContent = paused ? pauseButton.dataset.paused : pauseButton.dataset.running;
  show(kept(turnable()));
  wait();
}

// New pages came: the same one again, unless there is news. A paused page stays, and its slide even when
// another round is announced; then turning resumes, so that a forgotten pause hides no one's seat for long.
function drawn() {
  const another = root().dataset.round !== round;
  const isNew = root().dataset.news !== news;
  round = root().dataset.round;
  news = root().dataset.news;
  if (paused && another) {
    pause();
    show(turnable().find((page) => page.dataset.slide === slideOf(shown)) ?? turnable()[0]);
  } else {
    show(isNew && !paused ? turnable()[0] : kept(turnable()));
  }
  if (isNew) wait();
}

// The controls show while somebody is at them.
function attended() {
  clearTimeout(leaving);
  document.body.classList.remove("unattended");
  leaving = setTimeout(() => document.body.classList.add("unattended"), UNATTENDED);
}
for (const sign of ["mousemove", "keydown", "pointerdown"]) document.addEventListener(sign, attended);

document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target.closest("button")) return;
  if (event.key === " ") pause();
  else if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
  else return;
  event.preventDefault();
});
root().parentElement.addEventListener("click", (event) => {
  const button = event.target.closest("a, button");
  if (!button) pause();
  // After a click by mouse or finger the space bar is for the pages again, not for that button.
  else if (event.detail) button.blur();
});
pauseButton.addEventListener("click", pause);
controls.querySelector("[data-back]").addEventListener("click", () => turn(-1));
controls.querySelector("[data-on]").addEventListener("click", () => turn(1));
document.body.addEventListener("live:after", drawn);
document.addEventListener("bell", drawn);

// A projector that goes dark helps nobody; browsers without wake locks depend on the computer's own settings.
async function stayAwake() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

document.body.classList.add("turned");
controls.hidden = false;
attended();
drawn();
