// What a page says about the entries that wait on this phone, and the decisions about those that were refused.
import { list, remove, update } from "./outbox.js";

const SOON = 600; // milliseconds in which an entry is usually acknowledged
const box = document.getElementById("waiting");
// The game, link and seat of this page, and its sentences.
export const page = box.dataset;
const find = (selector) => box.querySelector(selector);
let shown = 0;
let isConnected = true;
let timer;

function situation(item) {
  const { conflict, status } = item.refusal;
  if (status === 410 && item.game !== page.game) return "elsewhere";
  if (status === 410) return item.link === page.link ? "replaced" : "old-link";
  if (conflict) return conflict.saved ? "saved" : "missing";
  return "other";
}

// In the words of the club; of a replaced link the page itself says once what to do.
function reasonsFor(item) {
  const { status, sentences } = item.refusal;
  if (status === 410) return [situation(item) === "old-link" ? page.oldLink : page.replaced];
  return sentences.length ? sentences : [page.noReason];
}

const words = (item) => (item.game === page.game ? item.text : page.elsewhere.replace("{entry}", item.text));

function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

// The oldest entry that needs a decision; the ones after it wait for it.
const toDecide = () => list().find((each) => each.refusal);

function drawDecision() {
  const item = toDecide();
  find(".decide").hidden = !item;
  if (!item) return;
  const { conflict } = item.refusal;
  find(".reasons").replaceChildren(...reasonsFor(item).map(paragraph));
  find(".saved-version").hidden = !conflict?.saved;
  find(".saved-version b").textContent = conflict?.saved ?? "";
  find(".yours").hidden = situation(item) === "replaced";
  find(".mine").textContent = words(item);
  for (const button of box.querySelectorAll("[data-decision]")) {
    button.hidden = !button.dataset.when.split(" ").includes(situation(item));
    if (button.dataset.decision === "use" && !conflict?.usable) button.hidden = true;
  }
}

function draw() {
  const items = list();
  const { none, one, many } = page;
  shown = items.length;
  find(".entries-here").hidden = !shown;
  find(".nothing").hidden = shown > 0;
  find("summary").textContent = [none, one][shown] ?? many.replace("{n}", shown);
  find("ol").replaceChildren(
    ...items.map((each) => {
      const line = document.createElement("li");
      line.textContent = words(each);
      return line;
    }),
  );
  find(".unstored").hidden = items.every((each) => each.order !== undefined);
  drawDecision();
  stayInView();
}

// What matters now stays at the bottom of the screen.
const stayInView = () => box.classList.toggle("in-view", shown > 0 || !isConnected);

// An entry that is acknowledged at once is not worth a bar that comes and goes.
export function showWaiting() {
  clearTimeout(timer);
  page.count = list().length;
  if (!shown && list().length === 1 && !toDecide()) timer = setTimeout(draw, SOON);
  else draw();
}

document.addEventListener("connection", ({ detail }) => {
  isConnected = detail;
  stayInView();
});

// An undo of what is discarded has nothing to undo.
function discard(item) {
  const moot = list(item.game).filter(({ fields }) => fields.last === item.id);
  return remove(item.id, ...moot.map((each) => each.id));
}

// Where an earlier entry is missing, those that wait behind this one move up with it.
function useMine(item) {
  const { path, fields } = item.refusal.conflict;
  const moved = fields.number - item.fields.number;
  const all = list(item.game);
  const later = all.slice(all.indexOf(item) + 1).filter((each) => moved && each.path === "hands/");
  const renumbered = later.map((each) => ({
    ...each,
    fields: { ...each.fields, number: String(Number(each.fields.number) + moved) },
  }));
  const kind = path === "hands/" ? item.kind : "correction";
  return update({ ...item, kind, path, fields: { ...item.fields, ...fields }, refusal: null }, ...renumbered);
}

const DECISIONS = {
  discard,
  use: useMine,
  retry: (item) => update({ ...item, refusal: null }),
  relink: ({ game }) => update(...list(game).map((each) => ({ ...each, link: page.link, refusal: null }))),
};

box.addEventListener("click", (event) => {
  const button = event.target.closest("[data-decision]");
  if (button) DECISIONS[button.dataset.decision](toDecide());
});

// Leaving the page loses what could not be stored. It delays what waits, unless the page opens without a network too.
addEventListener("beforeunload", (event) => {
  const comesBack = Boolean(navigator.serviceWorker?.controller);
  if (list().every((each) => each.order !== undefined && (each.refusal || comesBack))) return;
  event.preventDefault();
  event.returnValue = true;
});
