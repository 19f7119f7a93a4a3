// Results from paper, typed one after the other: each is sent in the background while the next is typed. What is
// refused is shown with its choices. Without this script it is a plain form.
import { withWholeScores } from "./pad/elements.js";
import { drop, isWaiting, put, start } from "./queue.js";

const form = document.querySelector("form.quick");
const fields = ["table", "first", "second"].map((name) => form.elements[name]);
const plain = [...form.querySelectorAll("[data-side]")].map((label) => label.textContent.trim());
const refused = document.getElementById("slips-refused");
const saved = document.getElementById("slip-saved");
// What this page has saved, as its tiles say results ("7.4"), by the number of the table.
const mine = new Map();

// --- Typing ------------------------------------------------------------------------------------------------

const nameOf = (card) => card.dataset.table.toLowerCase();
const cardsOfTables = () => [...document.querySelectorAll("#tables [data-table]")];

// The table whose name is typed, else the one with that number: a name may be the number of another table.
function typedTable(typed = fields[0].value) {
  const table = typed.trim().toLowerCase();
  const cards = cardsOfTables();
  return cards.find((each) => nameOf(each) === table) ?? cards.find((each) => each.dataset.number === table);
}

// After the table's name or number the pairs' names replace “first pair” and “second pair”.
function showPairs() {
  const card = typedTable();
  const names = card ? [...card.querySelectorAll(".score-row .mark")].map((each) => each.textContent.trim()) : plain;
  form.querySelectorAll("[data-side]").forEach((label, side) => {
    label.textContent = names[side] ?? plain[side];
  });
  const typed = fields[0].value.trim();
  const isPart = cardsOfTables().some((each) => nameOf(each).startsWith(typed.toLowerCase()));
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

function fill(values) {
  fields.forEach((field, at) => {
    field.value = field.defaultValue = values[at] ?? "";
  });
  check();
  fields[0].focus();
}

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
  send(form, data);
});

// --- What becomes of it -------------------------------------------------------------------------------------

const nameInText = (table) => (/^\d+$/u.test(table) ? refused.dataset.number.replace("{n}", table) : table);
const typedIn = (data) => fields.map(({ name }) => data.get(name)?.trim() ?? "");

function send({ action }, data) {
  const [table, first, second] = typedIn(data);
  const values = { table: nameInText(table), first, second };
  put({ action, data, text: refused.dataset.slip.replace(/\{(\w+)\}/gu, (_, name) => values[name]) });
}

function take(job, { ok, body }) {
  document.body.dispatchEvent(new CustomEvent("changed"));
  if (ok) {
    // What was done before it is no longer the last thing that can be undone.
    for (const notice of document.querySelectorAll("[data-done]")) notice.remove();
    const [table, ...points] = typedIn(new Map(job.fields));
    mine.set(typedTable(table)?.dataset.number, points.map(numberOf).join("."));
    saved.replaceChildren(...body.children);
    // The page stays where it is once the organiser does something else.
    if (form.contains(document.activeElement)) saved.scrollIntoView({ block: "nearest" });
    return false;
  }
  const notice = body.querySelector("form") ?? reason(body.textContent.trim(), job);
  const decide = () => {
    notice.remove();
    drop((each) => each === job);
    fields[0].focus();
  };
  notice.querySelector("[data-correct]")?.addEventListener("click", () => {
    decide();
    fill(typedIn(new Map(job.fields)));
  });
  notice.querySelector("[data-close]").addEventListener("click", (event) => {
    event.preventDefault();
    decide();
  });
  notice.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(notice);
    if (event.submitter?.name) data.set(event.submitter.name, event.submitter.value);
    decide();
    send(notice, data);
  });
  refused.append(notice);
  notice.scrollIntoView({ block: "nearest" });
  return true;
}

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

// Says which results that this page saved were changed since, on another device or in another window. A table for which
// this page is sending another result is left out.
function reportChanges() {
  for (const card of cardsOfTables()) {
    const { number, result, ruling, title } = card.dataset;
    const typed = mine.get(number);
    if (!typed || result === typed || isWaiting(isTypedFor(card))) continue;
    mine.delete(number);
    const notice = document.getElementById("slip-changed").content.firstElementChild.cloneNode(true);
    const text = notice.querySelector("[data-what]");
    const { what, ruled, none } = text.dataset;
    const values = { table: title, now: ruling ?? score(result), typed: score(typed) };
    const sentence = ruling ? ruled : result ? what : none;
    text.replaceChildren(...withWholeScores(sentence.replace(/\{(\w+)\}/gu, (_, name) => values[name])));
    notice.querySelector("[data-close]").addEventListener("click", () => {
      notice.remove();
      fields[0].focus();
    });
    saved.replaceChildren();
    refused.append(notice);
  }
}

document.body.addEventListener("live:after", ({ detail }) => {
  showPairs();
  if (detail.element?.id === "tables") reportChanges();
});
// After one result comes the next.
if (new URLSearchParams(location.search).has("next")) fields[0].focus();
showPairs();
// The address of a page with tables says which round they are of.
const asksAgainAt = (address) => new URL(address, location.href).searchParams.has("round");
start({ take, asksAgainAt });
