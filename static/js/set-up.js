// Set-up and settings: the movements are offered again when other numbers are typed. What was tapped while the answer
// was under way stays chosen, and what was opened stays open.
const offer = document.getElementById("offer");
const details = () => offer.querySelector("details");
let chosen, wasOpen;

offer.addEventListener("htmx:beforeSwap", () => {
  chosen = offer.querySelector(":checked")?.value;
  wasOpen = details().open;
});

offer.addEventListener("htmx:afterSwap", () => {
  const radio = [...offer.querySelectorAll("input")].find((each) => each.value === chosen);
  if (radio) radio.checked = true;
  details().open = wasOpen;
});
