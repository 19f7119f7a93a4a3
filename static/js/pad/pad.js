// The score pad: a hand that is tapped goes into the outbox of this phone, and the page counts it at once. All else
// needs the club. Choices that are not saved yet are kept while the page around them follows the game.
import { choose, chosen, element, game, handForm, readGame, showForm } from "./form.js";
import { after, bidOf, entryText, fill, formatNumber, isRedeal, preview, scoreText } from "./game.js";
import { add, list, page, storage, update } from "./outbox.js";
import { DOUBLE_TAP, sendRefused, showWaiting } from "./waiting.js";

const MARKED_FOR = 2000;
const slot = document.getElementById("notice");
const pad = () => document.getElementById("pad");
const find = (selector) => pad().querySelector(selector);

let counted; // what waits here and follows what the club has
let state; // the game after these
let draft = null; // what is chosen, for which position
let savedAt = -DOUBLE_TAP;

// Says this in place of what was said before.
function notice(kind, ...sentences) {
  slot.replaceChildren(element("div", `notice ${kind}`, ...sentences.map((each) => element("p", "", each))));
}

// What the page has by now no longer waits. An entry that does not follow the last one waits for a decision.
function countWaiting() {
  const known = list(game.code).filter(({ saved }) => saved <= game.revision);
  if (known.length) update([], known);
  [counted, state] = [[], game.state];
  for (const each of list(game.code)) {
    if (each.refusal || each.undone || each.fields.position !== state.position || state.over) continue;
    state = after(game, state, each.fields);
    counted.push(each);
  }
}

// Upside down, as on a phone in the middle of the table, 6 reads as 9, and 16 as 91: the line is below.
const turns = (total) => /[69]/.test(total) && /^[01689]+$/.test(total);

function showGame() {
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
  const heading = state.hands >= (game.ends.max_hands ?? Infinity) ? game.texts.extra : game.texts.heading;
  if (!game.state.over) find(".hand-heading").textContent = fill(heading, { number: state.hands + 1 });
  const over = find("#would-be-over");
  over.hidden = !counted.length || !state.over;
  over.textContent = fill(game.texts.over_now, { score: scoreText(game, state) });
}

// What is said of the choices; without any, what waits here or else what to tap. And who deals.
function showNext() {
  const form = handForm();
  form.hidden = state.over;
  const hint = counted.length ? fill(game.texts.waits, { hand: counted.at(-1).text }) : form.dataset.hint;
  const [out, text] = [find(".preview"), preview(game, state, chosen()) || hint];
  if (out.textContent !== text) out.textContent = text;
  find(`.seat:has([name="bid"][value="${state.dealer}"])`).append(find(".deals"));
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
  countWaiting();
  // Choices that the game has gone past are shown in words. An undo takes the position back, and clears them; a
  // refused hand takes it back as well, and clears nothing.
  const isHeld = list(game.code).some(({ refusal }) => refusal);
  if (draft && (!handForm() || state.over || state.position > draft.position)) forget(page.overtaken);
  else if (draft && state.position < draft.position && !isHeld) forget();
  showGame();
  if (handForm()) showNext();
  showWaiting();
  mark();
}

// Choices outlive a reload of their tab.
const storeDraft = () => storage(() => sessionStorage.setItem(`draft ${page.game}`, JSON.stringify(draft)));

function forget(reason) {
  const text = reason && (entryText(game, draft) || bidOf(game, draft)?.text);
  if (text) notice("conflict", reason, text);
  draft = null;
  storeDraft();
  handForm()?.reset();
  find(".special-cases")?.removeAttribute("open");
  showForm();
}

document.addEventListener("change", ({ target: { form } }) => {
  if (form !== handForm()) return;
  slot.replaceChildren();
  showNext();
  draft = { ...chosen(), position: state.position };
  storeDraft();
});

document.addEventListener("submit", (event) => {
  if (event.target !== handForm()) return;
  event.preventDefault();
  const fields = { ...chosen(), save: event.submitter.value, position: state.position };
  const sentence = entryText(game, fields); // empty until all is chosen
  if (performance.now() - savedAt < DOUBLE_TAP && (!sentence || isRedeal(fields))) return;
  if (!sentence) return notice("error", fields.bid ? game.texts.no_tricks : game.texts.no_bid);
  const text = isRedeal(fields) ? sentence : fill(game.texts.numbered, { number: state.hands + 1, sentence });
  savedAt = performance.now();
  forget();
  slot.replaceChildren();
  navigator.vibrate?.(60);
  if (find(":focus-visible")) find('[name="bid"]').focus(); // with the keyboard
  add({ text, fields });
});

// The page is another one: what was chosen is chosen again.
function begin() {
  if (draft && handForm()) {
    choose(draft);
    find(".special-cases").open = Boolean(draft.revoke);
  }
  readGame();
  redraw();
  sendRefused();
}

// The browser may have ticked old choices again beside fresh fields: those of this page count, if any.
function open() {
  handForm()?.reset();
  draft = storage(() => JSON.parse(sessionStorage.getItem(`draft ${page.game}`)));
  begin();
}

document.addEventListener("outbox", redraw);
addEventListener("pageshow", open);

document.body.addEventListener("live:after", ({ detail }) => detail.element?.id === "pad" && begin());

// A notice covers the page: a tap on it closes it, but not what is said of a link that was replaced.
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
