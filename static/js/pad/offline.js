// Has this pad kept on the phone, where the browser allows it (https, or this computer), and says whether it is.
const line = document.getElementById("opens-offline");

async function isKept() {
  const again = !navigator.serviceWorker.controller;
  await navigator.serviceWorker.register(line.dataset.worker);
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => port1.addEventListener("message", ({ data }) => resolve(data)));
  port1.start();
  active.postMessage({ path: line.dataset.page, again }, [port2]);
  return answer;
}

// Where the browser refuses, the line that came with the page is the truth.
async function show() {
  if ("serviceWorker" in navigator && (await isKept())) line.textContent = line.dataset.opens;
}

// Not before the page is complete: what is kept for later must not slow it down. The page of a correction has no line.
if (line) addEventListener("load", () => show().catch(() => {}));
