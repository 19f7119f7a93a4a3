// The form of a hand on the score pad: what fits together, and the preview of the hand before it is saved. Its choices can
// be kept as a draft while the page around them changes.
import { firstSide } from "./game.js";
import { projected } from "./projection.js";
import { preview } from "./words.js";

const CHOICES = ["contract", "bid", "tricks", "first", "second", "counter", "trump", "over", "rest_to", "revoke"];

export const handForm = () => document.querySelector("form.hand-form");
const checkedValue = (form, name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
export const fieldValue = (form, name) => form.querySelector(`[name="${name}"]`)?.value ?? "";

function contractOf(form) {
  if (checkedValue(form, "bid") === "low") return "low";
  return checkedValue(form, "contract") || fieldValue(form, "contract");
}

const noteValue = (form, name) =>
  form.querySelector(`select[name="${name}"]:enabled`)?.value || checkedValue(form, name);

// Notes that do not fit the bid are not sent: trump is for a grand, an overruled bid for a solo, a revoke for all else.
function disableUnfitting(form, contract, solo) {
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

// With three players the tricks of two are entered; the third gets the remaining ones.
function showCounts(form) {
  const first = checkedValue(form, "first");
  const remaining = 13 - Number(first);
  for (const radio of form.querySelectorAll('[name="second"]')) {
    radio.disabled = first !== "" && Number(radio.value) > remaining;
    if (radio.disabled) radio.checked = false;
  }
  const second = checkedValue(form, "second");
  const last = remaining - Number(second);
  const counts = { first, second, remaining: first && second && last >= 0 ? last : "" };
  for (const count of form.querySelectorAll("[data-count]")) {
    count.textContent = counts[count.dataset.count] === "" ? count.dataset.empty : counts[count.dataset.count];
    count.classList.toggle("uncounted", counts[count.dataset.count] === "");
  }
}

export function showPreview(form) {
  const out = form.querySelector(".preview");
  const { game, state } = projected();
  const contract = contractOf(form);
  const solo = contract === "sola_nola" || contract === "grand_dix";
  disableUnfitting(form, contract, solo);
  if (form.querySelector(".trick-counter")) showCounts(form);
  form.dataset.kind = solo ? "solo" : "high";
  form.dataset.contract = contract;
  const fields = Object.fromEntries(new FormData(form));
  const text = preview(game, state, { ...fields, save: "hand" }, form.dataset.correcting) || out.dataset.hint;
  if (out.textContent !== text) out.textContent = text;
  const legend = form.querySelector(".tricks-legend");
  if (legend) legend.textContent = fields.bid ? game.legends[firstSide(fields)] : legend.dataset.empty;
}

function choose(form, name, value) {
  const list = form.querySelector(`select[name="${name}"]`);
  if (list) list.value = value;
  const radio = [...form.querySelectorAll(`input[type="radio"][name="${name}"]`)].find((each) => each.value === value);
  if (radio) radio.checked = true;
}

export function draftOf(form) {
  if (!form?.dataset.touched || form.dataset.stored) return null;
  return {
    number: fieldValue(form, "number"),
    uid: fieldValue(form, "uid"),
    replaces: fieldValue(form, "replaces"),
    bid: checkedValue(form, "bid"),
    chosen: Object.fromEntries(CHOICES.map((name) => [name, noteValue(form, name)])),
    open: form.querySelector(".special-cases")?.open,
  };
}

export function chooseAgain(form, draft) {
  form.dataset.touched = "yes";
  for (const name of CHOICES) choose(form, name, draft.chosen[name]);
  if (form.querySelector(".special-cases")) form.querySelector(".special-cases").open = draft.open;
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form.hand-form");
  if (!form) return;
  // Tricks of another kind of bid do not fit: they are cleared.
  if (event.target.name === "contract" && form.querySelector('[name="tricks"]')) {
    for (const radio of form.querySelectorAll('[name="tricks"]')) radio.checked = false;
  }
  // A solo cannot be low: the last tap wins.
  if (event.target.name === "bid" && event.target.value === "low") choose(form, "contract", "high");
  const low = form.querySelector('[name="bid"][value="low"]');
  if (event.target.name === "contract" && event.target.value !== "high" && low?.checked) {
    low.checked = false;
    choose(form, "over", "low");
  }
  // After the first player’s tricks come the second’s.
  if (event.target.name === "first") choose(form, "counter", "second");
  form.dataset.touched = "yes";
  showPreview(form);
});

// Trump is optional: a second tap on a suit clears it.
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
