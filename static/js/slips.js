// Results from paper, typed one after the other: each is sent while the next is typed. Without this script it is a
// plain form.
import { send } from "./desk.js";

const form = document.querySelector("form.quick");
const answer = document.getElementById("answer");
const fields = [...form.querySelectorAll("input:not([type=hidden])")];
const needed = fields.filter((field) => field.required);
const stars = fields.filter((field) => !field.required);
const labels = [...form.querySelectorAll("[data-side]")];
const plain = labels.map((label) => label.textContent.trim());
const typed = (data) => `table ${data.get("table")}, ${data.get("first")}–${data.get("second")}`;

// After the table's number come the names of both pairs, and the stars that a pad knows.
function showTable() {
  const number = fields[0].value.trim();
  const card = number ? document.querySelector(`#tables [data-number="${CSS.escape(number)}"]`) : null;
  const names = card ? [...card.querySelectorAll(".score-row .mark")] : [];
  labels.forEach((label, side) => (label.textContent = names[side]?.textContent.trim() ?? plain[side]));
  const known = card?.dataset.stars?.split(".") ?? [];
  stars.forEach((field, side) => (field.value = known[side] ?? ""));
}

// What is filled in differs from the default, so it counts as typed: party.js does not go on to another round with it.
function fill(data) {
  for (const field of fields) {
    field.defaultValue = "";
    field.value = data?.get(field.name) ?? "";
  }
  if (!data) showTable();
  fields[0].focus();
}

fields[0].addEventListener("input", showTable);
// A phone shows its keyboard only for a field that gets the focus while it is tapped.
document.querySelector(".to-slips a")?.addEventListener("click", (event) => {
  event.preventDefault();
  fields[0].focus();
});
// Enter goes on to the next empty field, and saves from the last.
form.addEventListener("keydown", (event) => {
  const next = needed.find((field) => field.value.trim() === "");
  if (event.key !== "Enter" || !next || next === event.target) return;
  event.preventDefault();
  next.focus();
});

document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (target !== form && !("slip" in target.dataset)) return;
  event.preventDefault();
  const data = new FormData(target);
  send(target, submitter, typed(data));
  // What was asked about this table before is answered by it.
  for (const notice of answer.querySelectorAll("[data-slip]")) {
    if (notice.elements.table.value.trim() === data.get("table").trim()) notice.remove();
  }
  if (target === form) fill();
  else target.remove();
});
// A question that is open is not left by a button elsewhere on the page without being asked.
addEventListener("beforeunload", (event) => answer.querySelector("[data-slip]") && event.preventDefault());
document.body.addEventListener("unsaved", ({ detail }) => {
  if (needed.every((field) => field.value === "")) fill(detail.fields);
});
answer.addEventListener("click", (event) => {
  const notice = event.target.closest("[data-slip]");
  if (!notice || !event.target.closest("[data-correct], [data-close]")) return;
  event.preventDefault();
  notice.remove();
  fill(event.target.closest("[data-correct]") && new FormData(notice));
});
document.body.addEventListener("live:after", () => document.activeElement === fields[0] && showTable());
// A page with what is asked about, or on its way to the club, stays.
document.body.addEventListener("leaving", (event) => {
  if (answer.matches(".htmx-request, :has([data-slip])")) event.preventDefault();
});
