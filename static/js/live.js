// Pages that follow a game: an element with `data-live` is fetched again from that address every two seconds while
// somebody looks at the page, and at once when the page is shown again, the network is back, or something was saved
// here (`changed` on the body). With `data-live-now` it is fetched as soon as it is there.
const EVERY = 2000;
const PATIENCE = 8000;
const offline = document.getElementById("offline");
const asked = new Map();
let timer;
let over = false;

const announce = (name, detail) => document.body.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));

function heard(connected) {
  if (offline) offline.hidden = connected;
}

function ask() {
  clearTimeout(timer);
  if (document.hidden || over) return;
  for (const element of document.querySelectorAll("[data-live]")) if (!asked.has(element)) refresh(element);
  timer = setTimeout(ask, EVERY);
}

async function refresh(element) {
  const request = new AbortController();
  asked.set(element, request);
  const late = setTimeout(() => request.abort(), PATIENCE);
  try {
    const headers = { "HX-Request": "true" };
    const response = await fetch(element.dataset.live, { headers, signal: request.signal });
    const text = await response.text();
    heard(true);
    announce("live:answer", { response });
    if (element.isConnected) take(element, response, text);
  } catch (error) {
    // What was asked before a change is no news: it is asked again.
    if (asked.get(element) !== request) return;
    if (error.name !== "AbortError" && !(error instanceof TypeError)) throw error;
    heard(false);
  } finally {
    clearTimeout(late);
    if (asked.get(element) === request) asked.delete(element);
  }
}

function take(element, response, text) {
  over ||= response.status === 410;
  if (response.headers.has("HX-Refresh")) return location.reload();
  if (response.headers.has("HX-Redirect")) return location.assign(response.headers.get("HX-Redirect"));
  if (response.status === 204 || response.status >= 500) return;
  // A refusal: what is shown is no longer to be had.
  if (!response.ok && !announce("live:refused", { element, text })) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById(element.id);
  const focused = document.activeElement?.id;
  announce("live:before", { element });
  if (fresh) element.replaceWith(fresh);
  else element.replaceWith(...page.body.childNodes);
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  announce("live:after", { element: fresh });
  for (const each of document.querySelectorAll("[data-live-now]")) if (!asked.has(each)) refresh(each);
}

document.body.addEventListener("changed", () => {
  for (const request of asked.values()) request.abort();
  asked.clear();
  ask();
});
document.addEventListener("visibilitychange", ask);
addEventListener("pageshow", ask);
addEventListener("online", ask);
addEventListener("offline", () => heard(false));
timer = setTimeout(ask, EVERY);
