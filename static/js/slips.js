// Results from paper, typed one after the other: each is sent in the background, in order, and again after a lost
// connection, while the next is typed. What is not saved is shown. Without this script it is a plain form.
import { fetchFromClub } from "./answers.js";

const PATIENCE = 8000;
const AGAIN = 2000;
// A result that is saved sooner is not announced as waiting.
const SOON = 1000;
const form = document.querySelector("form.quick");
const fields = ["table", "first", "second"].map((name) => form.elements[name]);
const plain = [...form.querySelectorAll("[data-side]")].map((label) => label.textContent.trim());
const waiting = document.getElementById("slips-waiting");
const refused = document.getElementById("slips-refused");
const saved = document.getElementById("slip-saved");
const queue = [];
let sending = false;

// --- Typing ------------------------------------------------------------------------------------------------

const nameOf = (card) => card.dataset.table.toLowerCase();
const cardsOfTables = () => [...document.querySelectorAll("#tables [data-table]")];

// The table whose name is typed, else the one with that number: a name may be the number of another table.
function typedTable() {
  const table = fields[0].value.trim().toLowerCase();
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

// What the rules of its game cannot bring is refused here already, by the limits and sentences of the page.
function checkPoints(field) {
  const { tooLow, tooHigh } = form.dataset;
  const { least, most } = typedTable()?.dataset ?? {};
  const points = Number(field.value.trim().replace("−", "-"));
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
  put({ action: form.action, data });
});

// --- Sending -----------------------------------------------------------------------------------------------

function textOf({ data }) {
  const [table, first, second] = fields.map(({ name }) => data.get(name).trim());
  const { number, slip } = waiting.dataset;
  const title = /^\d+$/u.test(table) ? number.replace("{n}", table) : table;
  return slip.replace("{table}", title).replace("{first}", first).replace("{second}", second);
}

function showWaiting(text) {
  waiting.hidden = queue.length === 0;
  waiting.textContent = text.replace("{slips}", queue.map(textOf).join("; "));
}

function put(slip) {
  queue.push(slip);
  if (!waiting.hidden) showWaiting(waiting.dataset.waiting);
  send();
}

async function send() {
  if (sending || queue.length === 0) return;
  sending = true;
  const late = setTimeout(() => showWaiting(waiting.dataset.waiting), waiting.hidden ? SOON : PATIENCE);
  const answer = await post(queue[0]);
  clearTimeout(late);
  sending = false;
  document.dispatchEvent(new CustomEvent("connection", { detail: Boolean(answer) }));
  if (answer) {
    take(answer, queue.shift());
    if (!waiting.hidden) showWaiting(waiting.dataset.waiting);
    send();
  } else {
    showWaiting(waiting.dataset.again);
    setTimeout(send, AGAIN);
  }
}

// None for an answer that did not come, or is not about the result: a server that fails, a page to sign in.
async function post({ action, data }) {
  try {
    const headers = { "HX-Request": "true" };
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetchFromClub(action, { method: "POST", body: data, headers, signal });
    if (response.status >= 500 || response.redirected) return undefined;
    const { body } = new DOMParser().parseFromString(await response.text(), "text/html");
    return { ok: response.ok, body };
  } catch {
    return undefined;
  }
}

function take({ ok, body }, slip) {
  document.body.dispatchEvent(new CustomEvent("changed"));
  if (ok) return saved.replaceChildren(...body.children);
  const notice = body.querySelector("form") ?? reason(body.textContent.trim(), slip);
  notice.querySelector("[data-correct]")?.addEventListener("click", () => {
    notice.remove();
    fill(fields.map(({ name }) => slip.data.get(name)));
  });
  refused.append(notice);
  notice.scrollIntoView({ block: "nearest" });
}

function reason(sentence, slip) {
  const notice = document.getElementById("slip-refused").content.firstElementChild.cloneNode(true);
  notice.querySelector("[data-what]").textContent = waiting.dataset.refused.replace("{slip}", textOf(slip));
  notice.querySelector("[data-why]").textContent = sentence;
  return notice;
}

// --- What was refused --------------------------------------------------------------------------------------

refused.addEventListener("click", (event) => {
  const closing = event.target.closest("[data-close]");
  if (!closing) return;
  event.preventDefault();
  closing.closest(".notice").remove();
  fields[0].focus();
});
refused.addEventListener("submit", (event) => {
  event.preventDefault();
  const data = new FormData(event.target);
  if (event.submitter?.name) data.set(event.submitter.name, event.submitter.value);
  event.target.remove();
  fields[0].focus();
  put({ action: event.target.action, data });
});

addEventListener("online", send);
addEventListener("beforeunload", (event) => {
  if (queue.length) event.preventDefault();
});
document.body.addEventListener("leaving", (event) => {
  if (queue.length || refused.children.length) event.preventDefault();
});
document.body.addEventListener("live:after", showPairs);
// After one result comes the next.
if (new URLSearchParams(location.search).has("next")) fields[0].focus();
showPairs();
