// What waits on this phone is said at the bottom of the screen; what the club refused is decided there, never dropped.
import { element } from "./form.js";
import { isStored, remove, undo, update, waiting } from "./outbox.js";
import { drawOnlyScore } from "./screen.js";

export const DOUBLE_TAP = 500;
const SOON = 600; // milliseconds in which a hand is usually acknowledged
const box = document.getElementById("waiting");
export const page = box.dataset; // the game, link and seat of this page, and its sentences
const entries = box.querySelector(".entries-here");
const part = (selector) => entries.querySelector(selector);
let isConnected = true;
let timer;
let settledAt = 0; // a tap before that was meant for something else

const here = () => waiting(page.game);
const asElements = (tag, texts) => texts.map((each) => element(tag, "", each));
const named = ({ game, place, text }) => (game === page.game ? text : `${place}: ${text}`);

// The oldest that the club refused, of this game first: those behind it wait for it.
const refused = () => [...here(), ...waiting()].find(({ refusal }) => refusal);

function showDecision(item) {
  const { sentences = [], conflict, status, closed } = item.refusal;
  const decide = part(".decide");
  if (decide.dataset.decided !== item.fields.uid) {
    settledAt = performance.now() + DOUBLE_TAP;
    entries.open = item.game === page.game;
  }
  decide.dataset.decided = item.fields.uid;
  const reasons = sentences.length ? sentences : [page.noReason];
  part(".reasons").replaceChildren(...asElements("p", closed ? [...reasons, page.untilOpen] : reasons));
  part(".saved-version").hidden = !conflict?.saved;
  part(".saved-version b").textContent = conflict?.saved ?? "";
  part(".mine").textContent = conflict?.yours || named(item);
  part('[data-decision="use"]').textContent = conflict?.use ?? "";
  const isGone = status === 410;
  const offered = { use: conflict, keep: conflict?.saved, retry: !conflict && !isGone };
  // One of this game waits for the new link, or to be opened again.
  offered.discard = !conflict?.saved && !(isGone && item.game === page.game);
  for (const [name, is] of Object.entries(offered)) part(`[data-decision="${name}"]`).hidden = !is;
}

function draw() {
  const [all, held] = [waiting(), refused()];
  entries.hidden = !all.length;
  part("summary").textContent = all.length === 1 ? page.one : page.many.replace("{n}", all.length);
  part("ol").replaceChildren(...asElements("li", all.map(named)));
  part(".undo-waiting").hidden = Boolean(held) || !here().length;
  part(".decide").hidden = !held;
  if (held) showDecision(held);
  else delete part(".decide").dataset.decided;
  box.querySelector(".nothing").hidden = all.length > 0;
  box.querySelector(".unstored").hidden = isStored();
  // What matters now stays at the bottom of the screen.
  box.classList.toggle("in-view", all.length > 0 || !isConnected);
  drawOnlyScore();
}

// A hand that is acknowledged at once is not worth a bar that comes and goes.
export function showWaiting() {
  clearTimeout(timer);
  const isQuiet = entries.hidden && waiting().length === 1 && !refused();
  if (isQuiet) timer = setTimeout(draw, SOON);
  else draw();
}

document.addEventListener("connection", ({ detail }) => {
  isConnected = detail;
  draw();
});

// Those behind it in the outbox, so many positions further down.
function behind(item, by) {
  const later = waiting(item.game).filter(({ fields }) => fields.position > item.fields.position);
  return later.map((each) => ({ ...each, fields: { ...each.fields, position: each.fields.position + by } }));
}

function drop(item, by) {
  const later = behind(item, by);
  remove(item);
  update(...later);
}

const DECISIONS = {
  keep: (item) => drop(item, 0), // what is saved is the same hand: those behind it are where they were
  discard: (item) => confirm(page.really) && drop(item, -1),
  retry: ({ refusal: _refusal, ...item }) => update(item),
  use({ refusal: { conflict }, ...item }) {
    const { path, yours, fields } = conflict;
    const later = behind(item, fields.position - item.fields.position);
    update({ ...item, path, text: yours || item.text, fields: { ...item.fields, ...fields } }, ...later);
  },
};

box.addEventListener("click", ({ target }) => {
  const { decision } = target.dataset;
  if (target.matches(".undo-waiting")) undo(here().at(-1));
  else if (decision && performance.now() > settledAt) DECISIONS[decision](refused());
});

// What was refused by a link that was renewed since, or because the game was closed, is sent again.
export function sendRefused(isOpen) {
  const isFreed = ({ closed, status, link }) => (closed ? isOpen : status === 410 && link !== page.link);
  for (const each of here()) if (each.refusal && isFreed(each.refusal)) DECISIONS.retry(each);
}
