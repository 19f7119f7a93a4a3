// The score pad: a hand that is tapped goes into the outbox of this phone, and the page counts it at once. All else
// needs the club. Choices that are not saved yet are kept while the page around them follows the game.
import { choose, chosen, element, handForm, showForm, specialCases } from "./form.js";
import { after, bidText, entryText, fill, formatNumber, heading, isRedeal, scoreText } from "./game.js";
import { add, list, page, send, storage, update } from "./outbox.js";
import { DOUBLE_TAP, sendRefused, showWaiting } from "./waiting.js";

const VIBRATION = 60;
const MARKED_FOR = 2000;
const slot = document.getElementById("notice");
const pad = () => document.getElementById("pad");
const find = (selector) => pad().querySelector(selector);

let game; // as the club has it
let state; // with what waits here
let draft = null; // what is chosen, for which position

// Says this in place of what was said before; but what is said of a link that was replaced stays.
function notice(kind, ...sentences) {
  if (pad().inert) return;
  slot.replaceChildren(element("div", `notice ${kind}`, ...sentences.map((each) => element("p", "", each))));
}

// What the page has by now no longer waits. An entry that does not follow the last one waits for a decision.
function countWaiting() {
  const known = list(game.code).filter(({ saved }) => saved <= game.revision);
  if (known.length) update([], known);
  const counted = [];
  state = game.state;
  for (const each of list(game.code)) {
    if (each.refusal || each.undone || each.fields.position !== state.position || state.over) continue;
    state = after(game, state, each.fields);
    counted.push(each);
  }
  return counted;
}

// Upside down, as on a phone in the middle of the table, 6 reads as 9, and 16 as 91: the line is below.
const turns = (total) => /[69]/.test(total) && /^[01689]+$/.test(total);

function showGame(counted) {
  pad().toggleAttribute("data-waiting", counted.length > 0);
  for (const [place, score] of pad().querySelectorAll(".score").entries()) {
    const [total, stars] = [".total", ".stars"].map((each) => score.querySelector(each));
    const won = state.stars[game.order[place]];
    total.textContent = formatNumber(state.totals[game.order[place]]);
    total.classList.toggle("turns", turns(total.textContent));
    score.classList.toggle("long", total.textContent.length > 2);
    stars.hidden = !won;
    stars.textContent = "★".repeat(won);
    stars.ariaLabel = won === 1 ? "1 star" : `${won} stars`;
  }
  if (!game.state.over) find(".hand-heading").textContent = heading(game, state);
  const over = find("#would-be-over");
  over.hidden = !counted.length || !state.over;
  over.textContent = fill(game.texts.over_now, { score: scoreText(game, state) });
}

// What has just changed is marked: the totals, and the lines of the score sheet.
const shown = new Map(); // the text of each, and until when it is marked
function mark() {
  const [now, isFirst] = [performance.now(), !shown.size];
  for (const each of pad().querySelectorAll(".score, .entries > li")) {
    const key = each.dataset.key ?? each.className.match(/side-\d/)[0];
    const text = each.querySelector(".total, .after").textContent;
    if (shown.get(key)?.text !== text) {
      shown.set(key, { text, until: isFirst ? now : now + MARKED_FOR });
      setTimeout(mark, MARKED_FOR + 1);
    }
    each.classList.toggle("just-saved", now < shown.get(key).until);
  }
}

function redraw() {
  const [counted, form] = [countWaiting(), handForm()];
  showGame(counted);
  if (form) {
    form.hidden = state.over;
    const isHeld = list(game.code).some(({ refusal }) => refusal);
    // Choices whose hand was entered elsewhere are shown in words; an undo clears them.
    if (draft && (state.over || state.position > draft.position)) forget(page.overtaken);
    else if (draft && state.position < draft.position && !isHeld) forget();
    const last = counted.at(-1)?.text.replace(/\.$/, "");
    showForm(game, state, last ? fill(game.texts.waits, { hand: last }) : form.dataset.hint);
  }
  showWaiting();
  mark();
}

// Choices outlive a reload of their tab.
const storeDraft = () => storage(() => sessionStorage.setItem(`draft ${page.game}`, JSON.stringify(draft)));

function forget(reason) {
  const text = reason && draft && (entryText(game, draft) || bidText(game, draft));
  if (text) notice("conflict", reason, text);
  draft = null;
  storeDraft();
  handForm()?.reset();
  if (specialCases()) specialCases().open = false;
}

// The page is another one: what was chosen is chosen again.
function chooseAgain() {
  if (!draft) return;
  if (!handForm()) return forget(page.closed);
  choose(handForm(), draft);
  specialCases().open = Boolean(draft.revoke);
}

document.addEventListener("change", ({ target: { form } }) => {
  if (form !== handForm()) return;
  slot.replaceChildren();
  showForm(game, state, form.dataset.hint);
  draft = { ...chosen(form), position: state.position };
  storeDraft();
});

let savedAt = -DOUBLE_TAP;

document.addEventListener("submit", (event) => {
  if (event.target !== handForm()) return;
  event.preventDefault();
  const fields = { ...chosen(handForm()), save: event.submitter.value, position: state.position };
  const sentence = entryText(game, fields); // empty until all is chosen
  if (performance.now() - savedAt < DOUBLE_TAP && (!sentence || isRedeal(fields))) return;
  if (!sentence) return notice("error", fields.bid ? game.texts.no_tricks : game.texts.no_bid);
  const text = isRedeal(fields) ? sentence : fill(game.texts.numbered, { number: state.number, sentence });
  savedAt = performance.now();
  forget();
  notice("done", page.kept);
  navigator.vibrate?.(VIBRATION);
  add({ text, fields });
});

function begin() {
  game = JSON.parse(find("#pad-game").textContent);
  chooseAgain();
  redraw();
  sendRefused(handForm() && !game.state.over);
}

// The browser may have ticked old choices again beside fresh fields: those of this page count, if any.
function open() {
  handForm()?.reset();
  draft = storage(() => JSON.parse(sessionStorage.getItem(`draft ${page.game}`)));
  begin();
}

document.addEventListener("outbox", redraw);
addEventListener("pageshow", open);

// With the keyboard, the next hand starts at its first field.
let isByKeyboard = false;
document.body.addEventListener("live:before", () => (isByKeyboard = Boolean(find(":focus-visible"))));
document.body.addEventListener("live:after", ({ detail }) => {
  if (detail.element?.id !== "pad") return;
  if (isByKeyboard && document.activeElement === document.body) find('[name="bid"]')?.focus({ preventScroll: true });
  begin();
});

// A notice covers the score: a tap on it closes it.
slot.addEventListener("click", ({ target }) => {
  if (!target.closest("a, button") && !pad().inert) slot.replaceChildren();
});

// Where the browser allows it (https, or this computer), the pad is kept on the phone, and says so.
const offline = document.getElementById("opens-offline");
async function keepOffline() {
  const show = () => (offline.textContent = offline.dataset.opens);
  navigator.serviceWorker.addEventListener("message", show);
  await navigator.serviceWorker.register(offline.dataset.worker);
  if (await caches.match(location.pathname)) show();
}
if ("serviceWorker" in navigator) addEventListener("load", () => keepOffline().catch(() => {}));

open();
send();
