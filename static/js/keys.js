// Keyboard shortcuts of the desk: a key presses the last element of the page with that `data-key`, or goes to it if it
// is a field. “?” lists them. Nothing happens while somebody types, or with Ctrl, Alt or the Windows key.
const list = document.getElementById("keys");
const button = document.querySelector("[data-keys]");
const WRITES = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

function press(key) {
  const element = [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].at(-1);
  if (!element || element.disabled || element.closest("[hidden]")) return false;
  if (element.matches("input")) element.focus();
  else element.click();
  return true;
}

document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || event.repeat || list.open || target.closest(WRITES)) return;
  if (key === "?") list.showModal();
  else if (!press(key.toLowerCase())) return;
  event.preventDefault();
});
button.addEventListener("click", () => list.showModal());
button.hidden = false;
