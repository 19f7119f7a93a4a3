// The page that corrects a hand: its form as on the pad; what a correction changes the club says, before it is saved.
import { handForm, showForm } from "./form.js";

const game = JSON.parse(document.getElementById("pad-game").textContent);
const show = () => showForm(game);

document.addEventListener("change", ({ target: { form } }) => {
  if (form !== handForm()) return;
  form.querySelector(".preview").textContent = ""; // it was said of other choices
  show();
});
addEventListener("pageshow", show);
show();
