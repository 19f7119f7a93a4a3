// The score pad: says what a choice means before it is saved (the sentences come with the page, no rule is computed
// here), keeps what was chosen while the page around it follows the game, and sends again what the network lost.
const RETRY_AFTER = 3000;
const CHOICES = ["contract", "bid", "tricks", "first", "second", "counting", "trump", "over", "rest_to", "revoke"];
const said = document.getElementById("said");

const entry = () => document.querySelector("form.entry");
const chosen = (form, name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
const kept = (form, name) => form.querySelector(`[name="${name}"]`)?.value ?? "";

function contractOf(form) {
  if (chosen(form, "bid") === "low") return "low";
  return chosen(form, "contract") || kept(form, "contract");
}

const noted = (form, name) => form.querySelector(`select[name="${name}"]:enabled`)?.value || chosen(form, name);

// What does not belong to the bid is not sent: no trump without a grand, no bid overruled but by a solo, no revoke in
// one.
function onlyWhatFits(form, contract, solo) {
  const fits = { trump: contract === "high", over: solo, revoke: !solo };
  for (const [name, fit] of Object.entries(fits)) {
    for (const each of form.querySelectorAll(`[name="${name}"]`)) each.disabled = !fit;
  }
  // Equal bids do not overrule each other.
  for (const option of form.querySelectorAll('[name="over"] option')) {
    option.hidden = option.disabled = contract === "sola_nola" && option.value.startsWith("sola_nola");
    if (option.disabled && option.selected) option.parentNode.value = "";
  }
}

// With three players two are counted, one field each; the last one gets the rest.
function tricksOf(form) {
  if (!form.querySelector(".counting")) return chosen(form, "tricks");
  const first = chosen(form, "first");
  const left = 13 - Number(first);
  for (const radio of form.querySelectorAll('[name="second"]')) {
    radio.disabled = first !== "" && Number(radio.value) > left;
    if (radio.disabled) radio.checked = false;
  }
  const second = chosen(form, "second");
  const rest = left - Number(second);
  const counts = { first, second, rest: first && second && rest >= 0 ? rest : "" };
  for (const count of form.querySelectorAll("[data-count]")) {
    count.textContent = counts[count.dataset.count] === "" ? count.dataset.empty : counts[count.dataset.count];
    count.classList.toggle("uncounted", counts[count.dataset.count] === "");
  }
  return first && second ? `${first}-${second}` : "";
}

function tell(form) {
  const out = form.querySelector(".told");
  const table = JSON.parse(out.dataset.table);
  const [contract, bid, tricks] = [contractOf(form), chosen(form, "bid"), tricksOf(form)];
  const solo = contract === "sola_nola" || contract === "grand_dix";
  onlyWhatFits(form, contract, solo);
  const [key, revoke] = [`${contract}:${bid}`, noted(form, "revoke")];
  form.dataset.kind = solo ? "solo" : "high";
  form.dataset.contract = contract;
  const counted = table.moved[`${contract}:${table.firsts[key]}:${tricks}:${revoke}`] ?? tricks;
  const result = table.results[`${key}:${counted}`];
  const names = ["over", "trump", "rest_to"].filter((name) => name !== "trump" || contract === "high");
  const notes = names.map((name) => table.notes[`${name}:${noted(form, name)}`]);
  if (revoke) notes.push(table.notes[`revoke:${contract}:${revoke}`]);
  const text = result ? [result, ...notes.filter(Boolean)].join(" ") : (table.bids[key] ?? out.dataset.hint);
  if (out.textContent !== text) out.textContent = text;
  const legend = form.querySelector(".tricks-legend");
  if (legend) legend.textContent = table.counted[key] ?? legend.dataset.empty;
}

function choose(form, name, value) {
  const list = form.querySelector(`select[name="${name}"]`);
  if (list) list.value = value;
  const radio = [...form.querySelectorAll(`input[type="radio"][name="${name}"]`)].find((each) => each.value === value);
  if (radio) radio.checked = true;
}

function draftOf(form) {
  if (!form?.dataset.touched || form.dataset.stored) return null;
  return {
    number: kept(form, "number"),
    uid: kept(form, "uid"),
    replaces: kept(form, "replaces"),
    bid: chosen(form, "bid"),
    chosen: Object.fromEntries(CHOICES.map((name) => [name, noted(form, name)])),
    open: form.querySelector(".unusual")?.open,
  };
}

// What was chosen outlives a new drawing of the pad, as long as it is about the same hand.
function restore(draft) {
  const form = entry();
  const pad = document.getElementById("pad");
  if (!draft || !pad) return;
  if (pad.dataset.known.includes(draft.uid)) return sent();
  if (form && kept(form, "number") === draft.number) {
    // Still the same hand. If its bid came or went meanwhile it is another entry, with an id of its own.
    if (kept(form, "replaces") === draft.replaces) form.querySelector('[name="uid"]').value = draft.uid;
    else sent();
    form.dataset.touched = "yes";
    for (const name of CHOICES) choose(form, name, draft.chosen[name]);
    if (form.querySelector(".unusual")) form.querySelector(".unusual").open = draft.open;
    return;
  }
  sent();
  if (!draft.bid) return;
  if (!form) notice("conflict", pad.dataset.closed);
  else if (Number(kept(form, "number")) > Number(draft.number)) {
    notice("conflict", pad.dataset.overtaken);
  }
}

function notice(kind, text) {
  const box = document.createElement("p");
  box.className = `notice ${kind}`;
  box.textContent = text;
  said.replaceChildren(box);
}

let draft = null;
let again;

// Nothing waits to be sent any more.
function sent() {
  clearTimeout(again);
  said.querySelector(".offline")?.remove();
}

// The pad may have been drawn anew meanwhile; the entry is the same if its id is.
function sendAgain(uid, save) {
  const form = entry();
  if (!form || kept(form, "uid") !== uid) return;
  form.requestSubmit([...form.querySelectorAll('[name="save"]')].find((each) => each.value === save && !each.disabled));
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form.entry");
  if (!form) return;
  // Another kind of bid counts other things: tricks that do not belong to it are taken back.
  if (event.target.name === "contract" && form.querySelector('[name="tricks"]')) {
    for (const radio of form.querySelectorAll('[name="tricks"]')) radio.checked = false;
  }
  // Nobody plays a solo low: whichever was tapped last holds.
  if (event.target.name === "bid" && event.target.value === "low") choose(form, "contract", "high");
  const low = form.querySelector('[name="bid"][value="low"]');
  if (event.target.name === "contract" && event.target.value !== "high" && low?.checked) {
    low.checked = false;
    choose(form, "over", "low");
  }
  // One player counted, the next one follows.
  if (event.target.name === "first") choose(form, "counting", "second");
  form.dataset.touched = "yes";
  said.replaceChildren();
  tell(form);
});

// Trump may stay open: a second tap on a suit takes it back.
let held = null;
document.addEventListener("pointerdown", (event) => {
  held = event.target.closest(".suit")?.querySelector(":checked") ?? null;
});
document.addEventListener("click", (event) => {
  if (!held || event.target !== held) return;
  held.checked = false;
  held.dispatchEvent(new Event("change", { bubbles: true }));
  held = null;
});

// A notice lies over the score: a tap on it puts it away.
said.addEventListener("click", (event) => {
  if (!event.target.closest("a, button")) said.replaceChildren();
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "pad") return;
  if (event.detail.xhr.status >= 400) {
    // The link was replaced: said beside the pad, so that what was chosen can still be read from it.
    event.detail.target = said;
    event.detail.swapOverride = "innerHTML";
  } else {
    draft = draftOf(entry());
  }
});

// Who works by the keyboard goes on with the next hand where it begins.
let byKeyboard = false;
document.addEventListener("keydown", () => (byKeyboard = true));
document.addEventListener("pointerdown", () => (byKeyboard = false));

document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "pad" && event.detail.elt.id !== "pad") return;
  if (byKeyboard && document.activeElement === document.body)
    entry()?.querySelector('[name="bid"]')?.focus({ preventScroll: true });
  restore(draft);
  if (entry()) tell(entry());
});

document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.matches("form.entry")) clearTimeout(again);
});

document.body.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt;
  if (!form.matches("form.entry")) return;
  const status = event.detail.xhr.status;
  if (status === 200 || status === 201) form.dataset.stored = "yes";
  // Another phone was first: both entries are shown now, and what was chosen here is not taken up again.
  if (status === 409) form.dataset.stored = "no";
  if (status === 0 || status >= 500) {
    // Lost on the way: the same id is sent again, so it is stored once however often it arrives.
    const { uid, save = "hand" } = event.detail.requestConfig.parameters;
    notice("offline", form.dataset.unsent);
    again = setTimeout(() => sendAgain(uid, save), RETRY_AFTER);
  }
});

if (entry()) tell(entry());
