// Check-in: names are typed and lists pasted without waiting; typing leaves the names that fit. Without this script
// everything is a plain form.
import { send } from "./desk.js";

const PAUSE = 200; // how long typing rests before the server is asked, in milliseconds
const form = document.getElementById("find-form");
const find = document.getElementById("find");
const found = document.getElementById("found");
const people = document.getElementById("people");
const preview = document.getElementById("preview");
const many = document.getElementById("many");

const plain = (text) => text.normalize("NFKC").trim().replace(/\s+/gu, " ").toLowerCase();
const buttons = () => [...people.querySelectorAll("button.person")];
const nameOf = (button) => button.querySelector(".who").textContent.trim();
const shown = () => buttons().filter((button) => !button.closest("li").hidden);

function arrange(parent, keyOf) {
  const keys = new Map([...parent.children].map((each) => [each, keyOf(each)]));
  const sorted = [...keys.keys()].sort((one, other) => (keys.get(one) < keys.get(other) ? -1 : 1));
  // What is moved loses the focus.
  if (sorted.some((each, index) => each !== parent.children[index])) parent.append(...sorted);
}

const nameIn = (part) => plain(part.querySelector(".who")?.textContent ?? "");

// By name, those that begin with what was typed first.
function arrangeAll(wanted) {
  const place = (name) => `${name.startsWith(wanted) ? 0 : 1} ${name}`;
  for (const list of people.querySelectorAll(".roster")) arrange(list, (row) => place(nameIn(row)));
  arrange(document.getElementById("listing"), (group) => place(nameIn(group))[0] + group.dataset.order);
}

function sift() {
  const wanted = plain(find.value);
  for (const button of buttons()) button.closest("li").hidden = !plain(nameOf(button)).includes(wanted);
  const same = buttons().find((button) => plain(nameOf(button)) === wanted);
  arrangeAll(wanted);
  const left = shown();
  const starts =
    left.length === 1 &&
    plain(nameOf(left[0]))
      .split(" ")
      .some((word) => word.startsWith(wanted));
  const kind = same?.name === "gone" ? "here" : same ? "known" : starts ? "one" : left.length ? "some" : "new";
  found.textContent = wanted && found.dataset[kind].replace("{name}", () => nameOf(same ?? left[0]));
}

// Of a long roster the server sends the names that fit; a list asked for before a tap was saved would not show it.
let waiting;
function seek() {
  const { part } = document.getElementById("listing").dataset;
  clearTimeout(waiting);
  if (!part) return;
  waiting = setTimeout(() => {
    if (people.querySelector(".htmx-request")) return;
    htmx.ajax("GET", part, { source: found, target: "#listing", values: { names: find.value } });
  }, PAUSE);
}

function empty() {
  find.value = "";
  sift();
  seek();
}

for (const handle of [sift, seek]) find.addEventListener("input", handle);
document.body.addEventListener("htmx:afterSwap", sift);
people.addEventListener("htmx:afterOnLoad", seek);

document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (!("add" in target.dataset)) return;
  event.preventDefault();
  // Enter in the empty field checks in the list that is shown.
  if (target === form && !find.value.trim()) return preview.querySelector(".main")?.click();
  send(target, submitter, target === form ? find.value.trim() : undefined);
  if (target === form) empty();
  else if (target.closest("#answer")) target.remove();
  find.focus();
});
// The list stays in its field until it is checked in.
document.body.addEventListener("htmx:afterOnLoad", ({ detail: { requestConfig, xhr } }) => {
  if (requestConfig.parameters.sure && xhr.status < 400 && !preview.childElementCount) many.value = "";
});
document.body.addEventListener("unsaved", ({ detail }) => {
  if (detail.form === form && !find.value) find.value = detail.fields.get("names");
  sift();
});
// A new player gets an empty row, which the answer fills.
document.body.addEventListener("htmx:beforeSwap", ({ detail: { xhr } }) => {
  for (const [, id] of xhr.responseText.matchAll(/<li id="(p\d+)" hx-swap-oob/gu)) {
    if (document.getElementById(id)) continue;
    const row = document.createElement("li");
    row.id = id;
    people.querySelector(".roster").prepend(row);
  }
});

// A field of one line would join the lines of a list.
find.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text");
  if (!/[\n\t]/u.test(text.trim())) return;
  event.preventDefault();
  many.value = [many.value, find.value + text].filter(Boolean).join("\n");
  many.form.requestSubmit();
  empty();
});

// What was typed only ever checks somebody in.
people.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button.person");
    if (!button || !find.value.trim()) return;
    if (button.name === "gone") {
      event.stopPropagation();
      event.preventDefault();
      find.value = nameOf(button);
      form.requestSubmit();
    } else setTimeout(empty);
    find.focus();
  },
  true,
);

addEventListener(
  "keydown",
  (event) => {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
    if (ctrlKey || altKey || metaKey) return;
    if (key === "Escape") empty();
    // From the field the first name is below.
    if (step && (people.contains(target) || (target === find && key === "ArrowDown"))) {
      event.preventDefault();
      (shown()[shown().indexOf(target.closest("button.person")) + step] ?? find).focus();
    }
    // Letters are a name wherever somebody tapped before; here they are no shortcuts (static/js/keys.js).
    if (!/^\p{L}$/u.test(key) || target.closest("input, textarea, dialog")) return;
    event.stopPropagation();
    find.focus();
  },
  true,
);
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-close]")) return;
  event.preventDefault();
  preview.replaceChildren();
  many.closest("details").open = true;
  many.focus();
});
sift();
if (matchMedia("(hover: hover)").matches) find.focus();
