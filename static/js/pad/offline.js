// Has this pad kept on the phone, where the browser allows it (https, or this computer), and says whether it is. On
// plain http, a phone that trusts the club’s https is offered to change over.
import { list } from "./outbox.js";

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

async function offerHttps() {
  const { secure, page, change } = line.dataset;
  await fetch(`${secure}${line.dataset.worker}`, { mode: "no-cors", cache: "no-store" });
  const link = line.querySelector("a");
  const { href, textContent } = link;
  // What waits on this phone would stay behind: https has an outbox of its own.
  const offer = () => {
    const isWaiting = list().length > 0;
    link.href = isWaiting ? href : secure + page;
    link.textContent = isWaiting ? textContent : change;
  };
  document.addEventListener("outbox:changed", offer);
  offer();
}

// Where the browser refuses, the line that came with the page is the truth.
async function show() {
  if ("serviceWorker" in navigator) {
    if (await isKept()) line.textContent = line.dataset.opens;
  } else if (line.dataset.secure) await offerHttps();
}

// Not before the page is complete: what is kept for later must not slow it down. The page of a correction has no line.
if (line) addEventListener("load", () => show().catch(() => {}));
