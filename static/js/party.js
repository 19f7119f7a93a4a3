// The organiser's pages: tap two people to swap them, enter paper results.
// Without this script everything is a plain form.

// Two at most are chosen: a third tap lets the first go.
for (const form of document.querySelectorAll("form.swap")) {
  const chosen = [];
  const text = form.querySelector(".swap-text");
  const show = () => {
    const names = chosen.map((box) => box.parentElement.querySelector(".who").textContent.trim());
    if (!text) return;
    const pattern = [text.dataset.none, text.dataset.one, text.dataset.two][names.length];
    text.textContent = names.reduce((line, name) => line.replace("%s", name), pattern);
  };
  // The reason of the person who was tapped, pointed at or reached by the keyboard.
  const why = form.querySelector(".swap-why");
  for (const kind of why ? ["change", "focusin", "mouseover"] : [])
    form.addEventListener(kind, ({ target }) => {
      const reason = target.closest(".swappable")?.querySelector(".why");
      if (reason) why.textContent = reason.textContent;
    });
  for (const box of form.querySelectorAll("[name=who]:checked")) chosen.push(box);
  form.addEventListener("change", (event) => {
    if (event.target.name !== "who") return;
    const at = chosen.indexOf(event.target);
    if (at >= 0) chosen.splice(at, 1);
    if (event.target.checked) chosen.push(event.target);
    while (chosen.length > 2) chosen.shift().checked = false;
    show();
  });
  show();
}

// Another round is another page; but nothing is taken from under the fingers of a person who types or chooses.
document.body.addEventListener("leaving", (event) => {
  const fields = [...document.querySelectorAll("main :is(input, textarea)")];
  const types = fields.some((field) => field.value !== field.defaultValue || field.matches(".swap :checked"));
  if (types) event.preventDefault();
});

// A paper result: after the table's number the pairs' names replace “first pair” and “second pair”.
const paperForm = document.querySelector("form.quick");
const fields = paperForm ? ["table", "first", "second"].map((name) => paperForm.elements[name]) : [];
const plain = paperForm ? [...paperForm.querySelectorAll("[data-side]")].map((label) => label.textContent.trim()) : [];

function showPairs() {
  const table = fields[0].value.trim();
  const card = [...document.querySelectorAll("#tables [data-table]")].find((each) => each.dataset.table === table);
  const names = card ? [...card.querySelectorAll(".score-row .mark")].map((each) => each.textContent.trim()) : plain;
  paperForm.querySelectorAll("[data-side]").forEach((label, side) => {
    label.textContent = names[side] ?? plain[side];
  });
  fields[0].setCustomValidity(table && !card ? paperForm.dataset.noTable.replace("{n}", table) : "");
}

// What the rules cannot bring is refused here already, by the limits and sentences that came with the page.
function checkPoints(field) {
  const { least, most, tooLow, tooHigh } = paperForm.dataset;
  const points = Number(field.value.trim().replace("−", "-"));
  const isHigh = Boolean(most) && points > Number(most);
  const isLow = Boolean(least) && points < Number(least);
  field.setCustomValidity(isHigh ? tooHigh.replace("{points}", points) : isLow ? tooLow : "");
}

function showProblem() {
  const wrong = fields.find((field) => field.validity.customError);
  const problem = paperForm.querySelector("[data-problem]");
  problem.hidden = !wrong;
  problem.textContent = wrong?.validationMessage ?? "";
}

if (paperForm) {
  paperForm.addEventListener("input", () => {
    showPairs();
    fields.slice(1).forEach(checkPoints);
    showProblem();
  });
  // Enter goes on to the next empty field, and saves from the last.
  paperForm.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const next = fields.find((field) => field.value.trim() === "");
    if (!next || next === event.target) return;
    event.preventDefault();
    next.focus();
  });
  // After one result comes the next.
  if (new URLSearchParams(location.search).has("next")) fields[0].focus();
  showPairs();
  document.body.addEventListener("live:after", showPairs);
}
