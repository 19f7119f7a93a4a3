// Shows the button that prints a rules card; without scripts the browser's own menu does it.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
