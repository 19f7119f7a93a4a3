// Pages that follow a game ask for news every two seconds while somebody looks at them, and at once when the page is
// shown again or the network is back. Elements say `hx-trigger="live from:body"`.
const EVERY = 2000;
const offline = document.getElementById("offline");
let timer;
let over = false;

function ask() {
  clearTimeout(timer);
  if (!document.hidden && !over) {
    document.body.dispatchEvent(new Event("live"));
    // A page that was kept on the phone (static/js/pad/worker.js) is old until the club answers.
    if (document.documentElement.dataset.savedAt) heard(false);
    timer = setTimeout(ask, EVERY);
  }
}

function heard(connected) {
  if (offline) offline.hidden = connected;
  if (connected) delete document.documentElement.dataset.savedAt;
}

document.addEventListener("visibilitychange", ask);
addEventListener("pageshow", ask);
addEventListener("online", ask);
addEventListener("offline", () => heard(false));
document.body.addEventListener("htmx:sendError", () => heard(false));
document.body.addEventListener("htmx:timeout", () => heard(false));
document.body.addEventListener("htmx:beforeOnLoad", (event) => {
  heard(true);
  over ||= event.detail.xhr.status === 410;
});
// A page that was kept on the phone (static/js/pad/worker.js) is old until the club answers.
if (document.documentElement.dataset.savedAt) heard(false);
timer = setTimeout(ask, EVERY);
