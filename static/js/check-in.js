// Check-in: names are typed and people are ticked without waiting. What was done shows at once; each answer brings the
// rows, the numbers and a sentence. Without this script everything is a plain form.
import { fetchFromClub } from "./answers.js";
import { drop, isWaiting, put, start } from "./queue.js";

const SENTENCES = 3;
// How long typing rests before the server is asked, in milliseconds.
const PAUSE = 200;
const LIST = /[\n\t,;|•●▪◦]|(?<!\S)·|·(?!\S)/u;
// "Ann & Bob Larson" can be read in two ways: it is shown first, as a list is.
const COUPLE = /^\s*\S+(?:\s+\p{L}\.?)?\s*(?:[&+/]|\sw\/|\s(?:and|with)\s)\s*\S+\s+\S/iu;
const form = document.getElementById("find-form");
const find = document.getElementById("find");
const found = document.getElementById("found");
const people = document.getElementById("people");
const answer = document.getElementById("answer");
const preview = document.getElementById("preview");
// Lists that are neither checked in nor put back to be changed, as fields: each as it was typed, how lines are read.
let undecided = [];

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

// Of a long roster the server sends the names that fit; the last that was typed counts.
let sought = 0;
let settled = 0;
async function seek() {
  const listing = document.getElementById("listing");
  if (!listing.dataset.part) return;
  const mine = (sought += 1);
  await new Promise((done) => setTimeout(done, PAUSE));
  if (mine !== sought) return;
  const address = `${listing.dataset.part}?${new URLSearchParams({ names: find.value })}`;
  const response = await fetchFromClub(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  const text = response?.ok ? await response.text() : "";
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("listing");
  if (mine !== sought) return;
  settled = mine;
  if (!fresh) return;
  // A row whose tap is not answered yet stays as it is.
  for (const row of listing.querySelectorAll("li")) {
    if (isWaiting((job) => job.row === row.id)) fresh.querySelector(`#${row.id}`)?.replaceWith(row);
  }
  listing.replaceChildren(...fresh.childNodes);
  sift();
}

function empty() {
  find.value = "";
  sift();
  seek();
}

function tick(button, isHere) {
  button.setAttribute("aria-pressed", isHere);
  button.name = isHere ? "gone" : "here";
  button.querySelector(".tick").textContent = isHere ? "✓" : "";
}

// --- Answers -----------------------------------------------------------------------------------------------

// A job may have a `row`, with `isHere` as it was tapped; it may be `typed` in the field, a list, or decide about one.
const rowOf = ({ row }) => document.getElementById(row)?.querySelector("button");
const show = (job) => rowOf(job) && tick(rowOf(job), job.isHere);
const back = (job) => rowOf(job) && tick(rowOf(job), !job.isHere);

function take(job, { ok, leadsTo, body }) {
  if (leadsTo) return location.assign(leadsTo);
  if (ok) job.done?.();
  else back(job);
  if (ok && job.decides) decide();
  else if (!ok && job.typed) giveBack(job);
  const text = body.querySelector("#answer") ?? body;
  say([...text.children], !ok);
  // A copy of what the page holds: rows leave it on the way.
  const rest = text === body ? [] : [...body.children].filter((each) => each !== text);
  rest.forEach((each) => place(each));
  const isPreview = rest.some(({ id }) => id === "preview");
  if (isPreview) preview.scrollIntoView({ block: "nearest" });
  // The list at the door follows: static/js/live.js.
  document.body.dispatchEvent(new CustomEvent("changed"));
  sift();
  // The list that is under way may be older than this answer.
  if (settled !== sought) seek();
  if (job.isList && ok) undecided = isPreview ? listIn(new FormData(preview.querySelector("form"))) : [];
  return isPreview;
}

const listIn = (fields) => [...fields].filter(([name]) => ["names", "readings", "reading"].includes(name));
const textsOf = (fields) => [...fields].filter(([name]) => name === "names").map(([, text]) => text.trim());

// What was refused can be changed where it was typed.
function giveBack(job) {
  if (job.isList) return correct(textsOf(job.fields));
  if (find.value) return;
  find.value = job.typed;
  find.select();
}

// The newest first. What asks or refuses stays until somebody has read it, all of a kind in one notice.
function say(sentences, stays) {
  for (const each of sentences) {
    if (stays) each.dataset.stays = "";
    const same = [...answer.children].find((old) => "stays" in each.dataset && isLike(each, old));
    if (!same) continue;
    const text = each.querySelector("p").textContent;
    const others = [...same.querySelectorAll("p")].filter(({ textContent }) => textContent !== text);
    each.querySelector("p").after(...others);
    same.remove();
  }
  answer.prepend(...sentences);
  sentences[0]?.scrollIntoView({ block: "nearest" });
  for (const old of [...answer.querySelectorAll(":scope > :not([data-stays])")].slice(SENTENCES)) old.remove();
}

const isLike = (one, other) => "stays" in other.dataset && one.matches(".notice") && one.className === other.className;

// Who was found and is here already can leave with one tap.
function sayHere(button) {
  const notice = document.getElementById("is-here").content.firstElementChild.cloneNode(true);
  const text = notice.querySelector("p");
  text.textContent = text.dataset.text.replace("{name}", () => nameOf(button));
  notice.querySelector("[name=gone]").value = button.value;
  say([notice]);
}

function place(fresh) {
  const old = document.getElementById(fresh.id);
  const focused = document.activeElement?.id;
  if (fresh.tagName !== "LI") {
    // Boxes that were ticked and not sent yet stay as they are.
    if ([...(old?.querySelectorAll("[type=checkbox]") ?? [])].some((box) => box.checked !== box.defaultChecked)) return;
    old?.replaceChildren(...fresh.childNodes);
    if (old && "same" in fresh.dataset) old.dataset.same = fresh.dataset.same;
  } else if ("gone" in fresh.dataset) old?.remove();
  // A row that was tapped again meanwhile waits for the answer to that tap.
  else if (old && !isWaiting((job) => job.row === fresh.id)) old.replaceWith(fresh);
  else if (!old) people.querySelector(".roster").prepend(fresh);
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

// --- Typing ------------------------------------------------------------------------------------------------

function add(typed) {
  const data = new FormData(form);
  data.set("names", typed);
  const isList = LIST.test(typed) || COUPLE.test(typed);
  if (isList) lengthen(data);
  const row = rowNamed(typed);
  const came = !isList && row?.getAttribute("aria-pressed") === "false";
  const text = typed.trim();
  put({ action: form.action, data, text, typed, isList, row: came ? row.closest("li").id : "", isHere: true });
}

// A list that is not decided yet becomes longer by the one in `data`.
function lengthen(data) {
  undecided.push(["names", data.get("names")]);
  data.delete("names");
  for (const [name, value] of undecided) data.append(name, value);
  drop((job) => job.isList);
}

find.addEventListener("input", sift);
find.addEventListener("input", seek);
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
function correct(texts) {
  const many = document.getElementById("many");
  many.value = texts.join("\n");
  many.closest("details").open = true;
  decide();
}

function decide() {
  preview.replaceChildren();
  undecided = [];
  drop((job) => job.isList);
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
  // What was typed only ever checks somebody in: who is here already is asked about.
  const isTyped = find.value.trim() !== "";
  // Who is expected and new to the club is added like a typed name; a second tap waits for the answer.
  if ("new" in button.dataset) {
    if (!wasHere) add(button.value);
  } else if (isTyped && wasHere) {
    sayHere(button);
  } else {
    const data = new FormData(people);
    data.set(button.name, button.value);
    put({ action: people.action, data, text: nameOf(button), row: button.closest("li").id, isHere: !wasHere });
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
  const { name, value, textContent } = event.submitter ?? other.querySelector("button");
  // The list that is shown, read in another way, takes its place.
  const isReading = name === "reading";
  const isList = isReading || Boolean(other.querySelector("textarea"));
  const data = new FormData(other);
  if (name) data.set(name, value);
  if (isReading) {
    decide();
    undecided = listIn(data);
  } else if (isList) lengthen(data);
  put({
    action: other.action,
    data,
    text: other.dataset.queued || textContent.trim(),
    typed: isList ? textsOf(data).join("\n") : "",
    isList,
    decides: !isReading && Boolean(other.closest("#preview")),
    done: () => (isList ? other.reset() : other.closest(".notice")?.remove()),
  });
  if (other.closest("#preview, #answer")) find.focus();
});
document.addEventListener("click", (event) => {
  const closing = event.target.closest("[data-close]");
  if (!closing) return;
  event.preventDefault();
  if (!closing.closest("#preview")) closing.closest(".notice").remove();
  else if (preview.querySelector("form")) return correct(textsOf(new FormData(preview.querySelector("form"))));
  find.focus();
});
sift();
if (matchMedia("(hover: hover)").matches) find.focus();
start({ show, back, take });
