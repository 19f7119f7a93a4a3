// What a page says about the entries that wait on this phone, and the decisions about those that were refused.
import { element } from "./elements.js";
import { exchange, list, renamed, update } from "./outbox.js";

const ASKED_FOR = 10_000; // milliseconds to answer whether an entry is really discarded
const SOON = 600; // milliseconds in which an entry is usually acknowledged
const SETTLED = 500; // milliseconds after which a tap is meant for what is shown
const box = document.getElementById("waiting");
// The game, link and seat of this page, and its sentences.
export const page = box.dataset;
const find = (selector) => box.querySelector(selector);
let shown = 0;
let isConnected = true;
let timer;
let asked = null; // the id of the entry that is perhaps discarded
const settling = new WeakMap();

function situation(item) {
  const { conflict, status, closed, final } = item.refusal;
  if (closed === "time") return "other";
  if (status === 410 && item.game !== page.game) return "elsewhere";
  if (status === 410) return item.link === page.link ? "replaced" : "old-link";
  if (conflict?.fields.after) return "again";
  if (conflict) return conflict.saved ? "saved" : "missing";
  return final ? "final" : "other";
}

// In the words of the club; of a replaced link the page itself says once what to do.
function reasonsFor(item) {
  const { status, sentences, closed } = item.refusal;
  if (closed === "time") return [...sentences, page.stopped];
  if (status === 410) return [situation(item) === "old-link" ? page.oldLink : page.replaced];
  if (item.game === page.game && closed === "organiser") {
    const waiting = list(item.game).length;
    return [...sentences, waiting === 1 ? page.closedOne : page.closedMany.replace("{n}", waiting)];
  }
  return sentences.length ? sentences : [page.noReason];
}

const placeOf = (item) => item.place || page.elsewhere;

function words(item) {
  if (item.game === page.game) return item.text;
  return page.wordsElsewhere.replace("{place}", placeOf(item)).replace("{entry}", item.text);
}

function drawLines(parent, items, wordsOf) {
  parent.querySelector("ol").replaceChildren(...items.map((each) => element("li", "", wordsOf(each))));
}

// The oldest entry of a game that needs a decision; the ones after it wait for it.
const toDecide = (game) => list(game).find((each) => each.refusal);

// The second tap on a button may find the next entry there; so may a finger that was on its way to something else.
function letSettle(root) {
  const buttons = root.querySelectorAll("[data-decision]");
  for (const each of buttons) each.setAttribute("aria-disabled", "true");
  clearTimeout(settling.get(root));
  const settled = () => {
    for (const each of buttons) each.removeAttribute("aria-disabled");
  };
  settling.set(root, setTimeout(settled, SETTLED));
}

// Hands that were taken out or put back elsewhere have moved its number: the club’s is that of the saved hand.
function mine({ path, text, refusal }) {
  return (path === "hands/" && refusal.conflict?.yours) || text;
}

function drawDecision(root, item) {
  const of = (selector) => root.querySelector(selector);
  const now = asked === item.id ? "asked" : situation(item);
  const decided = `${item.id} ${now}`;
  if (root.dataset.decided !== decided) letSettle(root);
  root.dataset.decided = decided;
  const { conflict } = item.refusal;
  of(".reasons").replaceChildren(...reasonsFor(item).map((each) => element("p", "", each)));
  of(".saved-version").hidden = !conflict?.saved;
  of(".saved-version b").textContent = conflict?.saved ?? "";
  of(".yours").hidden = situation(item) === "replaced";
  of(".mine").textContent = mine(item);
  for (const button of root.querySelectorAll("[data-decision]")) {
    button.hidden = !button.dataset.when.split(" ").includes(now);
  }
}

// Other games that something was refused of: each a line that unfolds.
function heldGames() {
  const refused = list().filter(({ game, refusal }) => refusal && game !== page.game);
  return [...new Set(refused.map(({ game }) => game))];
}

function drawEarlier(game, isOpen) {
  const made = find("template").content.firstElementChild.cloneNode(true);
  const items = list(game);
  const summary = items.length === 1 ? page.unsavedOne : page.unsavedMany;
  made.open = isOpen;
  made.dataset.game = game;
  made.querySelector("summary").textContent = summary
    .replace("{place}", placeOf(items[0]))
    .replace("{n}", items.length);
  drawDecision(made, toDecide(game));
  drawLines(made, items, ({ text }) => text);
  return made;
}

function draw() {
  const held = heldGames();
  const items = list().filter(({ game }) => !held.includes(game));
  shown = list().length;
  find(".entries-here").hidden = !items.length;
  find(".nothing").hidden = shown > 0;
  const what = items.every(({ kind }) => kind === "hand") ? "hand" : "change";
  find(".entries-here summary").textContent = page[items.length === 1 ? what : `${what}s`].replace("{n}", items.length);
  drawLines(find(".entries-here"), items, words);
  find(".unstored").hidden = list().every((each) => each.order !== undefined);
  const item = toDecide(page.game);
  find(".decide").hidden = !item;
  if (item) drawDecision(find(".decide"), item);
  const unfolded = new Set([...box.querySelectorAll("[open][data-game]")].map((each) => each.dataset.game));
  find(".earlier-games").replaceChildren(...held.map((game) => drawEarlier(game, unfolded.has(game))));
  stayInView();
}

// What matters now stays at the bottom of the screen.
const stayInView = () => box.classList.toggle("in-view", shown > 0 || !isConnected);

// An entry that is acknowledged at once is not worth a bar that comes and goes.
export function showWaiting() {
  clearTimeout(timer);
  page.count = list().length;
  if (!shown && list().length === 1 && !list()[0].refusal) timer = setTimeout(draw, SOON);
  else draw();
}

document.addEventListener("connection", ({ detail }) => {
  isConnected = detail;
  stayInView();
});

// A hand that was played is not thrown away with one tap.
let answered;
function ask(id) {
  clearTimeout(answered);
  asked = id;
  if (id) answered = setTimeout(ask, ASKED_FOR, null);
  draw();
}

// The hands that wait behind one, each so many numbers further down.
function moved(item, by) {
  const all = list(item.game);
  const later = all.slice(all.indexOf(item) + 1).filter((each) => by && each.path === "hands/");
  return later.map((each) => ({
    ...each,
    fields: { ...each.fields, number: String(Number(each.fields.number) + by) },
  }));
}

// An undo of what is discarded has nothing to undo, but for a corrected hand: whether that is undone is for the club to
// say. Where another phone has saved the same hand, those that wait behind this one follow that.
function discard(item) {
  const moot = list(item.game).filter(({ fields }) => fields.last === item.id && item.kind !== "correction");
  const later = situation(item) === "again" ? moved(item, -1) : [];
  const following = later.map((each) => renamed(each, item.id, item.refusal.conflict.fields.after));
  return exchange([item.id, ...moot.map((each) => each.id)], following);
}

// Where an earlier entry is missing, those that wait behind this one move up with it.
function useMine(item) {
  const { path, fields } = item.refusal.conflict;
  const kind = path === "hands/" ? item.kind : "correction";
  const used = { ...item, kind, path, text: mine(item), fields: { ...item.fields, ...fields }, refusal: null };
  return update(used, ...moved(item, fields.number - item.fields.number));
}

const DECISIONS = {
  ask: ({ id }) => ask(id),
  keep: () => ask(null),
  discard,
  use: useMine,
  retry: (item) => update({ ...item, refusal: null }),
  relink: ({ game }) => update(...list(game).map((each) => ({ ...each, link: page.link, refusal: null }))),
};

box.addEventListener("click", (event) => {
  const button = event.target.closest("[data-decision]:not([aria-disabled])");
  if (!button) return;
  const item = toDecide(button.closest("[data-game]").dataset.game);
  const isShown = button.closest("[data-decided]").dataset.decided.startsWith(`${item?.id} `);
  if (isShown) DECISIONS[button.dataset.decision](item);
});

// Leaving the page loses what could not be stored, and delays what waits of this game, unless the page itself leads on
// or opens without a network too.
let isLeaving = false;
document.body.addEventListener("leaving", () => (isLeaving = true));
addEventListener("pageshow", () => (isLeaving = false));
function isDelayed({ game, refusal }) {
  const comesBack = isLeaving || Boolean(navigator.serviceWorker?.controller);
  return !comesBack && game === page.game && !refusal;
}
addEventListener("beforeunload", (event) => {
  if (!list().some((each) => each.order === undefined || isDelayed(each))) return;
  event.preventDefault();
  event.returnValue = true;
});
