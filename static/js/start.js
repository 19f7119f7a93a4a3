// Seating people: a tap on a name takes the next free chair, ⇄ tapped on two chairs lets them change places. Without
// this script the names are simply typed.
const chairs = [...document.querySelectorAll("[data-chair]")];
const chips = document.getElementById("chips");
const inputOf = (chair) => chair.querySelector('input[type="text"]');
const gripOf = (chair) => chair.querySelector(".grip");
const same = (one, other) => one.trim().toLowerCase() === other.trim().toLowerCase();
const seats = (name) => chairs.find((chair) => same(inputOf(chair).value, name));
const hint = document.getElementById("seating-hint");
const usual = hint.textContent;
let lifted = null;

function show() {
  for (const chip of chips?.children ?? []) chip.setAttribute("aria-pressed", Boolean(seats(chip.textContent)));
  for (const chair of chairs) {
    // What the server refused stays marked until it is changed.
    if (!same(inputOf(chair).value, inputOf(chair).defaultValue)) {
      chair.querySelector(".wrong")?.remove();
      inputOf(chair).removeAttribute("aria-invalid");
    }
    chair.classList.toggle("lifted", chair === lifted);
    gripOf(chair).setAttribute("aria-pressed", chair === lifted);
  }
}

function swap(one, other) {
  const [first, second] = [inputOf(one), inputOf(other)];
  [first.value, second.value] = [second.value, first.value];
  // The dealer still deals, from the new seat.
  const dealers = [one, other].map((chair) => chair.querySelector('[name="dealer"]'));
  const dealing = dealers.findIndex((radio) => radio.checked);
  if (dealing >= 0) dealers[1 - dealing].checked = true;
}

chips?.addEventListener("click", ({ target }) => {
  const name = target.closest("button")?.textContent.trim();
  if (!name) return;
  const seated = seats(name);
  const free = seats("");
  if (seated) inputOf(seated).value = "";
  else if (free) inputOf(free).value = name;
  hint.textContent = seated || free ? usual : hint.dataset.full;
  show();
});

for (const chair of chairs) {
  inputOf(chair).addEventListener("input", show);
  gripOf(chair).addEventListener("click", () => {
    if (lifted && lifted !== chair) swap(lifted, chair);
    lifted = lifted ? null : chair;
    show();
  });
}

// The folded list of rules says which one is chosen, and its score table is one tap away.
document.getElementById("presets").addEventListener("change", ({ target }) => {
  const preset = target.closest(".preset");
  const [title] = preset.querySelector("label span").childNodes;
  document.querySelector("#presets summary").textContent = title.textContent.trim();
  document.getElementById("chosen-scores").href = preset.querySelector("a").href;
});

// A double click starts one game.
let startedAt = -Infinity;
document.querySelector("form:has(#presets)").addEventListener("submit", (event) => {
  if (event.timeStamp < startedAt + 1000) event.preventDefault();
  startedAt = event.timeStamp;
});

show();
