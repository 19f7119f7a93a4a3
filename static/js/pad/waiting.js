// What waits on this phone is said at the bottom of the screen; what the club refused is decided there, never dropped.
import { element } from "./form.js";
import { isStored, page, update, waiting } from "./outbox.js";
import { drawOnlyScore } from "./screen.js";

export const DOUBLE_TAP = 500;
const SOON = 600; // milliseconds in which a hand is usually acknowledged
const box = document.getElementById("waiting");
const entries = box.querySelector(".entries-here");
const part = (selector) => entries.querySelector(selector);
let isConnected = true;
let timer;
let decided; // the refused hand that is shown
let settledAt = 0; // a tap before that was meant for something else

const here = () => waiting(page.game);
const named = ({ game, place, text }) => (game === page.game ? text : `${place}: ${text}`);

// The oldest that the club refused, of this game first: those behind it wait for it.
const refused = () => [...here(), ...waiting()].find(({ refusal }) => refusal);

function showDecision(item) {
  settledAt = performance.now() + DOUBLE_TAP;
  entries.open = item.game === page.game;
  part(".mine").textContent = named(item);
  part(".refusal").innerHTML = item.refusal.html ?? page.noReason;
  // A conflict has buttons of its own. After a 410 a hand of this game waits: for a new link, or for the organiser.
  const waits = item.refusal.status === 410 && entries.open;
  part(".decide > .row").hidden = waits || Boolean(part(".refusal button"));
}

function draw() {
  const [all, held, last] = [waiting(), refused(), here().at(-1)];
  entries.hidden = !all.length;
  part("summary").textContent = all.length === 1 ? page.one : page.many.replace("{n}", all.length);
  part("ol").replaceChildren(...all.map((each) => element("li", "", named(each))));
  // To undo a correction would remove the hand that it corrects.
  part(".undo-waiting").hidden = Boolean(held || !last || last.fields.corrects);
  part(".decide").hidden = !held;
  if (held && held.fields.uid !== decided) showDecision(held);
  decided = held?.fields.uid;
  box.querySelector(".unstored").hidden = isStored();
  // What matters now stays at the bottom of the screen.
  box.classList.toggle("in-view", all.length > 0 || !isConnected);
  drawOnlyScore();
}

// A hand that is acknowledged at once is not worth a bar that comes and goes.
export function showWaiting() {
  clearTimeout(timer);
  if (entries.hidden && waiting().length === 1 && !refused()) timer = setTimeout(draw, SOON);
  else draw();
}

document.addEventListener("connection", ({ detail }) => {
  isConnected = detail;
  draw();
});

const DECISIONS = {
  keep: (item) => update([], [item]),
  discard: (item) => confirm(page.really) && update([], [item]),
  retry: ({ refusal: _refusal, ...item }) => update([item]),
  use({ refusal: { use }, ...item }) {
    update([{ ...item, path: use.path, text: use.text, fields: { ...item.fields, ...use.fields } }]);
  },
};

box.addEventListener("click", ({ target }) => {
  const { decision } = target.dataset;
  // The club may have it already, though no answer came: so it is undone there too.
  if (target.matches(".undo-waiting")) update([{ ...here().at(-1), undone: true }]);
  else if (decision && performance.now() > settledAt) DECISIONS[decision](refused());
});

// A new page may have another link than the one that was replaced, and a game that was closed may go on.
export function sendRefused() {
  for (const each of here()) if (each.refusal?.closed || each.refusal?.status === 410) DECISIONS.retry(each);
}
