// Saving is felt: the new line and the totals that changed are marked for two seconds, and the phone vibrates after its
// own entry. A second tap on the same button within half a second of a save does nothing.
const MARKED_FOR = 2000;
const TOO_SOON = 500;
const OWN_FOR = 5000;
const VIBRATION = 60;

let lastAction = "";
let quietUntil = 0;
let ownUntil = 0;

// The totals and the lines of the score sheet: the element and its text, by what it is about.
function shown() {
  const totals = [...document.querySelectorAll("#pad .score")];
  const lines = [...document.querySelectorAll("#pad .entries > li")];
  return new Map([
    ...totals.map((each, index) => [`total ${index}`, [each, each.querySelector(".total").textContent]]),
    ...lines.map((each, index) => [`line ${lines.length - index}`, [each, each.querySelector(".what").textContent]]),
  ]);
}

const texts = (elements) => new Map([...elements].map(([key, [, text]]) => [key, text]));
let known = new Map();

// Whatever draws the pad: an answer of the server, or the entries that wait on this phone.
function markChanges() {
  const now = shown();
  if (!now.size) return;
  const changed = [...now].filter(([key, [, text]]) => known.get(key) !== text).map(([, [element]]) => element);
  known = texts(now);
  if (!changed.length) return;
  for (const element of changed) {
    element.classList.add("just-saved");
    setTimeout(() => element.classList.remove("just-saved"), MARKED_FOR);
  }
  if (performance.now() > ownUntil) return;
  ownUntil = 0;
  quietUntil = performance.now() + TOO_SOON;
  navigator.vibrate?.(VIBRATION);
}

function ignoreSecondTap(event) {
  if (event.target.action === lastAction && performance.now() < quietUntil) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  lastAction = event.target.action;
  quietUntil = performance.now() + TOO_SOON;
  ownUntil = performance.now() + OWN_FOR;
}

export function feelSaving() {
  addEventListener("submit", ignoreSecondTap, { capture: true });
  // Somebody who has chosen something since means it.
  addEventListener("change", () => (quietUntil = 0));
  known = texts(shown());
  new MutationObserver(markChanges).observe(document.querySelector("main"), {
    childList: true,
    characterData: true,
    subtree: true,
  });
}
