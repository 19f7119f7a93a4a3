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

/** Milliseconds since 1970 by the server's clock. */
export function serverNow() {
  return Number.isFinite(offset) ? performance.now() - offset : Date.now();
}

const face = (left) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
let rungFor = null;
let next;

function draw(timer) {
  const { state, bell } = timer.dataset;
  if ((state !== "running" && state !== "rung") || !bell) return;
  const left = Math.max(0, Math.ceil((Number(bell) - serverNow()) / 1000));
  if (left === 0 && state === "running") timer.dataset.state = "rung";
  timer.toggleAttribute("data-last", left > 0 && left <= LAST_MINUTE);
  const out = timer.querySelector("[data-left]");
  if (out.textContent !== face(left)) out.textContent = face(left);
  if (left === 0) rang(bell);
}

function rang(bell) {
  if (rungFor === bell) return;
  rungFor = bell;
  document.dispatchEvent(new CustomEvent("bell"));
  if (serverNow() - Number(bell) > RINGS_FOR) return;
  document.body.classList.add("struck");
  setTimeout(() => document.body.classList.remove("struck"), 2000);
  strike();
}

function tick() {
  clearTimeout(next);
  const timers = [...document.querySelectorAll("[data-timer]")];
  timers.forEach(draw);
  // Wake just after the second changes, which is at the same moment on every device.
  const running = timers.find((each) => each.dataset.state === "running");
  if (running) next = setTimeout(tick, ((Number(running.dataset.bell) - serverNow()) % 1000) + 5);
}

function read() {
  for (const timer of document.querySelectorAll("[data-timer]")) heard(Number(timer.dataset.now));
  tick();
}

// A struck bell: a few partials that are not in tune with each other, the high ones gone first.
const PARTIALS = [
  [0.5, 0.5, 4.5],
  [1, 0.6, 3.6],
  [1.19, 0.4, 2.6],
  [1.5, 0.25, 2],
  [2, 0.6, 1.8],
  [2.67, 0.25, 1],
  [4.07, 0.15, 0.5],
];
const PITCH = 587;
const BROWSER_THINKS = 500;
const button = document.querySelector("[data-bell-sound]");
let sound = null;

// Whether the browser lets this page sound: it may wait for a tap, and then says nothing at all.
async function hear() {
  if (!("AudioContext" in window)) return false;
  sound ??= new AudioContext();
  await Promise.race([sound.resume().catch(() => {}), new Promise((after) => setTimeout(after, BROWSER_THINKS))]);
  return sound.state === "running";
}

const isOn = () => button?.getAttribute("aria-pressed") === "true";

function strike(times = 3) {
  if (!isOn() || sound?.state !== "running") return;
  const all = new GainNode(sound, { gain: 0.35 });
  all.connect(sound.destination);
  for (let blow = 0; blow < times; blow += 1) {
    const at = sound.currentTime + 0.03 + 1.3 * blow;
    for (const [ratio, loud, lasts] of PARTIALS) {
      const tone = new OscillatorNode(sound, { frequency: PITCH * ratio });
      const gain = new GainNode(sound, { gain: 0 });
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(loud, at + 0.004);
      gain.gain.exponentialRampToValueAtTime(0.0005, at + lasts);
      tone.connect(gain).connect(all);
      tone.start(at);
      tone.stop(at + lasts);
    }
  }
}

function show(state) {
  button.setAttribute("aria-pressed", state === "on");
  button.textContent = button.dataset[state];
}

function remember(on) {
  try {
    localStorage.setItem(REMEMBERED, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing asks again on the next page.
  }
}

function remembered() {
  try {
    return localStorage.getItem(REMEMBERED) === "on";
  } catch {
    return false;
  }
}

// Where nothing will ring, nothing is offered.
function offer() {
  button.hidden =
    button.dataset.bellSound === "with-timer" && !document.querySelector("[data-timer]:not([data-state=none])");
}

async function turn(on) {
  const sounds = on && (await hear());
  show(sounds ? "on" : on ? "refused" : "off");
  remember(on);
  if (sounds) strike(1);
}

// On the next page of the same site a browser may still allow it; else any tap on the page will do.
async function turnOnAgain() {
  if (await hear()) return show("on");
  show("waits");
  document.addEventListener(
    "click",
    async (event) => {
      if (!button.contains(event.target)) show((await hear()) ? "on" : "refused");
    },
    { once: true },
  );
}

if (button) {
  offer();
  document.body.addEventListener("live:after", offer);
  button.addEventListener("click", () => turn(!isOn()));
  if (remembered()) turnOnAgain();
}

// The first page was written when its answer began to arrive, not when this script came to run.
const [arrival] = performance.getEntriesByType("navigation");
// (A pad that was kept on the phone was written long ago: static/js/pad/worker.js.)
const isKept = "savedAt" in document.documentElement.dataset;
for (const timer of document.querySelectorAll("[data-timer]")) {
  if (!isKept) heard(Number(timer.dataset.now), arrival?.responseStart || performance.now());
}
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  heard(Date.parse(detail.xhr.getResponseHeader("Date")));
});
document.body.addEventListener("live:after", read);
document.addEventListener("visibilitychange", tick);
addEventListener("pageshow", tick);
tick();
