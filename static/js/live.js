// Pages that follow a game ask for news every two seconds while somebody looks at them, and at once when the page is
// shown again or the network is back. Elements say `hx-trigger="live from:body"`. A page says when it last heard from
// the club: by this phone’s clock, as that is the one people compare it with.
const EVERY = 2000;
const offline = document.getElementById("offline");
const waitingForNews = new Set();
let timer;
let over = false;
let heardAt = navigator.serviceWorker?.controller ? null : Date.now();

function ask() {
  clearTimeout(timer);
  if (!document.hidden && !over) {
    document.body.dispatchEvent(new Event("live"));
    timer = setTimeout(ask, EVERY);
  }
}

// What was asked before the phone slept or lost the network may never be answered, or too late: it is dropped.
function askAgain() {
  for (const each of waitingForNews) htmx.trigger(each, "htmx:abort");
  ask();
}

function showWhen() {
  if (!heardAt) return;
  const when = new Date(heardAt);
  const isToday = when.toDateString() === new Date().toDateString();
  const time = when.toLocaleString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(isToday ? {} : { day: "numeric", month: "long" }),
  });
  for (const each of document.querySelectorAll("[data-heard]")) {
    const text = each.dataset.heard.replace("{time}", time);
    if (each.textContent !== text) each.textContent = text;
  }
}

// The club has answered, or has not: whoever asked it says so with a `connection`.
document.addEventListener("connection", ({ detail: isConnected }) => {
  if (isConnected) heardAt = Date.now();
  if (offline) offline.hidden = isConnected;
  // The bar at the bottom must not cover the end of the page.
  document.body.style.setProperty("--offline", `${offline?.offsetHeight ?? 0}px`);
  showWhen();
});
const report = (isConnected) => document.dispatchEvent(new CustomEvent("connection", { detail: isConnected }));

document.addEventListener("visibilitychange", askAgain);
addEventListener("pageshow", (event) => (event.persisted ? askAgain() : ask()));
addEventListener("online", askAgain);
addEventListener("offline", () => report(false));
document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "get") waitingForNews.add(detail.elt);
});
document.body.addEventListener("htmx:afterRequest", ({ detail }) => waitingForNews.delete(detail.elt));
document.body.addEventListener("htmx:sendError", () => report(false));
document.body.addEventListener("htmx:timeout", () => report(false));
document.body.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  report(detail.xhr.status < 500);
  over ||= detail.xhr.status === 410;
});
showWhen();
timer = setTimeout(ask, EVERY);
