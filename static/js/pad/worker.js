// Lets pads work offline. It keeps each pad's page, its rules card and the files they use, and answers with
// them when the club does not answer. A kept page is marked with the time it came from the club (`data-saved-at`), so
// that it never looks live. Only pads are kept; organisers’ pages are out of reach of this worker.
const KEPT = "pads-1";
const MOST_PADS = 12;
const PATIENCE = 3000; // a slow network gets this long before the kept page is shown
const LONGEST_ANSWER = 20_000; // milliseconds for one file: what comes later would hold up all that follows
const PAD = /^\/t\/[^/]+\//;
const KEPT_PAGE = /^\/t\/[^/]+\/(rules\/)?$/;
const LIVE = /^\/t\/[^/]+\/live\/$/;
const NEVER_CHANGES = /\.[0-9a-f]{8,}\.\w+$/; // the file’s hash is in its name
// What each kind of text needs. In a page only attributes: a name may read “url(…)”, but its quotes are escaped.
const LINKS = {
  css: /url\(["']?([^"')]+)["']?\)/g,
  js: /(?:from|import)\s*\(?\s*["']([./][\w./-]+)["']/g,
  page: /<[a-z][^>]*\s(?:href|src)="([^"]+)"/g,
};
// Where the page of a pad is renewed while it is open: templates/play/pad.html.
const RENEWED = /<!-- live -->[^]*<!-- \/live -->/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.clients.claim();
}

// One change after the other: what came from the club later is kept later.
let work = Promise.resolve();
const inOrder = (job) => (work = work.then(job, job));
const get = (address) => fetch(address, { signal: AbortSignal.timeout(LONGEST_ANSWER) });
// As static/js/answers.js says it to pages. Of a redirection nothing can be known.
const isOfClub = ({ type, headers }) => type === "opaqueredirect" || headers.get("Answered-By") === "whistclub";

// A page asks whether it is kept. One that was loaded without the worker is loaded again, to keep it.
self.addEventListener("message", (event) => {
  const { path, again } = event.data;
  const load = async () => again && keep(path, await get(path));
  const isKept = async () => Boolean(await (await caches.open(KEPT)).match(path));
  const answer = async () => event.ports[0].postMessage(await isKept());
  event.waitUntil(inOrder(load).then(answer, answer));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname: path } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (path.startsWith("/static/")) event.respondWith(file(request, path));
  else if (LIVE.test(path)) follow(event, path.match(PAD)[0]);
  else if (request.mode === "navigate" && PAD.test(path)) open(event, path);
});

async function file(request, path) {
  const kept = await (await caches.open(KEPT)).match(path);
  if (!kept) return fetch(request);
  return NEVER_CHANGES.test(path) ? kept : fetch(request).catch(() => kept);
}

// The pad has changed while it is open: its kept page changes too.
function follow(event, path) {
  const answer = fetch(event.request);
  event.waitUntil(answer.then((response) => renew(path, response.clone())).catch(() => {}));
  event.respondWith(answer);
}

function open(event, path) {
  const answer = fetch(event.request);
  if (KEPT_PAGE.test(path)) {
    event.waitUntil(answer.then((response) => keepAsCopy(path, response.clone())).catch(() => {}));
  }
  event.respondWith(inTime(answer, path));
}

// The club’s answer; the kept page if it is late or broken; the pad instead of a page that is not kept.
async function inTime(answer, path) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(path);
  if (kept) {
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    const response = await Promise.race([answer.catch(() => null), late]);
    return response && isOfClub(response) && response.status < 500 ? response : kept;
  }
  const [pad] = path.match(PAD);
  const padIsKept = await cache.match(pad);
  return padIsKept ? answer.catch(() => Response.redirect(pad)) : answer;
}

async function keepAsCopy(path, response) {
  await response.clone().text(); // it has come as a whole before its turn
  await inOrder(() => keep(path, response));
}

// Files first: a page that is kept is complete.
async function keep(path, response) {
  if (!isOfClub(response)) return;
  const cache = await caches.open(KEPT);
  if (response.status === 404 || response.status === 410) return forget(cache, path);
  if (!response.ok || response.redirected) return;
  const html = await response.text();
  let isNew = false;
  await filesOf(html, path, async (address) => {
    const kept = await cache.match(address);
    if (kept && NEVER_CHANGES.test(address)) return kept;
    const loaded = await get(address);
    if (!loaded.ok || !isOfClub(loaded)) throw new Error(address);
    await cache.put(address, loaded.clone());
    isNew ||= !kept;
    return loaded;
  });
  await cache.put(path, marked(html, response.headers));
  const rules = `${path.match(PAD)[0]}rules/`;
  if (!(await cache.match(rules))) await keep(rules, await get(rules));
  if (isNew) await sweep(cache);
}

async function renew(path, response) {
  if (response.status !== 200) return;
  const part = await response.text();
  if (!part.includes('id="pad"')) return;
  await inOrder(async () => {
    const cache = await caches.open(KEPT);
    const kept = await cache.match(path);
    if (!kept) return;
    const html = (await kept.text()).replace(RENEWED, () => `<!-- live -->${part}<!-- /live -->`);
    await cache.put(path, marked(html, kept.headers));
  });
}

function marked(html, headers) {
  const kept = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "vary"]) kept.delete(name);
  const page = html.replace(/<html( data-saved-at="\d*")?/, `<html data-saved-at="${Date.now()}"`);
  return new Response(page, { headers: kept });
}

async function forget(cache, path) {
  const [pad] = path.match(PAD);
  for (const each of new Set([path, pad, `${pad}rules/`])) await cache.delete(each);
}

// The addresses of all files that a text needs, and that these need in turn; `load` gets each of them.
async function filesOf(text, base, load) {
  const found = linked(text, base);
  for (const address of found) {
    const response = await load(address);
    if (!/\.(css|js)$/.test(address)) continue;
    for (const each of linked(await response.text(), address)) if (!found.includes(each)) found.push(each);
  }
  return found;
}

function linked(text, base) {
  const links = LINKS[base.match(/\.(css|js)$/)?.[1] ?? "page"];
  const addresses = [...text.matchAll(links)].map((match) => new URL(match[1], new URL(base, location)));
  const ours = addresses.filter(
    ({ origin, pathname }) => origin === location.origin && pathname.startsWith("/static/"),
  );
  return [...new Set(ours.map(({ pathname }) => pathname))];
}

// Pads of long ago go, and files that no page needs any more.
async function sweep(cache) {
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const pads = paths.filter((path) => path.match(PAD)?.[0] === path); // the oldest first
  for (const pad of pads.slice(0, -MOST_PADS)) await forget(cache, pad);
  const needed = new Set();
  for (const path of paths.filter((each) => KEPT_PAGE.test(each))) {
    const page = await cache.match(path);
    if (!page) continue;
    const files = await filesOf(await page.text(), path, (address) => cache.match(address));
    for (const each of files) needed.add(each);
  }
  for (const path of paths) if (path.startsWith("/static/") && !needed.has(path)) await cache.delete(path);
}
