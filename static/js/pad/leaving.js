// Links of a pad while the club does not answer: one that would lose the page is stopped, and the page says so.
import { fetchFromClub } from "../answers.js";
import { element } from "./elements.js";
import { page } from "./waiting.js";

const PATIENCE = 8000;
const noticeSlot = document.getElementById("notice");
let isConnected = true;
let asked = null; // the question under way
let refusal; // what the page says

// Only a worker keeps pages: static/js/pad/worker.js.
export async function opensOffline(path) {
  return Boolean(navigator.serviceWorker?.controller && (await caches.match(path)));
}

// What was asked before the network went is no news.
function dropAsked() {
  asked?.abort();
}

// A page that does not follow the game hears of the club only if it asks.
async function askClub() {
  dropAsked();
  const request = new AbortController();
  asked = request;
  const late = setTimeout(dropAsked, PATIENCE);
  let text = "";
  try {
    const options = { headers: { "HX-Request": "true" }, signal: request.signal };
    const answer = await fetchFromClub(`${page.pad}live/`, options);
    text = await answer.text();
  } catch (error) {
    if (error.name !== "AbortError" && !(error instanceof TypeError)) throw error;
  } finally {
    clearTimeout(late);
  }
  const isAnswered = text.includes('id="pad"') && !request.signal.aborted;
  if (asked === request) document.dispatchEvent(new CustomEvent("connection", { detail: isAnswered }));
}

const follows = () => document.querySelector('[hx-trigger*="every"]');

async function follow(link) {
  if (await opensOffline(link.pathname)) return location.assign(link.href);
  if (!follows()) await askClub();
  if (isConnected) return location.assign(link.href);
  refusal = element("p", "notice error", page.impossible);
  noticeSlot.replaceChildren(refusal);
}

// Once the club answers again, what was not possible is.
document.addEventListener("connection", ({ detail }) => {
  isConnected = detail;
  if (isConnected) refusal?.remove();
});
addEventListener("online", () => follows() || askClub());
addEventListener("offline", dropAsked);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (isConnected || event.defaultPrevented || !link?.protocol.startsWith("http")) return;
  if (link.origin === location.origin && link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  follow(link);
});
