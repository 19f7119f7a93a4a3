// The score pad: keeps the choices of a hand while the page around them follows the game, and sends again what the
// network lost.
import { gameOnPage, project } from "./projection.js";
import { chooseAgain, draftOf, fieldValue, handForm, showPreview } from "./form.js";

const RETRY_AFTER = 3000;
const noticeSlot = document.getElementById("notice");

// Choices survive a redraw of the pad as long as they are about the same hand.
function restore(draft) {
  const form = handForm();
  const pad = document.getElementById("pad");
  if (!draft || !pad) return;
  if (pad.dataset.known.includes(draft.uid)) return stopResending();
  if (form && fieldValue(form, "number") === draft.number) {
    // Still the same hand. If its bid was saved or undone in the meantime it is another entry, with its own id.
    if (fieldValue(form, "replaces") === draft.replaces) form.querySelector('[name="uid"]').value = draft.uid;
    else stopResending();
    return chooseAgain(form, draft);
  }
  stopResending();
  if (!draft.bid) return;
  if (!form) notice("conflict", pad.dataset.closed);
  else if (Number(fieldValue(form, "number")) > Number(draft.number)) {
    notice("conflict", pad.dataset.overtaken);
  }
}

function notice(kind, text) {
  const box = document.createElement("p");
  box.className = `notice ${kind}`;
  box.textContent = text;
  noticeSlot.replaceChildren(box);
}

let draft = null;
let retryTimer;

// Nothing is waiting to be sent any more.
function stopResending() {
  clearTimeout(retryTimer);
  noticeSlot.querySelector(".offline")?.remove();
}

// The pad may have been redrawn in the meantime; it is the same entry if the id is the same.
function sendAgain(uid, save) {
  const form = handForm();
  if (!form || fieldValue(form, "uid") !== uid) return;
  form.requestSubmit([...form.querySelectorAll('[name="save"]')].find((each) => each.value === save && !each.disabled));
}

document.addEventListener("change", (event) => {
  if (event.target.closest("form.hand-form")) noticeSlot.replaceChildren();
});

// A notice covers the score: a tap on it closes it.
noticeSlot.addEventListener("click", (event) => {
  if (!event.target.closest("a, button")) noticeSlot.replaceChildren();
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "pad") return;
  if (event.detail.xhr.status >= 400) {
    // The link was replaced: the notice appears above the pad, so that the choices can still be read.
    event.detail.target = noticeSlot;
    event.detail.swapOverride = "innerHTML";
  } else {
    draft = draftOf(handForm());
  }
});

// With the keyboard, the next hand starts at its first field.
let byKeyboard = false;
document.addEventListener("keydown", () => (byKeyboard = true));
document.addEventListener("pointerdown", () => (byKeyboard = false));

document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "pad" && event.detail.elt.id !== "pad") return;
  if (byKeyboard && document.activeElement === document.body)
    handForm()?.querySelector('[name="bid"]')?.focus({ preventScroll: true });
  project(gameOnPage(), []);
  restore(draft);
  if (handForm()) showPreview(handForm());
});

document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.matches("form.hand-form")) clearTimeout(retryTimer);
});

document.body.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt;
  if (!form.matches("form.hand-form")) return;
  const status = event.detail.xhr.status;
  if (status === 200 || status === 201) form.dataset.stored = "yes";
  // Another phone was first: both entries are shown now, and the choices made here are not restored.
  if (status === 409) form.dataset.stored = "no";
  if (status === 0 || status >= 500) {
    // Lost on the way: the same id is sent again, so the hand is stored only once.
    const { uid, save = "hand" } = event.detail.requestConfig.parameters;
    notice("offline", form.dataset.unsent);
    retryTimer = setTimeout(() => sendAgain(uid, save), RETRY_AFTER);
  }
});

if (handForm()) showPreview(handForm());
