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
let news = "";
let paused = false;
let turning;
let leaving;

const root = () => document.getElementById("projector");
const all = () => [...root().querySelectorAll("[data-page]")];

// The pages that are turned automatically; while paused, any page can be turned to by hand.
function turnable() {
  if (paused) return all();
  const fresh = serverNow() - 1000 * Number(root().dataset.announced) < SEATING_ALONE;
  const hasRung = root().querySelector("[data-timer]")?.dataset.state === "rung";
  const isPast = ({ dataset }) => "over" in dataset || (hasRung && "untilBell" in dataset);
  return all().filter((page) => !isPast(page) && !(fresh && "later" in page.dataset));
}

// The page that was shown, or the last of its slide if there are fewer now.
function kept(pages) {
  const same = pages.filter((page) => page.dataset.slide === shown.split("-")[0]);
  return pages.find((page) => page.dataset.page === shown) ?? same.at(-1) ?? pages[0];
}

function show(page) {
  shown = page.dataset.page;
  for (const each of all()) each.hidden = each !== page;
  clearTimeout(turning);
  if (!paused) turning = setTimeout(turn, "lastOfSlide" in page.dataset ? LAST_OF_SLIDE : EACH, 1);
}

function turn(by) {
  const pages = turnable();
  show(pages.at((pages.indexOf(kept(pages)) + by) % pages.length));
}

function pause() {
  paused = !paused;
  document.body.classList.toggle("paused", paused);
  pauseButton.textContent = paused ? pauseButton.dataset.paused : pauseButton.dataset.running;
  show(kept(turnable()));
}

// New pages came: the same one again, unless there is news. A paused page stays until another round is announced, so
// that a forgotten pause hides no one's seat for long.
function drawn() {
  const isNew = root().dataset.news !== news;
  const isAnotherRound = root().dataset.news.split(" ")[0] !== news.split(" ")[0];
  news = root().dataset.news;
  if (paused && isAnotherRound) pause();
  if (isNew && !paused) return show(turnable()[0]);
  for (const each of all()) each.hidden = each !== kept(turnable());
}

// The controls show while somebody is at them.
function attended() {
  clearTimeout(leaving);
  document.body.classList.remove("unattended");
  leaving = setTimeout(() => document.body.classList.add("unattended"), UNATTENDED);
}
for (const sign of ["mousemove", "keydown", "pointerdown"]) document.addEventListener(sign, attended);

document.addEventListener("keydown", (event) => {
  if (event.key === " " && !event.target.closest("button")) pause();
  else if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
  else return;
  event.preventDefault();
});
root().parentElement.addEventListener("click", ({ target }) => !target.closest("a, button") && pause());
pauseButton.addEventListener("click", pause);
controls.querySelector("[data-back]").addEventListener("click", () => turn(-1));
controls.querySelector("[data-on]").addEventListener("click", () => turn(1));
document.body.addEventListener("live:after", drawn);
document.addEventListener("bell", () => paused || show(turnable()[0]));

// A projector that goes dark helps nobody; browsers without wake locks depend on the computer's own settings.
const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

document.body.classList.add("turned");
controls.hidden = false;
attended();
drawn();
