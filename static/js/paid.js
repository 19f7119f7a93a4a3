// Who has paid: a tap shows at once, and the last answer brings the card of the pot. Without this script every tap is
// a plain form.
import { isWaiting, put, start } from "./queue.js";

function tick({ person }, paid) {
  const button = person && document.getElementById(person);
  if (!button) return;
  button.setAttribute("aria-pressed", paid);
  button.name = paid ? "unpaid" : "paid";
  button.querySelector(".tick").textContent = paid ? "✓" : "";
}

const show = (job) => tick(job, job.paid);
const back = (job) => tick(job, !job.paid);

function take(job, { ok, body }) {
  if (!ok) {
    back(job);
    document.getElementById("pot-refusal").replaceChildren(...body.children);
  } else if (!isWaiting(() => true)) {
    const focused = document.activeElement?.id;
    document.getElementById("pot").replaceWith(...body.children);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("#pot form");
  if (!form) return;
  event.preventDefault();
  const { id: person, name, value, textContent } = event.submitter;
  const data = new FormData(form);
  data.set(name, value);
  const text = textContent.replace("✓", "").trim();
  put({ action: form.action, data, text, person, paid: name === "paid" });
});
start({ show, back, take });
