// Over 300 lines because what waits, what follows and what is tapped are one page.
// The score pad: a hand that is tapped goes into the outbox of this phone, and the page counts it at once. All else
// needs the club. Choices that are not saved yet are kept while the page around them follows the game.
import { choose, chosen, handForm, missing, showForm, specialCases } from "./form.js";
import { after, entryText, fill, heading, isRedeal, number, scoreText } from "./game.js";
import { add, isStored, list, newId, remove, send, storage, update, waiting } from "./outbox.js";
import { drawScoreOnly } from "./score_only.js";

const DOUBLE_TAP = 500;
const VIBRATION = 60;
const MARKED_FOR = 2000;
const SOON = 600; // milliseconds in which a hand is usually acknowledged
const box = document.getElementById("waiting");
const page = box.dataset; // the game, link and seat of this page, and its sentences
const noticeSlot = document.getElementById("notice");
const offline = document.getElementById("opens-offline");
const pad = () => document.getElementById("pad");
const find = (selector) => document.querySelector(selector);
const isCorrection = () => Boolean(find("form[data-correcting]"));

let game; // as the club has it
let state; // with what waits here
let draft = null; // what is chosen, and for which position
let isConnected = true;

function element(tag, className, ...content) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...content);
  return made;
}

// Says this in place of what was said before; but what is said of a link that was replaced stays.
function notice(kind, ...sentences) {
  if (pad()?.inert) return;
  noticeSlot.replaceChildren(element("div", `notice ${kind}`, ...sentences.map((each) => element("p", "", each))));
}

// --- The game with what waits here ---------------------------------------------------------------------------------

// What the page has by now no longer waits. An entry that does not follow the last one waits for a decision.
function count() {
  const all = list(game.code);
  const known = all.filter(({ saved }) => saved <= game.revision);
  if (known.length) remove(...known);
  const counted = [];
  state = game.state;
  for (const each of all) {
    const { fields, refusal, saved } = each;
    if (refusal || saved <= game.revision || fields.number !== state.position || state.over) continue;
    state = after(game, state, fields);
    counted.push(each);
  }
  return counted;
}

function showGame(counted) {
  pad().toggleAttribute("data-waiting", counted.length > 0);
  for (const [place, score] of pad().querySelectorAll(".score").entries()) {
    const side = game.order[place];
    const stars = score.querySelector(".stars");
    score.querySelector(".total").textContent = number(state.totals[side]);
    if (!counted.length) continue;
    stars.hidden = !state.stars[side];
    stars.textContent = "★".repeat(state.stars[side]);
    stars.ariaLabel = state.stars[side] === 1 ? "1 star" : `${state.stars[side]} stars`;
  }
  if (!game.state.over) find("#pad .hand-heading").textContent = heading(game, state);
  const over = find("#would-be-over");
  over.hidden = !counted.length || !state.over;
  over.textContent = fill(game.texts.over_now, { score: scoreText(game, state) });
}

// What has just changed is marked: the totals, and the lines of the score sheet. `shown`: their texts before.
const key = (each) => each.dataset.key ?? each.className.match(/side-\d/)[0];
let shown = new Map();
const marked = new Map(); // until when
function mark() {
  const parts = [...pad().querySelectorAll(".score, .entries > li")];
  const texts = new Map(parts.map((each) => [key(each), each.querySelector(".total, .after").textContent]));
  for (const each of parts) {
    const isNew = shown.size && shown.get(key(each)) !== texts.get(key(each));
    if (isNew) marked.set(key(each), performance.now() + MARKED_FOR);
    const left = marked.get(key(each)) - performance.now();
    each.classList.toggle("just-saved", left > 0);
    if (left > 0) setTimeout(() => each.classList.remove("just-saved"), left);
  }
  shown = texts;
}

function redraw() {
  const counted = pad() ? count() : [];
  const form = handForm();
  if (pad()) showGame(counted);
  if (form && !isCorrection()) {
    form.hidden = state.over;
    keepDraft();
  }
  const last = counted.at(-1)?.text.replace(/\.$/, "");
  if (form) showForm(game, pad() && state, last ? fill(game.texts.waits, { hand: last }) : form.dataset.hint);
  showWaiting();
  if (pad()) mark();
}

// --- Choices -------------------------------------------------------------------------------------------------------

// They outlive a reload of their tab.
const storeDraft = () => storage(() => sessionStorage.setItem("draft", JSON.stringify({ game: game.code, draft })));

function storedDraft() {
  const stored = storage(() => JSON.parse(sessionStorage.getItem("draft")));
  return stored?.game === game.code ? stored.draft : null;
}

// Unless their hand was entered elsewhere; then they are shown in words.
function keepDraft() {
  if (!draft || (!state.over && state.position <= draft.position)) return;
  if (draft.text) notice("conflict", page.overtaken, draft.text);
  handForm().reset();
  draft = null;
  storeDraft();
}

function chooseAgain() {
  const form = handForm();
  if (!draft || isCorrection()) return;
  if (form) {
    choose(form, draft.values);
    specialCases().open = draft.open;
  } else {
    if (draft.text) notice("conflict", page.closed, draft.text);
    draft = null;
  }
}

document.addEventListener("change", ({ target: { form } }) => {
  if (form !== handForm()) return;
  noticeSlot.replaceChildren();
  if (isCorrection()) return showForm(game);
  showForm(game, state, form.dataset.hint);
  const values = chosen(form);
  const text = entryText(game, values) || game.bids[`${values.contract || "high"}:${values.bid}`] || "";
  draft = { position: state.position, values, text, open: specialCases().open };
  storeDraft();
});

// --- From a tap to an entry that waits -----------------------------------------------------------------------------

let savedAt = -DOUBLE_TAP;

function save(form, button) {
  const fields = { ...chosen(form), save: button.value, number: state.position, uid: newId(), by_seat: page.bySeat };
  const problem = missing(game, fields);
  if (performance.now() - savedAt < DOUBLE_TAP && (problem || isRedeal(fields))) return;
  if (problem) return notice("error", problem);
  const words = entryText(game, fields);
  const text = isRedeal(fields) ? words : fill(game.texts.numbered, { number: state.number, sentence: words });
  savedAt = performance.now();
  form.reset();
  specialCases().open = false;
  draft = null;
  storeDraft();
  notice("done", page.kept);
  navigator.vibrate?.(VIBRATION);
  add({ game: page.game, link: page.link, place: page.place, text, fields });
}

document.addEventListener("submit", (event) => {
  if (event.target !== handForm() || isCorrection()) return;
  event.preventDefault();
  save(event.target, event.submitter);
});

// --- What waits, and what was refused ------------------------------------------------------------------------------

let timer;
let settledAt = 0; // a tap before that was meant for something else
const here = () => waiting(page.game);
const entries = box.querySelector(".entries-here");
const part = (selector) => entries.querySelector(selector);
const asElements = (tag, texts) => texts.map((each) => element(tag, "", each));
const named = ({ game: of, place, text }) => (of === page.game ? text : `${place}: ${text}`);

// The oldest that the club refused, of this game first: those behind it wait for it.
const refused = () => [...here(), ...waiting()].find(({ refusal }) => refusal);

function showDecision(item) {
  const { sentences = [], conflict, status, closed } = item.refusal;
  if (part(".decide").dataset.decided !== item.fields.uid) {
    settledAt = performance.now() + DOUBLE_TAP;
    entries.open = item.game === page.game;
  }
  part(".decide").dataset.decided = item.fields.uid;
  const reasons = sentences.length ? sentences : [page.noReason];
  part(".reasons").replaceChildren(...asElements("p", closed ? [...reasons, page.untilOpen] : reasons));
  part(".saved-version").hidden = !conflict?.saved;
  part(".saved-version b").textContent = conflict?.saved ?? "";
  part(".mine").textContent = conflict?.yours || named(item);
  part('[data-decision="use"]').textContent = conflict?.use ?? "";
  const isHereAgain = status === 410 && item.game === page.game; // it waits for the new link, or to be opened again
  const offered = { use: conflict, keep: conflict?.saved, retry: !conflict && status !== 410 };
  offered.discard = !conflict?.saved && !isHereAgain;
  for (const [name, is] of Object.entries(offered)) part(`[data-decision="${name}"]`).hidden = !is;
}

function drawWaiting() {
  const all = waiting();
  const held = refused();
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
  drawScoreOnly();
}

// A hand that is acknowledged at once is not worth a bar that comes and goes.
function showWaiting() {
  clearTimeout(timer);
  page.count = waiting().length;
  const isQuiet = entries.hidden && waiting().length === 1 && !refused();
  if (isQuiet) timer = setTimeout(drawWaiting, SOON);
  else drawWaiting();
}

// Those behind it in the outbox are so many numbers further down.
function moved(item, by) {
  const later = waiting(item.game).filter(({ fields }) => by && fields.number > item.fields.number);
  return later.map((each) => ({ ...each, fields: { ...each.fields, number: each.fields.number + by } }));
}

function drop(item, by) {
  const later = moved(item, by);
  remove(item);
  update(...later);
}

const DECISIONS = {
  keep: (item) => drop(item, 0), // what is saved is the same hand: those behind it are where they were
  discard: (item) => confirm(page.really) && drop(item, -1),
  retry: ({ refusal: _refusal, ...item }) => update(item),
  use({ refusal: { conflict }, ...item }) {
    const { path, yours, fields } = conflict;
    const later = moved(item, fields.number - item.fields.number);
    update({ ...item, path, text: yours || item.text, fields: { ...item.fields, ...fields } }, ...later);
  },
};

box.addEventListener("click", ({ target }) => {
  const { decision } = target.dataset;
  if (target.matches(".undo-waiting")) remove(here().at(-1));
  else if (decision && performance.now() > settledAt) DECISIONS[decision](refused());
});

// What was refused by a link that was renewed since, or because the game was closed, is sent again.
function sendRefused() {
  const isOpen = handForm() && !game.state.over;
  const isFreed = ({ closed, status, link }) => (closed ? isOpen : status === 410 && link !== page.link);
  for (const each of here()) if (each.refusal && isFreed(each.refusal)) DECISIONS.retry(each);
}

// --- The page follows the game, and needs the club -----------------------------------------------------------------

function read() {
  game = JSON.parse(document.getElementById("pad-game").textContent);
}

document.addEventListener("outbox", redraw);
document.addEventListener("connection", ({ detail }) => {
  isConnected = detail;
  if (isConnected) find("#notice .impossible")?.remove();
  drawWaiting();
});
// A page that does not follow the game hears of the network only.
addEventListener("online", () => pad() || document.dispatchEvent(new CustomEvent("connection", { detail: true })));

const impossible = () => notice("error impossible", page.impossible);

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href]");
  if (isConnected || !link || (link.pathname === location.pathname && link.hash)) return;
  event.preventDefault();
  const kept = "caches" in window && (await caches.match(link.pathname));
  if (kept) location.assign(link.href);
  else impossible();
});

const isForm = ({ detail }) => (detail.requestConfig?.elt ?? detail.elt).matches?.("form");
document.body.addEventListener("htmx:confirm", (event) => {
  if (!isForm(event) || isConnected) return;
  event.preventDefault();
  impossible();
});
for (const event of ["htmx:sendError", "htmx:timeout"])
  document.body.addEventListener(event, (each) => isForm(each) && impossible());
// htmx overlooks a button outside its form.
document.body.addEventListener("htmx:configRequest", ({ detail: { triggeringEvent, parameters } }) => {
  const { name, value } = triggeringEvent?.submitter ?? {};
  if (name) parameters[name] = value;
});
// A refusal is an answer.
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (!isForm(event) || xhr.status < 400) return;
  const isOfClub = xhr.getResponseHeader("Answered-By") === "whistclub" && xhr.status < 500;
  Object.assign(event.detail, { shouldSwap: isOfClub, isError: false });
  if (!isOfClub) impossible();
});

// The link was replaced: the notice appears above the pad, so that the choices can still be read, but not changed.
document.body.addEventListener("live:refused", (event) => {
  if (event.detail.element.id !== "pad") return;
  event.preventDefault();
  noticeSlot.innerHTML = event.detail.text;
  pad().inert = [404, 410].includes(event.detail.status);
});

// With the keyboard, the next hand starts at its first field.
let byKeyboard = false;
document.addEventListener("keydown", () => (byKeyboard = true));
document.addEventListener("pointerdown", () => (byKeyboard = false));

document.body.addEventListener("live:after", ({ detail }) => {
  if (detail.element?.id !== "pad") return;
  if (byKeyboard && document.activeElement === document.body) find('[name="bid"]')?.focus({ preventScroll: true });
  read();
  chooseAgain();
  redraw();
  sendRefused();
});

// A notice covers the score: a tap on it closes it.
noticeSlot.addEventListener("click", ({ target }) => {
  if (!target.closest("a, button") && !pad()?.inert) noticeSlot.replaceChildren();
});

// The browser may have ticked old choices again beside fresh fields: those of this page count, if any.
function begin() {
  if (!isCorrection()) {
    handForm()?.reset();
    draft = storedDraft();
    chooseAgain();
  }
  redraw();
}
addEventListener("pageshow", begin);

// Where the browser allows it (https, or this computer), the pad is kept on the phone, and says so.
async function keepOffline() {
  const show = () => (offline.textContent = offline.dataset.opens);
  navigator.serviceWorker.addEventListener("message", show);
  await navigator.serviceWorker.register(offline.dataset.worker);
  if (await caches.match(location.pathname)) show();
}
if (offline && "serviceWorker" in navigator) addEventListener("load", () => keepOffline().catch(() => {}));

read();
begin();
sendRefused();
send();
