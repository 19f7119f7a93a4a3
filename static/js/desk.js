// What a page of the desk sends with htmx. A refusal is shown where answers go. Without an answer of the club nothing
// was saved: the page says so, and an `unsaved` event lets its script put back what was typed.
const { body } = document;
const answer = document.getElementById("answer");
let sending = Promise.resolve();
let sent;

const isSent = ({ detail }) => detail.requestConfig?.verb === "post";

function fail({ detail }, text = answer.dataset.unsaved) {
  const { elt } = detail.requestConfig;
  const { what, form, fields } = elt === answer ? sent : { what: elt.closest("li").textContent.trim() };
  body.dispatchEvent(new CustomEvent("unsaved", { detail: { form, fields } }));
  const notice = document.createElement("p");
  notice.className = "notice error";
  notice.setAttribute("role", "alert");
  notice.textContent = text.replace("{what}", () => what);
  answer.prepend(notice);
  notice.scrollIntoView({ block: "nearest" });
}

for (const name of ["sendError", "timeout"]) {
  body.addEventListener(`htmx:${name}`, (event) => isSent(event) && fail(event));
}

// Other networks answer in place of the club; and who is signed out gets another page.
body.addEventListener("htmx:beforeOnLoad", (event) => {
  if (!isSent(event)) return;
  const { xhr, requestConfig } = event.detail;
  const isOfClub = xhr.getResponseHeader("Answered-By") === "whistclub" && xhr.status < 500;
  const isHere = new URL(xhr.responseURL).pathname === new URL(requestConfig.path, location.href).pathname;
  if (isOfClub && isHere && xhr.status !== 403) return;
  event.preventDefault();
  fail(event, isOfClub ? answer.dataset.signedOut : undefined);
});

body.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  if (!isSent(event)) return;
  if (detail.xhr.status < 400) {
    // What was done before is no longer the last thing that can be undone.
    for (const notice of document.querySelectorAll("[data-done]")) notice.remove();
    return;
  }
  Object.assign(detail, { shouldSwap: true, isError: false, target: answer, swapOverride: "afterbegin" });
});

body.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target === answer) answer.firstElementChild?.scrollIntoView({ block: "nearest" });
});

// What was saved is news for what follows on this page (static/js/live.js).
body.addEventListener("htmx:afterOnLoad", (event) => isSent(event) && body.dispatchEvent(new CustomEvent("changed")));

// Sends a form in the order of the taps. Its answer goes before those that are there.
export function send(form, submitter, what = submitter?.textContent.trim()) {
  const fields = new FormData(form, submitter);
  const values = Object.fromEntries([...new Set(fields.keys())].map((name) => [name, fields.getAll(name)]));
  const path = submitter?.hasAttribute("formaction") ? submitter.formAction : form.action;
  sending = sending
    .then(() => {
      sent = { what, form, fields };
      return htmx.ajax("POST", path, { source: answer, values, swap: "afterbegin" });
    })
    .catch(() => {});
}
