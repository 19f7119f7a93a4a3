// The form of a hand, on the pad and on the page that corrects one: what fits together, and whose tricks are asked for.
import { bidOf, fill } from "./game.js";

const ALL_TRICKS = 13;
export let game; // as the page has it

export const handForm = () => document.querySelector("form.hand-form");
export const chosen = () => Object.fromEntries(new FormData(handForm()));

export function element(tag, className, ...content) {
  const made = Object.assign(document.createElement(tag), { className });
  made.append(...content);
  return made;
}

// What is rarely needed is below the form and belongs to it by its attribute.
export function choose(values) {
  for (const each of handForm().elements) {
    if (each.type === "hidden" || !(each.name in values)) continue;
    if (each.type === "radio") each.checked = each.value === values[each.name];
    else each.value = values[each.name];
  }
}

// With three players the tricks of two are entered; the third gets the remaining ones.
function showCounts(form) {
  const most = ALL_TRICKS - (chosen().first ?? 0);
  for (const radio of form.querySelectorAll('[name="second"]')) {
    radio.disabled = radio.value > most;
    radio.checked &&= !radio.disabled;
  }
  const { first, second } = chosen();
  const counts = { first, second, remaining: first && second && String(most - second) };
  for (const count of form.querySelectorAll("[data-count]")) {
    count.textContent = counts[count.dataset.count] ?? count.dataset.empty;
    count.classList.toggle("uncounted", !counts[count.dataset.count]);
  }
}

// Whose tricks are asked for, with the mark of that side; once a number is tapped, the tricks of both sides.
function showLegend(form) {
  const legend = form.querySelector(".tricks-legend");
  const side = bidOf(game, chosen())?.side ?? "";
  form.dataset.side = side;
  if (side === "") return legend?.replaceChildren(legend.dataset.empty);
  const [taken, rest] = chosen().tricks?.split("-") ?? [];
  const values = { side: game.sides[side], taken, other: game.sides[1 - side], rest };
  const text = fill(taken ? game.texts.takes : game.texts.asks, values);
  legend.replaceChildren(element("span", `mark side-${side}`, element("span", "", text)));
}

// Everything about the form but its choices.
export function showForm() {
  const form = handForm();
  if (!form) return;
  showCounts(form);
  showLegend(form);
}

export function readGame() {
  game = JSON.parse(document.getElementById("pad-game").textContent);
  showForm();
}

// What was tapped clears what does not fit to it.
document.addEventListener("change", ({ target: { form, name, value } }) => {
  if (!form?.matches(".hand-form")) return;
  if (name === "contract") choose({ tricks: "" });
  // A solo cannot be low: the last tap wins.
  if (name === "contract" && value !== "high" && chosen().bid === "low") choose({ bid: "" });
  if (name === "bid" && value === "low" && chosen().contract !== "high") choose({ contract: "high", tricks: "" });
  // After the first player’s tricks come the second’s.
  if (name === "first") choose({ counter: "second" });
  form.querySelector(".preview").textContent = ""; // it was said of other choices
  showForm();
});
addEventListener("pageshow", readGame);
readGame();
