// Lets pads open without a network. `NAME` and `FILES` are written in front of this by
// whistclub/play/pad/offline.py: other files are another worker, which begins with the pages that are open.
const PATIENCE = 3000; // a slow network gets this long before the kept page is shown
const PAGE = /^\/t\/[^/]+\/(rules\/)?$/;
const MOST_PAGES = 24;
const isOfClub = ({ headers }) => headers.get("Answered-By") === "whistclub";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});
self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
  await self.clients.claim();
  for (const client of await self.clients.matchAll()) {
    const [pad] = new URL(client.url).pathname.match(/^\/t\/[^/]+\//);
    for (const path of [pad, `${pad}rules/`]) await keep(path).catch(() => {});
    client.postMessage("kept"); // oxlint-disable-line unicorn/require-post-message-target-origin -- to a client
  }
}

// A kept page says when it came from the club, so that it never looks live.
async function keep(path, answer) {
  const response = await (answer ?? fetch(path));
  const pages = await caches.open(NAME);
  if (!isOfClub(response) || response.redirected || response.status >= 500) return;
  if (!response.ok) return pages.delete(path);
  const html = (await response.text()).replace("<html", `<html data-saved-at="${Date.now()}"`);
  await pages.delete(path); // the oldest are the first
  await pages.put(path, new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  const kept = (await pages.keys()).filter(({ url }) => PAGE.test(new URL(url).pathname));
  for (const old of kept.slice(0, -MOST_PAGES)) await pages.delete(old);
}

async function page(answer, path) {
  const kept = await caches.match(path);
  if (!kept) return answer;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const response = await Promise.race([answer.catch(() => null), late]);
  const isAnswer = response && (isOfClub(response) || response.type === "opaqueredirect") && response.status < 500;
  return isAnswer ? response : kept;
}

self.addEventListener("fetch", (event) => {
  const { pathname: path, origin } = new URL(event.request.url);
  const isStatic = path.startsWith("/static/");
  const isPage = event.request.mode === "navigate";
  if (event.request.method !== "GET" || origin !== location.origin || !(isStatic || PAGE.test(path))) return;
  if (isStatic) return event.respondWith(caches.match(path).then((kept) => kept ?? fetch(event.request)));
  const answer = fetch(event.request);
  // Where the pad has changed while it is open, its kept page changes too.
  const isNew = ({ status, headers }) => isPage || (status === 200 && !headers.has("HX-Refresh"));
  const copy = answer.then((response) => isNew(response) && response.clone());
  event.respondWith(isPage ? page(answer, path) : copy.then(() => answer));
  event.waitUntil(copy.then((each) => each && keep(path, each)).catch(() => {}));
});
