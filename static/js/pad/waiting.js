// What a page says about the entries that wait on this phone, and the decisions about those that were refused.
import { element } from "./elements.js";
import { list, remove, update } from "./outbox.js";

const SOON = 600; // milliseconds in which an entry is usually acknowledged
const SETTLED = 500; // milliseconds after which a tap is meant for what is shown
const box = document.getElementById("waiting");
// The game, link and seat of this page, and its sentences.
export const page = box.dataset;
const find = (selector) => box.querySelector(selector);
let shown = 0;
let isConnected = true;
let timer;
let decided; // the id of the entry that a decision is asked for
let settling;

const isOfOldLink = (item) => item.refusal.status === 410 && item.link !== page.link;

function situation(item) {
  const { conflict } = item.refusal;
  if (item.game === page.game && isOfOldLink(item)) return "old-link";
  if (conflict) return conflict.saved ? "saved" : "missing";
  return "other";
}

const words = (item) => (item.game === page.game ? item.text : page.elsewhere.replace("{entry}", item.text));

// The oldest entry that needs a decision; the ones after it wait for it.
const toDecide = () => list().find((each) => each.refusal);

// The second tap on a button may find the next entry there; so may a finger that was on its way to something else.
function letSettle() {
  const buttons = box.querySelectorAll("[data-decision]");
  for (const each of buttons) each.setAttribute("aria-disabled", "true");
  clearTimeout(settling);
  settling = setTimeout(() => {
    for (const each of buttons) each.removeAttribute("aria-disabled");
  }, SETTLED);
}

function drawDecision() {
  const item = toDecide();
  find(".decide").hidden = !item;
  if (item?.id !== decided) letSettle();
  decided = item?.id;
  if (!item) return;
  const { sentences, conflict } = item.refusal;
  const reasons = sentences.length ? sentences : [page.noReason];
  find(".reasons").replaceChildren(...reasons.map((each) => element("p", "", each)));
  find(".saved-version").hidden = !conflict?.saved;
  find(".saved-version b").textContent = conflict?.saved ?? "";
  find(".mine").textContent = words(item);
  for (const button of box.querySelectorAll("[data-decision]")) {
    button.hidden = !button.dataset.when.split(" ").includes(situation(item));
    if (button.dataset.decision === "use" && !conflict?.usable) button.hidden = true;
  }
}

function draw() {
  const items = list();
  const { one, many } = page;
  shown = items.length;
  find(".entries-here").hidden = !shown;
  find(".nothing").hidden = shown > 0;
  find("summary").textContent = shown === 1 ? one : many.replace("{n}", shown);
  find("ol").replaceChildren(...items.map((each) => element("li", "", words(each))));
  find(".unstored").hidden = items.every((each) => each.order !== undefined);
  drawDecision();
  stayInView();
}

// What matters now stays at the bottom of the screen; the rest of the page ends above it.
function stayInView() {
  box.classList.toggle("in-view", shown > 0 || !isConnected);
  document.body.style.setProperty("--offline", `${box.matches(".in-view") ? box.offsetHeight : 0}px`);
}

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
  const button = event.target.closest("[data-decision]:not([aria-disabled])");
  const item = toDecide();
  if (button && item?.id === decided) DECISIONS[button.dataset.decision](item);
});

// Leaving the page loses what could not be stored, and delays what waits of this game, unless the page itself leads on.
let isLeaving = false;
document.body.addEventListener("leaving", () => (isLeaving = true));
const isDelayed = ({ game, refusal }) => !isLeaving && game === page.game && !refusal;
addEventListener("beforeunload", (event) => {
  if (!list().some((each) => each.order === undefined || isDelayed(each))) return;
  event.preventDefault();
  event.returnValue = true;
});
