// Seating four people: a tap on a name takes the next free chair, ⇄ tapped on two chairs (or dragged from one to the
// other) lets them change places. Without this script the four names are simply typed.
const chairs = [...document.querySelectorAll("[data-chair]")];
const chips = document.getElementById("chips");
const inputOf = (chair) => chair.querySelector('input[type="text"]');
const gripOf = (chair) => chair.querySelector(".grip");
const same = (one, other) => one.trim().toLowerCase() === other.trim().toLowerCase();
const hint = document.getElementById("seating-hint");
const usual = hint.textContent;
let lifted = null;
let dragged = false;

function show() {
  for (const chip of chips?.children ?? []) {
    chip.setAttribute(
      "aria-pressed",
      chairs.some((chair) => same(inputOf(chair).value, chip.textContent.trim())),
    );
  }
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

function lift(chair) {
  if (lifted && lifted !== chair) {
    swap(lifted, chair);
    lifted = null;
  } else {
    lifted = lifted ? null : chair;
  }
  show();
}

const over = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-chair]");

function drag(chair, start) {
  let moved = false;
  const move = (event) => {
    moved ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 10;
    for (const each of chairs) each.classList.toggle("under", moved && each === over(event) && each !== chair);
  };
  const drop = (event) => {
    gripOf(chair).removeEventListener("pointermove", move);
    gripOf(chair).removeEventListener("pointerup", drop);
    gripOf(chair).removeEventListener("pointercancel", drop);
    // The browser adds a click to the end of a drag; it is not a tap on the grip.
    dragged = moved;
    for (const each of chairs) each.classList.remove("under");
    const target = over(event);
    if (event.type === "pointerup" && moved && target && target !== chair) {
      lifted = null;
      swap(chair, target);
      show();
    }
  };
  gripOf(chair).setPointerCapture(start.pointerId);
  gripOf(chair).addEventListener("pointermove", move);
  gripOf(chair).addEventListener("pointerup", drop);
  gripOf(chair).addEventListener("pointercancel", drop);
}

chips?.addEventListener("click", (event) => {
  const chip = event.target.closest(".chip");
  if (!chip) return;
  const seated = chairs.find((chair) => same(inputOf(chair).value, chip.textContent.trim()));
  const free = chairs.find((chair) => !inputOf(chair).value.trim());
  if (seated) inputOf(seated).value = "";
  else if (free) inputOf(free).value = chip.textContent.trim();
  hint.textContent = seated || free ? usual : hint.dataset.full;
  show();
});

for (const chair of chairs) {
  inputOf(chair).addEventListener("input", show);
  gripOf(chair).addEventListener("click", () => {
    if (!dragged) lift(chair);
    dragged = false;
  });
  gripOf(chair).addEventListener("pointerdown", (event) => drag(chair, event));
}
// The folded list of rules says which one is chosen, and its score table is one tap away.
document.getElementById("presets").addEventListener("change", (event) => {
  const preset = event.target.closest(".preset");
  document.querySelector("#presets summary").textContent = preset
    .querySelector("label span")
    .firstChild.textContent.trim();
  document.getElementById("chosen-scores").href = preset.querySelector("a").href;
});

show();
