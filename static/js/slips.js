// Results from paper, typed one after the other: each is sent in the background while the next is typed. What is
// refused is shown with its choices. Without this script it is a plain form.
import { withWholeScores } from "./whole-scores.js";
import { askAgain, drop, isWaiting, put, start } from "./queue.js";

const form = document.querySelector("form.quick");
const fields = ["table", "first", "second"].map((name) => form.elements[name]);
const plain = [...form.querySelectorAll("[data-side]")].map((label) => label.textContent.trim());
const refused = document.getElementById("slips-refused");
const saved = document.getElementById("slip-saved");
// What this page has saved, as its tiles say results ("7.4"), by the number of the table.
const mine = new Map();
// What is asked of the person, by the job that it is about.
const questions = new Map();

// --- Typing ------------------------------------------------------------------------------------------------

const cardsOfTables = () => [...document.querySelectorAll("#tables [data-number]")];

function typedTable(typed = fields[0].value) {
  return cardsOfTables().find((each) => each.dataset.number === typed.trim());
}

// After the table's number the pairs' names replace “first pair” and “second pair”.
function showPairs() {
  const card = typedTable();
  const names = card ? [...card.querySelectorAll(".score-row .mark")].map((each) => each.textContent.trim()) : plain;
  form.querySelectorAll("[data-side]").forEach((label, side) => {
    label.textContent = names[side] ?? plain[side];
  });
  const typed = fields[0].value.trim();
  const isPart = cardsOfTables().some((each) => each.dataset.number.startsWith(typed));
  fields[0].setCustomValidity(card || isPart ? "" : form.dataset.noTable.replace("{n}", typed));
}

const numberOf = (points) => Number(points.trim().replace("−", "-"));

// What the rules of its game cannot bring is refused here already, by the limits and sentences of the page.
function checkPoints(field) {
  const { tooLow, tooHigh } = form.dataset;
  const { least, most } = typedTable()?.dataset ?? {};
  const points = numberOf(field.value);
  const isHigh = Boolean(most) && points > Number(most);
  const isLow = Boolean(least) && points < Number(least);
  field.setCustomValidity(isHigh ? tooHigh.replace("{points}", points).replace("{most}", most) : isLow ? tooLow : "");
}

function check() {
  showPairs();
  fields.slice(1).forEach(checkPoints);
  const wrong = fields.find((field) => field.validity.customError);
  const problem = form.querySelector("[data-problem]");
  problem.hidden = !wrong;
  problem.textContent = wrong?.validationMessage ?? "";
}

// What is filled in counts as typed: the page does not go on to another round with it.
function fill(values) {
  fields.forEach((field, at) => {
    field.defaultValue = "";
    field.value = values[at] ?? "";
  });
  check();
  fields[0].focus();
}

// A phone shows its keyboard only for a field that gets the focus while it is tapped.
document.querySelector(".to-slips a")?.addEventListener("click", (event) => {
  event.preventDefault();
  fields[0].focus();
});
form.addEventListener("input", check);
// Enter goes on to the next empty field, and saves from the last.
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  const next = fields.find((field) => field.value.trim() === "");
  if (!next || next === event.target) return;
  event.preventDefault();
  next.focus();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const data = new FormData(form);
  fill([]);
  // What was asked of the person before this one is answered by it.
  form.querySelector(".notice")?.remove();
  send(form.action, data);
});

// --- What becomes of it -------------------------------------------------------------------------------------

const typedIn = (data) => fields.map(({ name }) => data.get(name)?.trim() ?? "");

function send(action, data, text) {
  const [table, first, second] = typedIn(data);
  const values = { table: refused.dataset.number.replace("{n}", table), first, second };
  const slip = text ?? refused.dataset.slip.replace(/\{(\w+)\}/gu, (_, name) => values[name]);
  put({ action, data, text: slip, typedAt: Date.now() });
}

const fieldsOf = (job) => new Map(job.fields);
const pathOf = ({ action }) => new URL(action).pathname;
const isOfThisRound = (job) => pathOf(job) === pathOf(form);
const slipOf = (job) => typedIn(fieldsOf(job));
const isOfSameTable = (job) => (other) => pathOf(other) === pathOf(job) && slipOf(other)[0] === slipOf(job)[0];
const isSameSlip = (job) => (other) => pathOf(other) === pathOf(job) && String(slipOf(other)) === String(slipOf(job));

function take(job, { ok, body }) {
  document.body.dispatchEvent(new CustomEvent("changed"));
  if (job.isUndo) {
    saved.replaceChildren(...body.children);
    return false;
  }
  const question = questions.get(job);
  questions.delete(job);
  if (ok) {
    question?.remove();
    takeSaved(job, body);
    return false;
  }
  ask(job, body, question);
  return true;
}

function takeSaved(job, body) {
  // What was done before it is no longer the last thing that can be undone.
  for (const notice of document.querySelectorAll("[data-done]")) notice.remove();
  const [table, ...points] = typedIn(fieldsOf(job));
  const number = (isOfThisRound(job) && typedTable(table)?.dataset.number) || "";
  if (!fieldsOf(job).has("keeps")) mine.set(number, points.map(numberOf).join("."));
  Object.assign(saved.dataset, { number, slip: job.text });
  for (const other of [...questions.keys()].filter(isOfSameTable(job))) {
    // Where nothing is asked, this slip is the corrected one.
    if (!questions.get(other).matches("form") && other.typedAt < job.typedAt) close(other);
    else askAgain(other);
  }
  saved.replaceChildren(...body.children);
  // The page stays where it is once the organiser does something else.
  if (form.contains(document.activeElement)) saved.scrollIntoView({ block: "nearest" });
}

function close(job) {
  questions.get(job)?.remove();
  questions.delete(job);
  drop((each) => each === job);
}

// Where a question closes, the page moves up: the second tap of a double one would hit what stands there then.
const DOUBLE_TAP = 1000;
let decidedAt = -DOUBLE_TAP;

document.addEventListener(
  "click",
  (event) => {
    if (event.detail < 2 || event.timeStamp - decidedAt > DOUBLE_TAP) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// In place of the same question as it was before, or of one about the same slip.
function ask(job, body, before) {
  // What a person was asked about is never saved without them.
  if (!fieldsOf(job).has("asks")) job.fields.push(["asks", "yes"]);
  const notice = body.querySelector("form.conflict") ?? reason(body.textContent.trim(), job);
  // What was typed for another round is never put into the form of this one. After the end there is none.
  if (!isOfThisRound(job) || form.hidden) notice.querySelector("[data-correct]")?.remove();
  const [same, earlier] = [...questions].find(([other]) => isSameSlip(job)(other)) ?? [];
  questions.delete(same);
  drop((each) => each === same);
  const old = before ?? earlier;
  const decide = () => {
    decidedAt = performance.now();
    close(job);
    fields[0].focus();
  };
  notice.querySelector("[data-correct]")?.addEventListener("click", () => {
    decide();
    fill(typedIn(fieldsOf(job)));
  });
  notice.querySelector("[data-close]")?.addEventListener("click", (event) => {
    event.preventDefault();
    decide();
  });
  notice.addEventListener("submit", (event) => {
    event.preventDefault();
    const { submitter } = event;
    const data = new FormData(notice);
    if (submitter.name) data.set(submitter.name, submitter.value);
    decide();
    send(submitter.hasAttribute("formaction") ? submitter.formAction : notice.action, data, submitter.dataset.slip);
  });
  questions.set(job, notice);
  if (old) {
    const isAt = old.contains(document.activeElement);
    old.replaceWith(notice);
    if (isAt) notice.querySelector("button").focus();
  } else {
    // What is said there is about the slip before.
    saved.replaceChildren();
    refused.append(notice);
  }
  notice.scrollIntoView({ block: "nearest" });
}

// What was typed since stays, and so does the place in it.
saved.addEventListener("submit", (event) => {
  event.preventDefault();
  const { target } = event;
  const text = refused.dataset.undo.replace("{slip}", () => saved.dataset.slip);
  mine.delete(saved.dataset.number);
  saved.replaceChildren();
  put({ action: target.action, data: new FormData(target), text, isUndo: true });
  (fields.find((field) => field.value.trim() === "") ?? fields[0]).focus();
});

function reason(sentence, { text }) {
  const notice = document.getElementById("slip-refused").content.firstElementChild.cloneNode(true);
  const what = refused.dataset.refused.replace("{slip}", () => text);
  notice.querySelector("[data-what]").replaceChildren(...withWholeScores(what));
  notice.querySelector("[data-why]").replaceChildren(...withWholeScores(sentence));
  return notice;
}

// --- What others change -------------------------------------------------------------------------------------

const isTypedFor = (card) => (job) => typedTable(typedIn(new Map(job.fields))[0]) === card;

// "7.4" as people read it.
const score = (points) => points.replace(".", "–").replaceAll("-", "−");

// The notices about such changes, by the number of the table.
const reports = new Map();

// Says which results that this page saved were changed since, on another device or in another window. A table for which
// this page is sending another result is left out.
function reportChanges() {
  for (const card of cardsOfTables()) {
    const { number, result, ruling, title } = card.dataset;
    const typed = mine.get(number);
    if (reports.get(number)?.dataset.result === result || isWaiting(isTypedFor(card))) continue;
    reports.get(number)?.remove();
    reports.delete(number);
    if (!typed || result === typed) continue;
    const notice = document.getElementById("slip-changed").content.firstElementChild.cloneNode(true);
    const text = notice.querySelector("[data-what]");
    const { what, ruled, none } = text.dataset;
    const values = { table: title, now: ruling ?? score(result), typed: score(typed) };
    const sentence = ruling ? ruled : result ? what : none;
    text.replaceChildren(...withWholeScores(sentence.replace(/\{(\w+)\}/gu, (_, name) => values[name])));
    notice.querySelector("[data-close]").addEventListener("click", () => {
      mine.delete(number);
      reports.delete(number);
      notice.remove();
      fields[0].focus();
    });
    notice.dataset.result = result;
    reports.set(number, notice);
    saved.replaceChildren();
    refused.append(notice);
  }
}

// Asks again where the result of a table is another one than the question says.
function askWhereChanged() {
  for (const [job, notice] of questions) {
    const { knows } = notice.dataset;
    const card = isOfThisRound(job) && typedTable(typedIn(fieldsOf(job))[0]);
    if (card && knows !== undefined && knows !== card.dataset.result && job.state) askAgain(job);
  }
}

document.body.addEventListener("live:after", ({ detail }) => {
  showPairs();
  if (detail.element?.id !== "tables") return;
  reportChanges();
  askWhereChanged();
});
// After one result comes the next.
if (new URLSearchParams(location.search).has("next")) fields[0].focus();
showPairs();
// The address of a page with tables says which round they are of.
const asksAgainAt = (address) => new URL(address, location.href).searchParams.has("round");
start({ take, asksAgainAt });
