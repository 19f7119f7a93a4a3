// The score pad: what is tapped goes into the outbox of this phone, and the page shows the game with it at once.
// Choices that are not saved yet are kept while the page around them follows the game.
import { notice } from "./elements.js";
import { chooseAgain, draftOf, fieldValue, handForm, showPreview } from "./form.js";
import { markChanges } from "./felt.js";
import { entryOf, outcomeOf } from "./game.js";
import { opensOffline } from "./leaving.js";
import { add, list, listAcknowledged, newId, remove, settle, start, update } from "./outbox.js";
import { gameOnPage, project, projected } from "./projection.js";
import { showWaiting, page } from "./waiting.js";
import { correctionOf, described, numbered } from "./words.js";
import "./offline.js";
import "./table.js";

const LONGEST_STORING = 500; // milliseconds
const DOUBLE_TAP = 500;
const VIBRATION = 60;
const noticeSlot = document.getElementById("notice");
const pad = () => document.getElementById("pad");

let leaveTo = null;

// What is said of a link that was replaced stays.
const isDead = () => Boolean(pad()?.inert);

// What is chosen and not saved yet, to be chosen again after a redraw.
function currentDraft() {
  const form = handForm();
  const draft = draftOf(form);
  if (!draft?.bid) return draft;
  const { game } = projected();
  const entry = entryOf(game, { ...Object.fromEntries(new FormData(form)), save: "hand" });
  const sentence = outcomeOf(game, entry)
    ? described(game, entry).sentence
    : game.bids[`${entry.contract}:${entry.bid}`];
  return { ...draft, sentence };
}

// Choices survive a redraw unless their hand was entered elsewhere; then they are shown in words.
function restore(draft) {
  const form = handForm();
  if (!draft || !pad()) return;
  const isOpen = form && !form.hidden;
  if (isOpen && Number(fieldValue(form, "number")) <= Number(draft.number)) chooseAgain(form, draft);
  else if (draft.bid) notice("conflict", isOpen ? pad().dataset.overtaken : pad().dataset.closed, draft.sentence);
}

// Choices outlive a reload of their tab.
function storeDraft() {
  if (!pad()) return;
  try {
    sessionStorage.setItem("draft", JSON.stringify({ game: page.game, draft: draftOf(handForm()) }));
  } catch {
    // The phone refuses to store anything: #waiting says so.
  }
}

function storedDraft() {
  try {
    const { game, draft } = JSON.parse(sessionStorage.getItem("draft")) ?? {};
    return game === page.game ? draft : null;
  } catch {
    return null;
  }
}

// The game of the page, with what waits on this phone.
function redraw(draft = currentDraft()) {
  const game = gameOnPage();
  const known = new Set(game.known);
  // A page that was kept on the phone may be older than what was acknowledged since; any other has what came before.
  const isKept = "savedAt" in document.documentElement.dataset;
  const isNews = ({ id, fields }) => !known.has(id) && (isKept || !(fields.acknowledged < performance.timeOrigin));
  const items = [...listAcknowledged(game.code), ...list(game.code)].filter(isNews);
  project(game, items);
  const confirming = document.querySelector("form.confirm");
  if (confirming)
    confirming.hidden = items.some(
      ({ kind, fields }) => kind === "confirmation" && fields.hand === fieldValue(confirming, "hand"),
    );
  restore(draft);
  if (handForm()) showPreview(handForm());
  refuseRepeats();
  storeDraft();
}

const knownIds = () => gameOnPage().known;

// --- From a form to an entry that waits ----------------------------------------------------------------------------

const KINDS = { same_dealer: "redeal", next_dealer: "redeal" };

const kindOf = (form, { save }) => (form.dataset.item === "hand" ? (KINDS[save] ?? "hand") : form.dataset.item);

function sentenceOf(form, button, fields) {
  const { game, state } = projected();
  if (!fields.save) {
    const label = button.querySelector(".undo-label") ?? button;
    return [form.dataset.says, label.textContent.trim()].filter(Boolean).join(" – ");
  }
  const entry = entryOf(game, fields);
  const line = state.lines.filter((each) => each.entry)[Number(form.dataset.correcting) - 1];
  if (line) return correctionOf(game, line, entry);
  return numbered(game, { entry, number: entry.contract === "redeal" ? null : state.number });
}

// Why a form cannot be saved yet; empty if it can.
function missing(fields) {
  const { game } = projected();
  const entry = entryOf(game, fields);
  if (!fields.save || entry.contract === "redeal") return "";
  if (!fields.bid) return game.texts.no_bid;
  return outcomeOf(game, entry) ? "" : game.texts.no_tricks;
}

function fieldsOf(form, button) {
  const data = new FormData(form);
  if (button.name) data.set(button.name, button.value);
  return { ...Object.fromEntries(data), uid: newId(), by_seat: page.bySeat };
}

function itemOf(form, button, fields) {
  const id = fields.uid;
  const kind = kindOf(form, fields);
  const path = new URL(form.action).pathname.slice(`/t/${page.link}/`.length);
  const text = missing(fields) ? "" : sentenceOf(form, button, fields);
  const { game, link, place } = page;
  return { id, game, place, link, kind, path, fields, text, tapped_at: Date.now(), refusal: null };
}

// What a correction changes, whatever its id and the id of what it replaces.
const contentOf = ({ path, fields }) => JSON.stringify([path, { ...fields, uid: "", replaces: "" }]);

// A correction that waits as it is chosen now has nothing to save.
function refuseRepeats() {
  const form = document.querySelector('form[data-item="correction"]');
  if (!form) return;
  const button = form.querySelector('[name="save"]');
  const content = contentOf(itemOf(form, button, fieldsOf(form, button)));
  button.disabled = list(page.game).some((each) => each.kind === "correction" && contentOf(each) === content);
}

const isStored = (id) => list().every((each) => each.id !== id || each.order !== undefined);

const waitingAgain = () => list(page.game).filter(({ kind }) => kind === "again");

// The last choice counts: after an undo the game goes on, and what is confirmed is the hand as it is now.
function replacedBy(kind) {
  const isRefused = (each) => each.kind === kind && each.refusal && !each.refusal.closed;
  const replaced = { again: waitingAgain, undo: waitingAgain, confirmation: () => list(page.game).filter(isRefused) };
  return (replaced[kind]?.() ?? []).map(({ id }) => id);
}

let lastTap = { tapped: null, at: 0 };
let isKeeping = false;
const soon = () => new Promise((resolve) => setTimeout(resolve, LONGEST_STORING));

async function keep(form, button) {
  if (isKeeping) return;
  const fields = fieldsOf(form, button);
  const kind = kindOf(form, fields);
  const problem = missing(fields);
  // Other partners than before are no second tap.
  const tapped = String([kind, fields.partner]);
  const isSecondTap = lastTap.tapped === tapped && performance.now() - lastTap.at < DOUBLE_TAP;
  if (isSecondTap && (problem || kind !== "hand")) return;
  if (problem) return notice("error", problem);
  const item = itemOf(form, button, fields);
  lastTap = { tapped, at: performance.now() };
  if (form === handForm()) delete form.dataset.touched;
  // The pad shows a hand once the phone has stored it, unless that takes long: the page may be closed right after.
  isKeeping = true;
  remove(...replacedBy(kind));
  const kept = add(item);
  await Promise.race([kept, soon()]);
  isKeeping = false;
  notice(pad() ? "done" : "done shown", page.kept);
  navigator.vibrate?.(VIBRATION);
  showWaiting();
  redraw(null);
  await kept;
  // The pad shows the corrected hand, and sends it.
  if (!pad() && isStored(item.id) && (await opensOffline(page.pad))) location.assign(page.pad);
}

document.addEventListener("submit", (event) => {
  if (!event.target.dataset.item || event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter ?? event.target.querySelector("button:not([disabled])");
  keep(event.target, button);
});

// --- What happens to it --------------------------------------------------------------------------------------------

document.addEventListener("outbox:changed", () => {
  showWaiting();
  redraw();
  if (!leaveTo || list(page.game).length) return;
  document.body.dispatchEvent(new Event("leaving"));
  location.assign(leaveTo);
  leaveTo = null; // going back to this page does not lead away again
});

document.addEventListener("outbox:saved", ({ detail: { item, isWanted, next, sentences } }) => {
  if (item.game !== page.game) return;
  // Another phone had started the next game, with other partners; or this one, before it changed its mind.
  if (item.kind === "again" && !(next && isWanted)) {
    notice("conflict", ...(isWanted ? sentences : [page.started]));
    leaveTo = null;
  } else {
    notice("done", page.saved);
    leaveTo = next ?? (item.kind === "correction" && !pad() ? page.pad : leaveTo);
  }
  document.body.dispatchEvent(new Event("changed"));
});

document.addEventListener("click", ({ target }) => {
  if (target.closest(".again-waits button")) remove(...waitingAgain().map(({ id }) => id));
});

document.addEventListener("change", (event) => {
  if (event.target.form !== handForm()) return;
  noticeSlot.replaceChildren();
  refuseRepeats();
  storeDraft();
});

// What waits on this phone has no page yet where it could be corrected.
document.addEventListener("click", ({ target }) => {
  if (target.closest(".entries > .unsent")) notice("error", page.unsent);
});

// A notice covers the score: a tap on it closes it.
noticeSlot.addEventListener("click", (event) => {
  if (!event.target.closest("a, button") && !isDead()) noticeSlot.replaceChildren();
});

// --- The page follows the game -------------------------------------------------------------------------------------

let draft = null;

// The link was replaced: the notice appears above the pad, so that the choices can still be read, but not changed.
document.body.addEventListener("live:refused", (event) => {
  if (event.detail.element.id !== "pad") return;
  event.preventDefault();
  noticeSlot.innerHTML = event.detail.text;
  pad().inert = [404, 410].includes(event.detail.status);
});

document.body.addEventListener("live:before", (event) => {
  if (event.detail.element.id === "pad") draft = currentDraft();
});

// What was refused because the game was closed is sent again once it is open.
let wasOpen = false;
function sendRefused() {
  const isOpen = !document.querySelector("#pad .end:not(.waiting)");
  const refused = list(page.game).filter(({ refusal }) => refusal?.closed);
  if (isOpen && !wasOpen && refused.length) update(...refused.map((each) => ({ ...each, refusal: null })));
  wasOpen = isOpen;
}

// With the keyboard, the next hand starts at its first field.
let byKeyboard = false;
document.addEventListener("keydown", () => (byKeyboard = true));
document.addEventListener("pointerdown", () => (byKeyboard = false));

document.body.addEventListener("live:after", (event) => {
  if (event.detail.element?.id !== "pad") return;
  if (byKeyboard && document.activeElement === document.body)
    handForm()?.querySelector('[name="bid"]')?.focus({ preventScroll: true });
  redraw(draft);
  settle(knownIds());
  sendRefused();
});

if (handForm()) showPreview(handForm());
const left = storedDraft();
start(knownIds).then(() => {
  const form = handForm();
  if (left && !form?.dataset.touched && left.number === fieldValue(form, "number")) redraw(left);
  sendRefused();
});
markChanges();
