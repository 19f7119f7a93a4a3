// Prints a rules card; without scripts the browser's own menu does it.
document.getElementById("print").addEventListener("click", () => window.print());
