// The screen stays on while the pad is in use, where the browser can (https, or this computer). Twenty minutes without
// a tap it may go dark: the pad was put away.
const IN_USE = 20 * 60 * 1000;
let lock = null;
let timer;

async function stayAwake() {
  clearTimeout(timer);
  timer = setTimeout(() => lock?.release(), IN_USE);
  if (document.hidden || (lock && !lock.released)) return;
  // A phone that saves power refuses.
  lock = await navigator.wakeLock.request("screen").catch(() => null);
}

if ("wakeLock" in navigator) {
  document.addEventListener("pointerdown", stayAwake);
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
