// Pages that follow a game: an element with `data-live` is fetched again from that address about every `data-poll`
// milliseconds (of the root element) while somebody looks at the page, and at once when the page is shown again, the
// network is back, or something was saved here (`changed` on the body). With `data-live-now` it is fetched as soon as
// it is there. Where the root element has `data-wait`, a question may wait so many seconds at the club for news: fewer
// are asked, and news come sooner. But a page that was asleep or heard nothing asks for an answer at once. A page says
// when it last heard from the club: by this phone’s clock, as that is the one people compare it with.
import { fetchFromClub } from "./answers.js";

const EVERY = Number(document.documentElement.dataset.poll);
// Phones that heard of the same round at the same moment do not ask together for ever.
const SPREAD = 0.1;
const WAIT = Number(document.documentElement.dataset.wait ?? 0);
const SILENCE = 3000; // beyond the wait, after which the page says that it hears nothing
const PATIENCE = 8000; // an answer that comes in this time beyond the wait is taken
const offline = document.getElementById("offline");
const asked = new Map();
let timer;
let over = false;
let hears = true; // the club answered the last question; none since may have been lost
// A page that was kept on the phone came from the club then: static/js/pad/worker.js.
const savedAt = Number(document.documentElement.dataset.savedAt);
let heardAt = savedAt || Date.now();

const announce = (name, detail) => document.body.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));

function ask() {
  clearTimeout(timer);
  if (document.hidden || over) return;
  for (const element of document.querySelectorAll("[data-live]")) if (!asked.has(element)) refresh(element);
  askForOwn();
  askLater();
}

function askLater() {
  timer = setTimeout(ask, EVERY * (1 + SPREAD * (2 * Math.random() - 1)));
}

// What everyone sees alike lists in `data-versions` the parts that hold now. What is one’s own stands apart: with
// another `data-version` than these, it is fetched again from its address, `data-apart`.
function askForOwn() {
  const hold = new Set(document.querySelector("[data-versions]")?.dataset.versions.split(" "));
  for (const own of document.querySelectorAll("[data-apart]")) {
    if (!hold.has(own.dataset.version) && !asked.has(own)) refresh(own, own.dataset.apart);
  }
}

// What was asked before the phone slept or lost the network may never be answered, or too late; what was asked before
// something was saved is no news.
function dropAsked() {
  hears = false;
  for (const request of asked.values()) request.abort();
  asked.clear();
}

function askAgain() {
  dropAsked();
  ask();
}

async function refresh(element, address = element.dataset.live) {
  const request = new AbortController();
  asked.set(element, request);
  const wait = hears ? WAIT : 0;
  const silent = setTimeout(report, SILENCE + 1000 * wait, false);
  const late = setTimeout(() => request.abort(), PATIENCE + 1000 * wait);
  try {
    const headers = { "HX-Request": "true", ...(wait && { Prefer: `wait=${wait}` }) };
    // With its cache, the browser would ask one after the other for two windows that show the same.
    const response = await fetchFromClub(address, { headers, signal: request.signal, cache: "no-store" });
    const text = await response.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const isConnected = isAnswer(element, response, page);
    report(isConnected);
    if (!isConnected) return;
    announce("live:answer", { response });
    if (element.isConnected) take(element, response, text, page);
  } catch (error) {
    if (error.name !== "AbortError" && !(error instanceof TypeError)) throw error;
    if (asked.get(element) === request) report(false);
  } finally {
    clearTimeout(silent);
    clearTimeout(late);
    if (asked.get(element) === request) asked.delete(element);
  }
}

// Another page than the one that was asked for is no answer.
function isAnswer(element, { ok, status, headers }, page) {
  if (status >= 500) return false;
  if (!ok || status === 204 || headers.has("HX-Refresh") || headers.has("HX-Redirect")) return true;
  return Boolean(page.getElementById(element.id));
}

function take(element, response, text, page) {
  if (!response.ok && element.dataset.apart) return; // the rest of the page is refused too, and says why
  over ||= response.status === 410;
  const { headers } = response;
  const leads = headers.has("HX-Refresh") || headers.has("HX-Redirect");
  if (leads && !announce("leaving", { to: headers.get("HX-Redirect") ?? location.href })) return sayOutdated();
  if (headers.has("HX-Refresh")) return location.reload();
  if (headers.has("HX-Redirect")) return location.assign(headers.get("HX-Redirect"));
  if (response.status === 204) return;
  if (!response.ok && !announce("live:refused", { element, text, status: response.status })) return;
  const fresh = page.getElementById(element.id);
  const focused = document.activeElement?.id;
  announce("live:before", { element });
  if (fresh) element.replaceWith(fresh);
  else sayRefused(element, page);
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  for (const each of page.querySelectorAll("[data-also]")) takeAlso(each);
  announce("live:after", { element: fresh });
  if (fresh?.dataset.versions) askForOwn();
  for (const each of document.querySelectorAll("[data-live-now]")) if (!asked.has(each)) refresh(each);
}

// The reason comes once, in place of what everyone sees alike and of what is one’s own.
function sayRefused(element, page) {
  for (const own of document.querySelectorAll("[data-apart]")) own.remove();
  element.replaceWith(...page.body.childNodes);
}

// What is typed or asked here keeps the page from following.
function sayOutdated() {
  const notice = document.getElementById("outdated");
  if (notice) notice.hidden = false;
}

// Parts elsewhere on the page come along by their id: nobody loses what they type there while nothing changed in them.
function takeAlso(fresh) {
  const old = document.getElementById(fresh.id);
  if (old && old.dataset.same !== fresh.dataset.same) old.replaceWith(fresh);
}

function showWhen() {
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

// Each script that asks the club reports with a `connection` event whether it got an answer.
document.addEventListener("connection", ({ detail: isConnected }) => {
  hears = isConnected;
  if (isConnected) heardAt = Date.now();
  if (offline) offline.hidden = isConnected;
  showWhen();
});
const report = (isConnected) => document.dispatchEvent(new CustomEvent("connection", { detail: isConnected }));

// The page ends above what stays at the bottom of the screen: on a pad that holds the waiting entries too.
const bar = offline?.closest(".waiting") ?? offline;
function leaveRoom() {
  const height = getComputedStyle(bar).position === "fixed" ? bar.offsetHeight : 0;
  document.body.style.setProperty("--offline", `${height}px`);
}
if (bar) new ResizeObserver(leaveRoom).observe(bar, { box: "border-box" });

document.body.addEventListener("changed", askAgain);
document.addEventListener("visibilitychange", askAgain);
addEventListener("pageshow", (event) => (event.persisted ? askAgain() : ask()));
addEventListener("online", askAgain);
addEventListener("offline", () => {
  dropAsked();
  report(false);
});
showWhen();
// It is old until the club answers. (Later modules listen too.)
if (savedAt) document.addEventListener("DOMContentLoaded", () => report(false));
for (const each of document.querySelectorAll("[data-live-now]")) refresh(each);
askLater();
