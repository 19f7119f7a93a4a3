// Prints the sheets, where there are any; without scripts the browser's own menu does it.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = !document.querySelector(".paper");
  button.addEventListener("click", () => window.print());
}
