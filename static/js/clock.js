// The round's clock: every screen and phone counts by the server's time and so shows the same second. Elements with
// `data-timer` are drawn on; a button with `data-bell-sound` lets the bell be heard on this device.
const LAST_MINUTE = 60;
const RINGS_FOR = 15000;
const REMEMBERED = "bell sound";

// Whatever the server says of its time arrives late: by the way it took, and a `Date` header by up to a second more.
// So the smallest difference ever seen is the nearest to the truth. Counted from performance.now(), which nobody sets.
let offset = Infinity;

function heard(serverTime, at = performance.now()) {
  if (Number.isFinite(serverTime)) offset = Math.min(offset, at - serverTime);
}

// Milliseconds since 1970 by the server’s clock.
export const serverNow = () => (Number.isFinite(offset) ? performance.now() - offset : Date.now());

const timers = () => [...document.querySelectorAll("[data-timer]")];
const face = (left) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
let rungFor = null;
let next;

function draw(timer) {
  const { state, bell } = timer.dataset;
  if ((state !== "running" && state !== "rung") || !bell) return;
  const left = Math.max(0, Math.ceil((Number(bell) - serverNow()) / 1000));
  timer.dataset.state = left ? state : "rung";
  timer.toggleAttribute("data-last", left > 0 && left <= LAST_MINUTE);
  const out = timer.querySelector("[data-left]");
  if (out.textContent !== face(left)) out.textContent = face(left);
  if (left || rungFor === bell) return;
  rungFor = bell;
  document.dispatchEvent(new CustomEvent("bell"));
  if (serverNow() - Number(bell) > RINGS_FOR) return;
  document.body.classList.add("struck");
  setTimeout(() => document.body.classList.remove("struck"), 2000);
  strike();
}

function tick() {
  clearTimeout(next);
  timers().forEach(draw);
  // Wake just after the second changes, which is at the same moment on every device.
  const running = timers().find(({ dataset }) => dataset.state === "running");
  if (running) next = setTimeout(tick, ((Number(running.dataset.bell) - serverNow()) % 1000) + 5);
}

// A struck bell: tones that are not in tune with each other; the high ones are softer, and gone first.
const PITCH = 587;
const RATIOS = [0.5, 1, 1.19, 1.5, 2, 2.67, 4.07];
const button = document.querySelector("[data-bell-sound]");
const isOn = () => button?.getAttribute("aria-pressed") === "true";
let sound = null;

function strike(times = 3) {
  if (!isOn() || sound?.state !== "running") return;
  for (let blow = 0; blow < times; blow += 1) {
    const at = sound.currentTime + 0.03 + 1.3 * blow;
    for (const ratio of RATIOS) {
      const tone = new OscillatorNode(sound, { frequency: PITCH * ratio });
      const gain = new GainNode(sound, { gain: 0 });
      const end = at + 4.5 / (ratio + 0.5);
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(0.2 / Math.max(1, ratio), at + 0.004);
      gain.gain.exponentialRampToValueAtTime(0.0002, end);
      tone.connect(gain).connect(sound.destination);
      tone.start(at);
      tone.stop(end);
    }
  }
}

// Whether the browser lets this page sound: it may wait for a tap, and then says nothing at all.
async function hear() {
  if (!("AudioContext" in window)) return false;
  sound ??= new AudioContext();
  await Promise.race([sound.resume().catch(() => {}), new Promise((after) => setTimeout(after, 500))]);
  return sound.state === "running";
}

// A browser that keeps nothing asks again on the next page.
function kept(use) {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

function show(state) {
  button.setAttribute("aria-pressed", state === "on");
  button.textContent = button.dataset[state];
}

async function turn(on) {
  show(!on ? "off" : (await hear()) ? "on" : "refused");
  kept((all) => all.setItem(REMEMBERED, on ? "on" : "off"));
  strike(1);
}

// On the next page of the same site a browser may still allow it; else any tap on the page will do.
async function turnOnAgain() {
  if (await hear()) return show("on");
  show("waits");
  const tapped = async ({ target }) => button.contains(target) || show((await hear()) ? "on" : "refused");
  document.addEventListener("click", tapped, { once: true });
}

// Where nothing will ring, nothing is offered.
function offer() {
  const isTimed = timers().some(({ dataset }) => dataset.state !== "none");
  button.hidden = button.dataset.bellSound === "with-timer" && !isTimed;
}

if (button) {
  offer();
  document.body.addEventListener("live:after", offer);
  button.addEventListener("click", () => turn(!isOn()));
  if (kept((all) => all.getItem(REMEMBERED)) === "on") turnOnAgain();
}

// The first page was written when its answer began to arrive, not when this script came to run. (A pad that was kept on
// the phone was written long ago: static/js/pad/worker.js.)
const [arrival] = performance.getEntriesByType("navigation");
if (!("savedAt" in document.documentElement.dataset))
  for (const { dataset } of timers()) heard(Number(dataset.now), arrival?.responseStart || performance.now());
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  heard(Date.parse(detail.xhr.getResponseHeader("Date")));
});
document.body.addEventListener("live:after", () => {
  for (const { dataset } of timers()) heard(Number(dataset.now));
  tick();
});
document.addEventListener("visibilitychange", tick);
tick();
