// The form of a hand: what fits together, and what is said of it before it is saved.
import { ALL_TRICKS, contractOf, fill, firstSide, isRedeal, preview } from "./game.js";

export const handForm = () => document.querySelector("form.hand-form");
export const chosen = (form) => Object.fromEntries(new FormData(form));
export const specialCases = () => document.querySelector(".special-cases");
// What is rarely needed is below the form and belongs to it by its attribute.
const fields = (form, name) => [...form.elements].filter((each) => each.name === name);

export function element(tag, className, ...content) {
  const made = Object.assign(document.createElement(tag), { className });
  made.append(...content);
  return made;
}

export function choose(form, values) {
  for (const each of form.elements) {
    if (each.type === "hidden" || !(each.name in values)) continue;
    if (each.type === "radio") each.checked = each.value === values[each.name];
    else each.value = values[each.name];
  }
}

// With three players the tricks of two are entered; the third gets the remaining ones.
function showCounts(form) {
  const { first = "" } = chosen(form);
  const remaining = ALL_TRICKS - Number(first);
  for (const radio of fields(form, "second")) {
    radio.disabled = Number(radio.value) > remaining;
    if (radio.disabled) radio.checked = false;
  }
  const { second = "" } = chosen(form);
  const counts = { first, second, remaining: first && second ? String(remaining - Number(second)) : "" };
  for (const count of form.querySelectorAll("[data-count]")) {
    count.textContent = counts[count.dataset.count] || count.dataset.empty;
    count.classList.toggle("uncounted", !counts[count.dataset.count]);
  }
}

const mark = (side, text, count = "") => element("span", `mark side-${side}`, element("span", "", text), ` ${count}`);

// Whose tricks are asked for, with the mark of that side; once a number is tapped, the tricks of both sides.
function legend({ legends, sides }, { bid, tricks }, side, empty) {
  if (!bid) return [empty];
  if (!tricks) return [mark(side, legends[side])];
  const [own, others] = tricks.split("-");
  return [mark(side, sides[side], own), "·", mark(1 - side, sides[1 - side], others)];
}

// Everything about the form but its choices: `state` is the game before this hand, `hint` what is said before any tap.
export function showForm(game, state, hint) {
  const form = handForm();
  for (const each of fields(form, "revoke")) {
    each.disabled = !(contractOf(chosen(form)) in game.notes); // what does not fit the bid is not sent
    each.closest(".note-field").hidden = each.disabled;
  }
  showCounts(form);
  const values = chosen(form);
  const side = values.bid && game.sides.length === 2 ? firstSide(values) : "";
  form.dataset.side = side;
  const tricks = form.querySelector(".tricks-legend");
  tricks?.replaceChildren(...legend(game, values, side, tricks.dataset.empty));
  if (!state) return; // a correction: the club says what it changes
  const [out, text] = [form.querySelector(".preview"), preview(game, state, values) || hint || ""];
  if (out.textContent !== text) out.textContent = text;
  form.querySelector(`.seat:has([name="bid"][value="${state.dealer}"])`).append(form.querySelector(".deals"));
  for (const save of fields(form, "save").filter(({ value }) => isRedeal({ save: value }))) {
    const dealer = (state.dealer + (save.value === "next_dealer")) % game.seats.length;
    save.textContent = fill(game.texts[save.value], { name: game.seats[dealer] });
  }
}

const uncheck = (radios) => radios.forEach((each) => (each.checked = false));

// What was tapped clears what does not fit to it.
document.addEventListener("change", ({ target: { form, name, value } }) => {
  if (!form?.matches(".hand-form")) return;
  if (name === "contract") uncheck(fields(form, "tricks"));
  // A solo cannot be low: the last tap wins.
  if (name === "contract" && value !== "high") uncheck(fields(form, "bid").filter((each) => each.value === "low"));
  if (name === "bid" && value === "low") choose(form, { contract: "high" });
  // After the first player’s tricks come the second’s.
  if (name === "first") choose(form, { counter: "second" });
});
