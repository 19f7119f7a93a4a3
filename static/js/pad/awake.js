// The screen stays on while the pad is in use, where the browser can (https, or this computer). Twenty minutes without
// a tap it may go dark, as the pad was put away, unless it shows only the score.
const IN_USE = 20 * 60 * 1000;
let lock = null; // a promise; null of a phone that refuses, as one that saves power
let timer;
let isForLong = false;

async function letGo() {
  const held = lock;
  lock = null;
  (await held)?.release();
}

// The lock, or null.
export async function stayAwake(forLong = isForLong) {
  isForLong = forLong;
  clearTimeout(timer);
  if (!forLong) timer = setTimeout(letGo, IN_USE);
  if (document.hidden || !("wakeLock" in navigator)) return null;
  // The browser lets go of the screen when the page is hidden.
  if ((await lock)?.released !== false) lock = navigator.wakeLock.request("screen").catch(() => null);
  return lock;
}

for (const event of ["pointerdown", "visibilitychange"]) document.addEventListener(event, () => stayAwake());
stayAwake();
