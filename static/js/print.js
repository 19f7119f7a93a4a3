// Prints sheets, rules, pages of help or a story, where there are any; without scripts the browser’s own menu does it.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = !document.querySelector(".paper, .rules-card, .pictures, .story");
  button.addEventListener("click", () => window.print());
}
