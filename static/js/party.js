// The organiser's pages: tap two people to swap them.
// Without this script everything is a plain form.

// Two at most are chosen: a third tap lets the first go.
for (const form of document.querySelectorAll("form.swap")) {
  const chosen = [];
  const text = form.querySelector(".swap-text");
  const announce = document.querySelector("#draft [value=announce]");
  const show = () => {
    if (announce) announce.disabled = chosen.length > 0; // else it would be announced without the swap
    const names = chosen.map((box) => box.parentElement.querySelector(".who").textContent.trim());
    if (!text) return;
    const pattern = [text.dataset.none, text.dataset.one, text.dataset.two][names.length];
    text.textContent = names.reduce((line, name) => line.replace("%s", name), pattern);
  };
  // The reason of the person who was tapped, pointed at or reached by the keyboard. It takes room above them: under a
  // finger nobody may move before they are tapped.
  const why = form.querySelector(".swap-why");
  for (const kind of why ? ["change", "keyup", "pointerover"] : [])
    form.addEventListener(kind, ({ target, pointerType }) => {
      const reason = pointerType !== "touch" && target.closest(".swappable")?.querySelector(".why");
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
