// The form of a hand on the score pad: what fits together, and the preview of the hand before it is saved. Its choices
// can be kept as a draft while the page around them changes.
import { contractOf, firstSide } from "./game.js";
import { projected } from "./projection.js";
import { preview, takingOut } from "./words.js";

const CHOICES = ["contract", "bid", "tricks", "first", "second", "counter"];

export const handForm = () => document.querySelector("form.hand-form");
// What is rarely needed is below the form and belongs to it by its attribute.
const fields = (form, name) => [...form.elements].filter((each) => each.name === name);
const specialCases = () => document.querySelector(".special-cases");
const checkedValue = (form, name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
export const fieldValue = (form, name) => form.querySelector(`[name="${name}"]`)?.value ?? "";

const chosenValue = (form, name) =>
  fields(form, name).find((each) => each.type !== "radio")?.value ?? checkedValue(form, name);

// Notes that do not fit the bid are not sent.
function disableUnfitting(form, contract, notes) {
  for (const [name, sentences] of Object.entries(notes)) {
    for (const each of fields(form, name)) {
      each.disabled = !(contract in sentences);
      each.closest(".note-field")?.toggleAttribute("hidden", each.disabled);
    }
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
  const contract = contractOf(Object.fromEntries(new FormData(form)));
  disableUnfitting(form, contract, game.notes);
  if (form.querySelector(".trick-counter")) showCounts(form);
  form.dataset.contract = contract;
  const chosen = Object.fromEntries(new FormData(form));
  const text = preview(game, state, { ...chosen, save: "hand" }, form.dataset.correcting) || out.dataset.hint;
  if (out.textContent !== text) out.textContent = text;
  showTakingOut(game, state, form.dataset.correcting);
  const side = chosen.bid && game.sides.length === 2 ? firstSide(chosen) : "";
  form.dataset.side = side;
  if (form.querySelector(".tricks-legend")) showLegend(form, game, side, chosen.tricks);
}

function showTakingOut(game, state, position) {
  const section = document.querySelector(".take-out");
  if (!section) return;
  const text = takingOut(game, state, position);
  section.hidden = !text;
  section.querySelector("output").textContent = text;
}

function marked(side, text, count = "") {
  const made = document.createElement("span");
  made.className = `mark side-${side}`;
  made.append(document.createElement("span"), ` ${count}`);
  made.firstChild.textContent = text;
  return made;
}

// Whose tricks are asked for, with the mark of that side; once a number is tapped, the tricks of both sides.
function showLegend(form, game, side, tricks) {
  const legend = form.querySelector(".tricks-legend");
  if (side === "") legend.replaceChildren(legend.dataset.empty);
  else if (!tricks) legend.replaceChildren(marked(side, game.legends[side]));
  else {
    const other = 1 - side;
    const [own, others] = tricks.split("-");
    legend.replaceChildren(
      marked(side, game.sides[side].short, own),
      "·",
      marked(other, game.sides[other].short, others),
    );
  }
}

function choose(form, name, value) {
  for (const each of fields(form, name)) {
    if (each.type !== "radio") each.value = value;
    else if (each.value === value) each.checked = true;
  }
}

export function draftOf(form) {
  if (!form?.dataset.touched) return null;
  return {
    number: fieldValue(form, "number"),
    bid: checkedValue(form, "bid"),
    chosen: Object.fromEntries(
      [...CHOICES, ...Object.keys(projected().game.notes)].map((name) => [name, chosenValue(form, name)]),
    ),
    open: specialCases()?.open,
  };
}

export function chooseAgain(form, draft) {
  form.dataset.touched = "yes";
  for (const [name, value] of Object.entries(draft.chosen)) choose(form, name, value);
  if (specialCases()) specialCases().open = draft.open;
}

document.addEventListener("change", (event) => {
  const { form } = event.target;
  if (!form?.matches(".hand-form")) return;
  // Tricks of another kind of bid do not fit: they are cleared.
  if (event.target.name === "contract" && form.querySelector('[name="tricks"]')) {
    for (const radio of form.querySelectorAll('[name="tricks"]')) radio.checked = false;
  }
  // A solo cannot be low: the last tap wins.
  if (event.target.name === "bid" && event.target.value === "low") choose(form, "contract", "high");
  const low = form.querySelector('[name="bid"][value="low"]');
  if (event.target.name === "contract" && event.target.value !== "high" && low?.checked) low.checked = false;
  // After the first player’s tricks come the second’s.
  if (event.target.name === "first") choose(form, "counter", "second");
  form.dataset.touched = "yes";
  showPreview(form);
});
