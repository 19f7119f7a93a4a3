// Prints the sheets, or a guide, where there are any; without scripts the browser's own menu does it.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = !document.querySelector(".paper, .guide");
  button.addEventListener("click", () => window.print());
}
