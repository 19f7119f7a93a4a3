// The screen stays on while the pad is in use, where the browser can (https, or this computer). Twenty minutes without
// a tap it may go dark, as the pad was put away, unless it shows only the score.
const IN_USE = 20 * 60 * 1000;
let lock = null; // the promise of the only one
let timer;
let isShown = false;

function ask() {
  // A phone that saves power refuses.
  const asked = navigator.wakeLock.request("screen").catch(() => null);
  const forget = () => {
    if (lock === asked) lock = null;
  };
  asked.then((held) => (held ? held.addEventListener("release", forget) : forget()));
  return asked;
}

async function giveBack() {
  const held = lock;
  lock = null;
  (await held)?.release();
}

async function stayAwake() {
  clearTimeout(timer);
  if (!isShown) timer = setTimeout(giveBack, IN_USE);
  if (document.hidden || !("wakeLock" in navigator)) return null;
  lock ??= ask();
  return lock;
}

// Whether the screen stays on however long nobody taps it; null if the phone refuses.
export function showForLong(isSo) {
  isShown = isSo;
  return stayAwake();
}

document.addEventListener("pointerdown", stayAwake);
// The browser lets go of the screen when the page is hidden.
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
