// Check-in: names are typed and people are ticked without waiting. What was done shows at once and is sent in order,
// and again after a lost connection; each answer brings the rows, the numbers and a sentence. Without this script
// everything is a plain form.
// Over 300 lines because the field, the list and what waits to be sent act on one another.
import { fetchFromClub } from "./answers.js";

const PATIENCE = 8000;
const AGAIN = 3000;
const AGAIN_AFTER_ERROR = 1000;
const MOST_ERRORS = 3;
const SENTENCES = 3;
const LIST = /[\n\t,;|•●▪◦]|(?<!\S)·|·(?!\S)/u;
const form = document.getElementById("find-form");
const find = document.getElementById("find");
const found = document.getElementById("found");
const people = document.getElementById("people");
const answer = document.getElementById("answer");
const preview = document.getElementById("preview");
const unsaved = document.getElementById("unsaved");
const signedOut = document.getElementById("signed-out");
const aside = document.getElementById("aside");
const queue = [];
let sending = false;
let timer;
let undecided = "";

const plain = (text) => text.normalize("NFKC").trim().replace(/\s+/gu, " ").toLowerCase();
const buttons = () => [...people.querySelectorAll("button.person")];
const nameOf = (button) => button.querySelector(".who").textContent.trim();
const shown = () => buttons().filter((button) => !button.closest("li").hidden);
const rowNamed = (name) => buttons().find((button) => plain(nameOf(button)) === plain(name));

function sift() {
  const wanted = plain(find.value);
  for (const button of buttons()) button.closest("li").hidden = !plain(nameOf(button)).includes(wanted);
  const same = rowNamed(find.value);
  if (wanted === "") found.textContent = "";
  else if (same) found.textContent = found.dataset.known.replace("{name}", nameOf(same));
  else found.textContent = shown().length ? found.dataset.some : found.dataset.new;
}

function empty() {
  find.value = "";
  sift();
}

function tick(button, isHere) {
  button.setAttribute("aria-pressed", isHere);
  button.name = isHere ? "gone" : "here";
  button.querySelector(".tick").textContent = isHere ? "✓" : "";
}

// --- Sending -----------------------------------------------------------------------------------------------

// A job: where to, what, its name for people, and what to do once it is done, or refused (`undo`).
function put(job) {
  queue.push(job);
  send();
}

async function send() {
  if (sending || queue.length === 0) return;
  clearTimeout(timer);
  sending = true;
  const job = queue[0];
  const response = await post(job);
  const isRefused = response !== undefined && isSignedOut(response);
  const needsSignIn = isRefused && (job.renewed || !(await renewForms()));
  job.renewed = isRefused && !needsSignIn;
  sending = false;
  if (!response || needsSignIn || response.status >= 500) job.data.set("again", "yes");
  if (!response) sendLater(AGAIN);
  else if (response.status >= 500) fail(job);
  else if (!isRefused) {
    queue.shift();
    await take(response, job);
  }
  showUnsaved(!response || response.status >= 500, needsSignIn);
  if (response && response.status < 500 && !needsSignIn) send();
}

function sendLater(pause) {
  timer = setTimeout(send, pause);
}

// Nothing for an answer that did not come, or not from the club.
async function post({ action, data }) {
  try {
    const headers = { "HX-Request": "true" };
    const signal = AbortSignal.timeout(PATIENCE);
    return await fetchFromClub(action, { method: "POST", body: data, headers, signal });
  } catch {
    return undefined;
  }
}

// An answer is never somewhere else, except for somebody who has to sign in.
function isSignedOut(response) {
  return response.redirected || response.status === 401 || response.status === 403;
}

// Who signed in again, in another window, has another token for all forms. False while nobody has.
async function renewForms() {
  const response = await fetchFromClub(location.href, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
  if (!response?.ok || response.redirected) return false;
  const field = "csrfmiddlewaretoken";
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  const token = fresh.querySelector(`#find-form [name=${field}]`)?.value;
  if (!token) return false;
  for (const each of document.querySelectorAll(`[name=${field}]`)) each.value = token;
  for (const { data } of queue) data.set(field, token);
  return true;
}

// What the club cannot do now does not hold up the others: it is put aside, in view.
function fail(job) {
  job.errors = (job.errors ?? 0) + 1;
  if (job.errors < MOST_ERRORS) {
    sendLater(AGAIN_AFTER_ERROR);
    return;
  }
  queue.shift();
  job.errors = 0;
  job.undo?.();
  const notice = aside.querySelector("template").content.firstElementChild.cloneNode(true);
  const text = notice.querySelector("p");
  text.textContent = text.dataset.text.replace("{name}", () => job.label);
  notice.querySelector("button").addEventListener("click", () => {
    notice.remove();
    put(job);
  });
  aside.append(notice);
  sendLater(0);
}

function showUnsaved(failed, needsSignIn) {
  const names = queue.map((job) => job.label).join(", ");
  if (failed || queue.length === 0) unsaved.hidden = queue.length === 0;
  signedOut.hidden = !needsSignIn;
  if (needsSignIn) unsaved.hidden = true;
  for (const text of [unsaved, signedOut.querySelector("p")])
    text.textContent = text.dataset.text.replace("{names}", () => names);
}

async function take(response, job) {
  const leadsTo = response.headers.get("HX-Redirect");
  if (leadsTo) return location.assign(leadsTo);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  if (response.ok) job.done?.();
  else job.undo?.();
  const text = fresh.getElementById("answer") ?? fresh.body;
  say([...text.children], !response.ok);
  // A copy of what the page holds: rows leave it on the way.
  const rest = text === fresh.body ? [] : [...fresh.body.children].filter((each) => each !== text);
  rest.forEach((each) => place(each));
  if (rest.some(({ id }) => id === "preview")) preview.scrollIntoView({ block: "nearest" });
  // The list at the door follows: static/js/live.js.
  document.body.dispatchEvent(new CustomEvent("changed"));
  sift();
}

// The newest first. What asks or refuses stays until somebody has read it.
function say(sentences, stays) {
  for (const each of sentences) if (stays) each.dataset.stays = "";
  answer.prepend(...sentences);
  sentences[0]?.scrollIntoView({ block: "nearest" });
  for (const old of [...answer.querySelectorAll(":scope > :not([data-stays])")].slice(SENTENCES)) old.remove();
}

function place(fresh) {
  const old = document.getElementById(fresh.id);
  const focused = document.activeElement?.id;
  if (fresh.tagName !== "LI") old?.replaceChildren(...fresh.childNodes);
  else if ("gone" in fresh.dataset) old?.remove();
  // A row that was tapped again meanwhile waits for the answer to that tap.
  else if (old && !queue.some((job) => job.row === fresh.id)) old.replaceWith(fresh);
  else if (!old) people.querySelector(".roster").prepend(fresh);
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

// --- Typing ------------------------------------------------------------------------------------------------

function add(typed) {
  const data = new FormData(form);
  // A list that is not decided yet becomes longer.
  if (LIST.test(typed)) undecided += `${typed}\n`;
  data.set("names", LIST.test(typed) ? undecided : typed);
  const row = rowNamed(typed);
  const came = row?.getAttribute("aria-pressed") === "false";
  if (came) tick(row, true);
  put({ action: form.action, data, label: typed.trim(), undo: () => came && tick(row, false) });
}

find.addEventListener("input", sift);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  // Enter in the empty field checks in the list that is shown.
  if (find.value.trim()) add(find.value);
  else preview.querySelector("form")?.requestSubmit();
  empty();
  find.focus();
});
// A field of one line would join the lines of a list.
find.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text");
  if (!/[\n\t]/u.test(text.trim())) return;
  event.preventDefault();
  add(find.value + text);
  empty();
});
find.addEventListener("keydown", (event) => {
  if (event.key === "Escape") empty();
  if (event.key !== "ArrowDown" || shown().length === 0) return;
  event.preventDefault();
  shown()[0].focus();
});

// A list that is not checked in goes back to where it can be changed.
function correct() {
  const many = document.getElementById("many");
  many.value = preview.querySelector("[name=names]").value;
  many.closest("details").open = true;
  decide();
}

function decide() {
  preview.replaceChildren();
  undecided = "";
}

// Letters are a name wherever somebody tapped before; here they are no shortcuts (static/js/keys.js).
document.addEventListener(
  "keydown",
  (event) => {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey || !/^\p{L}$/u.test(key) || target.closest("input, textarea, dialog")) return;
    event.stopPropagation();
    find.focus();
  },
  { capture: true },
);

// --- The list ----------------------------------------------------------------------------------------------

people.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (event.key === "Escape") find.focus();
  if (!step) return;
  event.preventDefault();
  const at = shown().indexOf(document.activeElement) + step;
  (shown()[at] ?? find).focus();
});
people.addEventListener("submit", (event) => event.preventDefault());
people.addEventListener("click", (event) => {
  const button = event.target.closest("button.person");
  if (!button) return;
  const wasHere = button.getAttribute("aria-pressed") === "true";
  // What was typed only ever checks somebody in.
  const isTyped = find.value.trim() !== "";
  if (!(isTyped && wasHere)) {
    const data = new FormData(people);
    data.set(button.name, button.value);
    tick(button, !wasHere);
    const undo = () => tick(document.getElementById(button.id) ?? button, wasHere);
    put({ action: people.action, data, label: nameOf(button), row: button.closest("li").id, undo });
  }
  if (!isTyped) return;
  empty();
  find.focus();
});

// --- Other forms -------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const other = event.target.closest("form[data-queued]");
  if (!other) return;
  event.preventDefault();
  const isPreview = Boolean(other.closest("#preview"));
  const done = () => {
    if (isPreview) decide();
    else if (other.querySelector("textarea")) other.reset();
    else other.closest(".notice")?.remove();
  };
  put({
    action: other.action,
    data: new FormData(other),
    label: other.dataset.queued || other.querySelector("button").textContent.trim(),
    done,
  });
  if (other.closest("#preview, #answer")) find.focus();
});
document.addEventListener("click", (event) => {
  const closing = event.target.closest("[data-close]");
  if (!closing) return;
  event.preventDefault();
  if (!closing.closest("#preview")) closing.closest(".notice").remove();
  else if (preview.querySelector("form")) return correct();
  find.focus();
});
document.getElementById("tables")?.addEventListener("change", (event) => event.target.form.requestSubmit());
signedOut.querySelector("button").addEventListener("click", send);
for (const event of ["online", "focus"]) addEventListener(event, send);
addEventListener("beforeunload", (event) => {
  if (queue.length || aside.querySelector(".notice")) event.preventDefault();
});
sift();
if (matchMedia("(hover: hover)").matches) find.focus();
