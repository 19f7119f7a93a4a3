// Draws the entries that wait on this phone on the page that the server made: score, dealer, hand, score sheet, the end
// of the game and its way back. What it draws depends on the game and the items alone, so it may be called at any time.
// An entry that the server has acknowledged must stay among the items until the page knows it, or the page goes back.
import { element, withWholeScores } from "./elements.js";
import { firstUid, isTakenOut, stateAfter } from "./game.js";
import {
  described,
  fill,
  heading,
  hints,
  number,
  numbered,
  points,
  redeal,
  sidesInOrder,
  undoLabel,
  verdict,
} from "./words.js";

const LONG = 2; // digits of a total that fit in the large size

let current;

// The data that came with the page, renewed by each live refresh.
export const gameOnPage = () => JSON.parse(document.getElementById("pad-game").textContent);

// The game and its state as they were projected last.
export const projected = () => current ?? project(gameOnPage(), []);

export function project(game, items) {
  const state = stateAfter(game, items);
  current = { game, state };
  const root = document.getElementById("pad");
  if (!root) drawCorrection(state);
  else if (items.length || root.dataset.projected) {
    root.dataset.projected = "yes";
    for (const each of root.querySelectorAll("[data-saved-only]")) each.hidden = state.pending.length > 0;
    drawScores(root, game, state);
    drawHeading(root, game, state);
    drawForm(root, game, state);
    drawUndo(root, game, state);
    drawSheet(root, game, state);
    drawEnd(root, game, state);
    drawAgain(root, game, state);
  }
  return current;
}

function drawScores(root, game, state) {
  const toGo = hints(game, state);
  for (const side of game.sides.keys()) {
    const box = root.querySelector(`.score.side-${side}`);
    const total = number(state.totals[side]);
    box.querySelector(".total").textContent = total;
    box.classList.toggle("long", total.length > LONG);
    box.classList.toggle("won", state.over && !game.stopped && state.winner === side);
    const beside = box.querySelector(".beside");
    beside.replaceChildren(...stars(game, state.stars[side]), game.stopped ? "" : toGo[side]);
  }
}

function stars(game, count) {
  if (!count) return [];
  const drawn = element("span", "stars", count <= game.most_drawn_stars ? "★".repeat(count) : `${count}★`);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", fill(count === 1 ? game.texts.star : game.texts.stars, { n: count }));
  return [drawn, " "];
}

function drawHeading(root, game, state) {
  const slot = root.querySelector(".hand-heading");
  // How many hands a finished game had, as the server wrote it.
  slot.dataset.saved ??= slot.textContent;
  if (!state.over) slot.textContent = heading(game, state);
  else slot.textContent = "over" in slot.dataset ? slot.dataset.saved : "";
}

const field = (form, name, value) =>
  form.querySelector(`[name="${name}"]${value === undefined ? "" : `[value="${value}"]`}`);

// An entry that was tapped on this phone has the fields of a form; once the club has it, they say so.
export const isUnsent = (entry) => Boolean(entry?.fields) && !entry.fields.acknowledged;

function drawForm(root, game, state) {
  const form = root.querySelector("form.hand-form");
  if (!form) return;
  form.hidden = root.querySelector(".special-cases").hidden = state.over;
  field(form, "bid", state.dealer).closest("label").append(form.querySelector(".deals"));
  for (const button of root.querySelectorAll(".special-cases .again button"))
    button.textContent = redeal(game, state.dealer, button.value);
  const hint = form.querySelector(".preview").dataset;
  hint.saved ??= hint.hint;
  hint.hint = state.pending.length ? hintOf(game, state) : hint.saved;
  beginEntry(form, state);
}

// What was made last on this phone, without its notes.
function hintOf(game, state) {
  const lines = state.lines.filter((each) => each.entry);
  const { kind, id, text } = state.pending.at(-1);
  const last = lines.at(-1);
  const isCorrected = (line) =>
    line.entry.uid === id && (isTakenOut(line.entry) || (line !== last && line.number !== null));
  const corrected = kind === "correction" && lines.find(isCorrected);
  const line = corrected || last;
  if (!line?.entry.fields) return game.texts.hint;
  const hand = corrected ? text : numbered(game, { ...line, entry: { ...line.entry, fields: {} } });
  if (!isUnsent(line.entry)) return fill(game.texts.saved, { hand });
  return fill(game.texts.saved_but, { hand: hand.replace(/\.$/, ""), why: game.texts.waiting });
}

// The form is for the next entry: if that is another one than before, its choices are cleared.
function beginEntry(form, { position, sheet }) {
  field(form, "after").value = sheet.entries.at(-1)?.uid ?? "";
  if (field(form, "number").value === String(position)) return;
  delete form.dataset.touched;
  field(form, "number").value = position;
  const chosen = { contract: "high", counter: "first" };
  for (const each of form.elements) {
    const value = chosen[each.name] ?? "";
    if (each.type === "radio") each.checked = each.value === value;
    else if (each.matches("select")) each.value = value;
  }
}

// A correction is made of the entry as it is by now; of the saved one again, once the club has said of another that it
// changes nothing. A hand entered at its place after an undo is not corrected here: the club refuses it.
function drawCorrection(state) {
  const form = document.querySelector("form.hand-form");
  const entry = state.sheet.entries[form.dataset.correcting - 1];
  if (entry && firstUid(entry) === form.dataset.corrects) field(form, "replaces").value = entry.uid;
}

function drawUndo(root, game, state) {
  const form = root.querySelector("form.undo");
  if (!form) return;
  form.hidden = !state.last;
  if (!state.last) return;
  field(form, "last").value = state.last.uid;
  form.querySelector(".undo-label").textContent = undoLabel(game, state);
}

function drawSheet(root, game, state) {
  const sheet = root.querySelector(".score-sheet");
  const list = sheet.querySelector(".entries");
  for (const made of list.querySelectorAll(".waiting")) made.remove();
  const saved = new Map([...list.children].map((each) => [each.dataset.key, each]));
  const shown = new Set(state.lines.map(({ key }) => key));
  for (const [key, each] of saved) each.hidden = !shown.has(key);
  // The newest line is the first. What is in its place stays there: a line that is moved loses the focus.
  let older = null;
  for (const line of state.lines) {
    const item = saved.get(line.key) ?? waitingLine(game, line);
    renumber(item, line);
    item.classList.toggle("after-end", !line.counts);
    const score = line.counts ? points(sidesInOrder(game).map((side) => line.totals[side])) : "";
    const after = item.querySelector(".after");
    if (after.textContent !== score) after.textContent = score;
    if (item.parentNode !== list || nextShown(item) !== older) list.insertBefore(item, older);
    older = item;
  }
  sheet.hidden = !state.lines.length;
}

// A hand that is taken out or put back on this phone changes the numbers of those after it.
function renumber(item, line) {
  const slot = item.querySelector(".number");
  const old = slot.textContent;
  const now = String(line.number ?? "");
  if (old === now) return;
  slot.textContent = now;
  const link = item.querySelector("a.line");
  if (old && now) link?.setAttribute("aria-label", link.getAttribute("aria-label").replace(old, now));
}

function nextShown(item) {
  let next = item.nextElementSibling;
  while (next?.hidden) next = next.nextElementSibling;
  return next;
}

function waitingLine(game, line) {
  const { bid, kind, result, gains, notes, before } = described(game, line.entry);
  const details = element("small", "");
  if (result) details.append(element("span", kind, result), " · ");
  const waiting = isUnsent(line.entry) && game.texts.waiting;
  const more = [gains, notes, waiting].filter(Boolean).join(" · ");
  if (before) details.append(element("s", "", before), more && " · ");
  details.append(more);
  const what = element("span", "what", bid, " ", details);
  const item = element("li", "waiting");
  item.dataset.key = line.key;
  item.classList.toggle("unsent", Boolean(waiting));
  item.append(element("div", "line", element("span", "number", line.number ?? ""), what, element("span", "after")));
  return item;
}

function drawEnd(root, game, state) {
  root.querySelector(".end.waiting")?.remove();
  // The bell has nothing to say to a game that is over.
  root.querySelector(".bell")?.toggleAttribute("hidden", state.over);
  const saved = root.querySelector(".end");
  if (saved && !game.stopped && !game.locked) {
    saved.hidden = !state.over;
    if (state.over) saved.querySelector("h1").replaceChildren(...withWholeScores(verdict(game, state)));
  } else if (!saved && state.over) {
    const made = element("section", "end stack waiting");
    const isSent = state.pending.every(({ fields }) => fields.acknowledged);
    const title = element("h1", "", ...withWholeScores(verdict(game, state)));
    made.append(title, element("p", "", isSent ? "" : game.texts.end_waiting));
    root.querySelector("form.hand-form").before(made);
  }
}

// While the next game waits to be started, no other one is offered.
function drawAgain(root, game, { pending }) {
  const slot = root.querySelector(".again-waits");
  if (!slot) return;
  const again = pending.find(({ kind }) => kind === "again");
  root.querySelector(".play-again").hidden = Boolean(again);
  slot.hidden = !again;
  if (again) slot.querySelector("b").textContent = `${again.text} · ${game.texts.waiting}`;
}
