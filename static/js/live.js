// Pages that follow a game or a party. htmx asks for their parts again (`hx-trigger="every …"`); here is when it must
// not, and what the page says of it: nothing is asked while nobody looks, but at once when the page is shown again, the
// network is back, or something was saved here (`changed` on the body). The page says when it last heard from the club:
// by this phone’s clock, as that is the one people compare it with.
const SILENCE = 3000; // after which the page says that it hears nothing
const DOUBLE_TAP = 500;
const FOLLOWING = '[hx-trigger*="every"]';
const { body, documentElement: root } = document;
const offline = document.getElementById("offline");
const slot = document.getElementById("notice"); // what is said of what was just tapped, on pages that have it
let over = false;
let isConnected = true;
// A page that was kept on the phone came from the club then: static/js/pad/worker.js.
const savedAt = Number(root.dataset.savedAt);
let heardAt = savedAt || Date.now();

const announce = (name, detail) => body.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
const report = (detail) => document.dispatchEvent(new CustomEvent("connection", { detail }));

// `handle(event, part, xhr)` hears of each question of a part that follows.
function on(names, handle) {
  for (const name of names.split(" "))
    body.addEventListener(`htmx:${name}`, (event) => {
      const part = event.detail.requestConfig?.elt;
      if (part?.matches(FOLLOWING)) handle(event, part, event.detail.xhr);
    });
}

on("beforeRequest", (event) => {
  if (document.hidden || over) event.preventDefault();
});
on("beforeSend", (_event, _part, xhr) => (xhr.silent = setTimeout(report, SILENCE, false)));
on("afterRequest", (_event, _part, xhr) => clearTimeout(xhr.silent));
on("sendError timeout", () => report(false));

// Other networks answer in place of the club, for example a hotel’s with its sign-in, and with any status; and another
// page than the part that was asked for is no answer. The club’s own are marked: whistclub/web/answers.py.
const isOfClub = (xhr) => xhr.getResponseHeader("Answered-By") === "whistclub" && xhr.status < 500;
const isOfPart = (part, { status, response }) => !response || status >= 400 || response.includes(`id="${part.id}"`);

on("beforeOnLoad", (event, part, xhr) => {
  const isAnswer = isOfClub(xhr) && isOfPart(part, xhr);
  report(isAnswer);
  if (!isAnswer) return event.preventDefault();
  const leaves = xhr.getResponseHeader("HX-Redirect") ?? xhr.getResponseHeader("HX-Refresh");
  if (!leaves || announce("leaving")) return;
  // What is typed or asked here keeps the page from following.
  event.preventDefault();
  const notice = document.getElementById("outdated");
  if (notice) notice.hidden = false;
});

// What a finger is on stays until it is lifted, or the tap would be lost; the next answer is shown instead.
const LONGEST_TAP = 1000; // one that began a swipe never becomes a click
let heldUntil = 0;
addEventListener("pointerdown", () => (heldUntil = performance.now() + LONGEST_TAP), true);
addEventListener("click", () => (heldUntil = 0), true);

on("beforeSwap", ({ detail }, part, xhr) => {
  detail.isError = false;
  if (performance.now() < heldUntil) return (detail.shouldSwap = false);
  detail.shouldSwap = xhr.swaps = xhr.status < 400 ? xhr.status !== 204 : isRefusalShown(part, xhr);
  if (!xhr.swaps) return;
  // Some answer with their whole page.
  if (xhr.status < 400) detail.selectOverride = `#${part.id}`;
  announce("live:before", { element: part });
});
on("afterOnLoad", (_event, part, xhr) => {
  if (xhr.swaps) announce("live:after", { element: document.getElementById(part.id) });
});

// In place of what everyone sees alike, and once; or beside what somebody has chosen, which can still be read.
function isRefusalShown(part, { status, response }) {
  over ||= status === 410;
  document.getElementById("own")?.remove();
  part.inert = "stays" in part.dataset && [404, 410].includes(status);
  if ("stays" in part.dataset) slot.innerHTML = response;
  return !("stays" in part.dataset);
}

// What comes along is left alone where it is the same: nobody loses what they type there.
body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { same } = detail.target.dataset;
  detail.shouldSwap = same === undefined || same !== detail.fragment.firstElementChild.dataset.same;
});

// What was asked before the phone slept or lost the network may never be answered, or too late; what was asked before
// something was saved is no news.
function drop() {
  for (const each of document.querySelectorAll(FOLLOWING)) htmx.trigger(each, "htmx:abort");
}
body.addEventListener("changed", drop);
const ask = () => announce("changed");
document.addEventListener("visibilitychange", ask);
for (const event of ["pageshow", "online"]) addEventListener(event, ask);
addEventListener("offline", () => {
  drop();
  report(false);
});
// A page that follows nothing hears of the network only.
addEventListener("online", () => document.querySelector(FOLLOWING) || report(true));

// --- Links and forms need the club; forms that wait for it by themselves send nothing here -----------------------

function impossible(event) {
  event?.preventDefault();
  if (over) return;
  const notice = Object.assign(document.createElement("p"), { className: "notice error impossible" });
  notice.textContent = slot.dataset.impossible;
  slot.replaceChildren(notice);
}

async function follow(event) {
  const link = event.target.closest("a[href]");
  if (isConnected || !link || (link.pathname === location.pathname && link.hash)) return;
  event.preventDefault();
  if ("caches" in window && (await caches.match(link.pathname))) location.assign(link.href);
  else impossible();
}

const isForm = ({ detail }) => (detail.requestConfig?.elt ?? detail.elt).matches?.("form");

if (slot) {
  document.addEventListener("click", follow);
  // The second tap of two would press what has come in the place of the first button.
  let tap = {};
  let sent = { timeStamp: -Infinity };
  const isTwice = () =>
    tap.timeStamp < sent.timeStamp + DOUBLE_TAP &&
    Math.hypot(tap.clientX - sent.clientX, tap.clientY - sent.clientY) < 40;
  document.addEventListener("click", (event) => (tap = event), true);
  body.addEventListener("htmx:confirm", (event) => {
    if (!isForm(event)) return;
    if (!isConnected) impossible(event);
    else if (isTwice()) event.preventDefault();
    else sent = tap;
  });
  for (const event of ["htmx:sendError", "htmx:timeout"])
    body.addEventListener(event, (each) => isForm(each) && impossible());
  // A refusal is an answer.
  body.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (!isForm(event) || xhr.status < 400) return;
    Object.assign(event.detail, { shouldSwap: isOfClub(xhr), isError: false });
    if (!isOfClub(xhr)) impossible();
  });
  // htmx overlooks a button outside its form.
  body.addEventListener("htmx:configRequest", ({ detail: { triggeringEvent, parameters } }) => {
    const { name, value } = triggeringEvent?.submitter ?? {};
    if (name) parameters[name] = value;
  });
}

// --- What the page says of the connection. Each script that asks the club reports whether it got an answer -------

document.addEventListener("connection", ({ detail }) => {
  isConnected = detail;
  if (isConnected) {
    heardAt = Date.now();
    slot?.querySelector(".impossible")?.remove();
  }
  if (offline) offline.hidden = isConnected;
  showWhen();
});

function showWhen() {
  const when = new Date(heardAt);
  const day = when.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "long" };
  const time = when.toLocaleString(root.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...day });
  for (const each of document.querySelectorAll("[data-heard]")) {
    const text = each.dataset.heard.replace("{time}", time);
    if (each.textContent !== text) each.textContent = text;
  }
}

// The page ends above what stays at the bottom of the screen: on a pad that holds the waiting entries too.
const bar = offline?.closest(".waiting") ?? offline;
function leaveRoom() {
  const height = getComputedStyle(bar).position === "fixed" ? bar.offsetHeight : 0;
  body.style.setProperty("--offline", `${height}px`);
}
if (bar) new ResizeObserver(leaveRoom).observe(bar, { box: "border-box" });

showWhen();
// It is old until the club answers. (Later modules listen too.)
if (savedAt) document.addEventListener("DOMContentLoaded", () => report(false));
