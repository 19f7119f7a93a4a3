// What was tapped on this phone and is not acknowledged yet, whatever pads it belongs to. Entries are kept in
// IndexedDB, in order, and sent one at a time until the club has answered; each has its own id, so sending one twice
// changes nothing. What is acknowledged stays for days, with the time at which it was: without a network, this page may
// be an older one, and so may that of another tab. Each leaves out what it knows.
//
// Over 300 lines because what is stored, sent and acknowledged is one list, which each of them changes.
import { fetchFromClub } from "../answers.js";

const STORE = "entries";
const MARK = 0; // the row that tells a database from one that was made later
const LONGEST_WAIT = 7 * 24 * 60 * 60; // seconds
const LONGEST_ANSWER = 10_000;
const LONGEST_PAUSE = 15_000;
const MOST_DENIALS = 10; // about one in a second
const KEPT_FOR = 7 * 24 * 60 * 60 * 1000; // milliseconds
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;
let database = null;
let mark; // of the database in which the entries here have their `order`
let entries = [];
let failures = 0;
let isSending = false;
let isCut = false; // no answer at all came to the last attempt
let denials = 0; // how often another page was sending
let losses = 0; // how often the phone lost its network
let timer;

const isWaiting = ({ fields }) => !fields.acknowledged;
const isOld = ({ fields }) => Date.now() - fields.acknowledged > KEPT_FOR;
export const list = (game) => entries.filter((each) => isWaiting(each) && (!game || each.game === game));
export const listAcknowledged = (game) => entries.filter((each) => !isWaiting(each) && each.game === game);

// `crypto.randomUUID` does not exist on plain http.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function open() {
  return new Promise((resolve, reject) => {
    setTimeout(reject, 3000);
    const request = indexedDB.open("whistclub", 1);
    // To all that read entries, the mark is one that was acknowledged, of no game.
    const made = () => {
      const all = request.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
      all.put({ order: MARK, id: newId(), game: "", fields: { acknowledged: Infinity } });
    };
    // A phone may take the connection away while it sleeps; and people remove what a site has stored.
    const lost = () => {
      request.result.close();
      database = null;
      follow();
    };
    const opened = () => {
      for (const loss of ["close", "versionchange"]) request.result.addEventListener(loss, lost);
      resolve(request.result);
    };
    request.addEventListener("upgradeneeded", made);
    request.addEventListener("success", opened);
    request.addEventListener("error", reject);
  });
}

// The rows of the store. An entry that has an `order` and no row was removed by another tab; but in a database that was
// made since, no entry of this page has a row yet.
function rowsOf(found) {
  const id = found.find(({ order }) => order === MARK)?.id;
  if (id !== mark) for (const each of entries) delete each.order;
  mark = id;
  return found.filter(({ order }) => order !== MARK);
}

// What `ask` asks of the store and its rows, in one transaction, once it is done for good; null if the phone refuses.
async function stored(ask) {
  database ??= await open().catch(() => null);
  const used = database;
  return new Promise((resolve) => {
    let asked;
    // The next attempt opens the database again: this connection may be lost.
    const refused = () => {
      used?.close();
      if (database === used) database = null;
      resolve(null);
    };
    try {
      const transaction = used.transaction(STORE, "readwrite", { durability: "strict" });
      const all = transaction.objectStore(STORE);
      const found = all.getAll();
      found.addEventListener("success", () => {
        try {
          asked = ask(all, rowsOf(found.result));
        } catch {
          transaction.abort();
        }
      });
      transaction.addEventListener("complete", () => resolve(asked));
      transaction.addEventListener("abort", refused);
    } catch {
      refused();
    }
  });
}

// One change after the other, of the store and of what this page has of it.
let work = Promise.resolve();
const inOrder = (job) => (work = work.then(job, job));

// An entry that could not be stored has no `order`: it is in this page only, and so are all that follow it. It is
// stored as soon as the phone has room again.
async function storeNew(takeOver = () => {}) {
  const asked = await stored((all, rows) => {
    const fresh = entries.filter((each) => each.order === undefined && !rows.some(({ id }) => id === each.id));
    takeOver(rows, fresh);
    return fresh.map((each) => [each, all.add(each)]);
  });
  for (const [each, { result }] of asked ?? []) each.order = result;
}

const load = () => inOrder(() => storeNew((rows, fresh) => (entries = [...rows, ...fresh])));

// Makes other entries of them, here and in the store.
const change = (edit) =>
  inOrder(async () => {
    const before = entries;
    entries = edit(before);
    await stored((all, rows) => {
      for (const { id, order } of rows) {
        const now = entries.find((each) => each.order === order || each.id === id);
        if (now && !before.includes(now)) all.put({ ...now, order });
        else if (!now && before.some((each) => each.id === id)) all.delete(order);
      }
    });
  });

function changed() {
  document.dispatchEvent(new Event("outbox:changed"));
}

const positions = () => String(list().map(({ id, order }) => [id, order]));

// What other tabs have stored or removed meanwhile.
async function follow() {
  const before = positions();
  await load();
  if (positions() !== before) changed();
}

function changedHere() {
  changed();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin
  tabs?.postMessage("changed");
}

// It is stored at once, before anything else is done: the page may be closed with the same tap.
export async function add(item) {
  entries.push(item);
  const storing = storeNew();
  await inOrder(() => storing);
  changedHere();
  send();
}

const asAcknowledged = (item) => ({ ...item, fields: { ...item.fields, acknowledged: Date.now() } });

// What waits here and the club has by another way, as `known` says, is not sent again.
export async function settle(known) {
  const isMoot = (each) => isWaiting(each) && known.includes(each.id);
  if (!entries.some((each) => isMoot(each) || isOld(each))) return;
  await change((all) => all.filter((each) => !isOld(each)).map((each) => (isMoot(each) ? asAcknowledged(each) : each)));
  changedHere();
  send();
}

export async function remove(...ids) {
  if (!entries.some(({ id }) => ids.includes(id))) return;
  await change((all) => all.filter(({ id }) => !ids.includes(id)));
  changedHere();
  send();
}

// Removes some and changes others, in one step. What the club has by now stays as it is.
export async function exchange(gone, items) {
  const updated = (each) => {
    const item = isWaiting(each) && items.find(({ id }) => id === each.id);
    return item && each.order !== undefined ? { ...item, order: each.order } : item || each;
  };
  await change((all) => all.filter(({ id }) => !gone.includes(id)).map(updated));
  changedHere();
  send();
}

export const update = (...items) => exchange([], items);

// The first entry of a game that a decision is needed for holds up those behind it, and no other game.
function next() {
  const held = new Set();
  for (const each of list()) {
    if (each.refusal) held.add(each.game);
    else if (!held.has(each.game)) return each;
  }
}

// What is sent of an entry. How long it has waited tells the club whether the bell had rung when it was tapped.
function sentFields({ fields, tapped_at: tapped }) {
  const waited = Math.min(LONGEST_WAIT, Math.round((Date.now() - tapped) / 1000));
  return waited > 0 ? { ...fields, waited: String(waited) } : fields;
}

// The answer of the club; null if none came, or none that says whether this is saved.
async function post(item) {
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), LONGEST_ANSWER);
  try {
    const response = await fetchFromClub(`/t/${item.link}/${item.path}`, {
      method: "POST",
      body: new URLSearchParams(sentFields(item)),
      headers: { Accept: "application/json" },
      redirect: "manual",
      keepalive: true,
      signal: stop.signal,
    });
    const { status, ok } = response;
    isCut = false;
    if (status === 0 || status === 429 || status >= 500) return null;
    const answer = await response.json().catch(() => ({}));
    if (ok) return answer.result === "saved" ? answer : null;
    const { sentences = [], conflict = null, closed = null, final = false } = answer;
    return { refusal: { status, sentences, conflict, closed, final } };
  } catch {
    isCut = true;
    return null;
  } finally {
    clearTimeout(patience);
  }
}

// If another phone had saved the same, later entries refer to its id from now on.
export function renamed(item, from, to) {
  const names = ["replaces", "after", "last", "hand"].filter((name) => from !== to && item.fields[name] === from);
  if (!names.length) return item;
  return { ...item, fields: { ...item.fields, ...Object.fromEntries(names.map((name) => [name, to])) } };
}

async function acknowledged(item, { entry = item.id, next: address, sentences }) {
  const isWanted = list().some(({ id }) => id === item.id); // or it was cancelled while it was being sent
  const saved = asAcknowledged({ id: entry, fields: { ...item.fields, uid: entry } });
  await change((all) =>
    all
      // These two change the game only once.
      .filter(({ id, kind }) => id !== item.id || !["end", "again"].includes(kind))
      .map((each) => (each.id === item.id ? { ...each, ...saved } : renamed(each, item.id, entry))),
  );
  document.dispatchEvent(new CustomEvent("outbox:saved", { detail: { item, isWanted, next: address, sentences } }));
  changedHere();
}

async function sendAll() {
  await follow();
  for (let item = next(); item; item = next()) {
    const before = losses;
    const answer = await post(item);
    // An answer to what was sent before the network went says nothing of the network.
    const isNews = losses === before;
    if (isNews) document.dispatchEvent(new CustomEvent("connection", { detail: answer !== null }));
    if (!answer) {
      failures += 1;
      return;
    }
    failures = 0;
    if (!answer.refusal) await acknowledged(item, answer);
    else await update({ ...item, refusal: answer.refusal });
  }
}

// One page sends at a time where the browser can arrange that; else the ids keep it right. One that sleeps meanwhile
// holds up the others only for a while.
function sendIfFree(lock) {
  denials = lock ? 0 : denials + 1;
  return (lock || denials > MOST_DENIALS) && sendAll();
}

export async function send() {
  if (isSending || !next()) return;
  clearTimeout(timer);
  isSending = true;
  try {
    if (navigator.locks) await navigator.locks.request("outbox", { ifAvailable: true }, sendIfFree);
    else await sendAll();
  } finally {
    isSending = false;
    const pause = Math.min(LONGEST_PAUSE, 1000 * 2 ** Math.max(0, failures - 1)) * (0.75 + Math.random() / 4);
    if (next()) timer = setTimeout(send, pause);
  }
}

export async function start(known) {
  const begin = async () => {
    await load();
    await settle(known());
    changed();
    send();
  };
  // The page hears the club again sooner than the next attempt.
  document.addEventListener("connection", ({ detail }) => detail && isCut && send());
  tabs?.addEventListener("message", () => load().then(changed));
  addEventListener("online", send);
  addEventListener("offline", () => (losses += 1));
  addEventListener("pageshow", (event) => event.persisted && begin());
  document.addEventListener("visibilitychange", () => document.hidden || begin());
  await begin();
}
