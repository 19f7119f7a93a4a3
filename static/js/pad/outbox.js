// What was tapped on this phone and is not acknowledged yet, whatever pads it belongs to. Entries are kept in
// IndexedDB, in order, and sent one at a time until the club has answered; each has its own id, so sending one twice
// changes nothing.
const STORE = "entries";
const LONGEST_WAIT = 7 * 24 * 60 * 60; // seconds
const LONGEST_ANSWER = 10_000;
const LONGEST_PAUSE = 15_000;
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;
let database = null;
let entries = [];
let failures = 0;
let isSending = false;
let timer;

export const list = (game) => entries.filter((each) => !game || each.game === game);

// `crypto.randomUUID` does not exist on plain http.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

// null where the phone refuses to store anything.
function open() {
  return new Promise((resolve) => {
    setTimeout(resolve, 3000, null);
    try {
      const request = indexedDB.open("whistclub", 1);
      const opened = () => {
        // A phone may take the connection away while it sleeps.
        request.result.addEventListener("close", () => (database = null));
        resolve(request.result);
      };
      const made = () => request.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
      request.addEventListener("upgradeneeded", made);
      request.addEventListener("success", opened);
      request.addEventListener("error", () => resolve(null));
    } catch {
      resolve(null);
    }
  });
}

// What the request of `ask` finds, once it is stored for good; undefined if the phone refuses.
async function stored(ask, mode = "readwrite") {
  database ??= await open();
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const request = ask(transaction.objectStore(STORE));
      transaction.addEventListener("complete", () => resolve(request.result));
      for (const failure of ["error", "abort"]) transaction.addEventListener(failure, () => resolve(undefined));
    } catch {
      resolve(undefined);
    }
  });
}

// An entry that could not be stored has no `order`: it is in this page only, and so are all that follow it.
let storing = Promise.resolve();
async function storeNew() {
  for (const each of entries.filter((entry) => entry.order === undefined)) {
    const order = await stored((all) => all.add(each));
    if (order === undefined) return;
    each.order = order;
  }
}

async function load() {
  const found = await stored((all) => all.getAll(), "readonly");
  const isNew = (each) => each.order === undefined && !found.some(({ id }) => id === each.id);
  if (found) entries = [...found, ...entries.filter(isNew)];
}

function changed() {
  document.dispatchEvent(new Event("outbox:changed"));
}

function changedHere() {
  changed();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin
  tabs?.postMessage("changed");
}

export async function add(item) {
  entries.push(item);
  storing = storing.then(storeNew);
  await storing;
  changedHere();
  send();
}

export async function remove(...ids) {
  const gone = entries.filter((each) => ids.includes(each.id));
  if (!gone.length) return;
  entries = entries.filter((each) => !gone.includes(each));
  for (const { order } of gone) if (order !== undefined) await stored((all) => all.delete(order));
  changedHere();
  send();
}

export async function update(...items) {
  for (const item of items) {
    entries = entries.map((each) => (each.id === item.id ? item : each));
    if (item.order !== undefined) await stored((all) => all.put(item));
  }
  changedHere();
  send();
}

// The first entry of a game that a decision is needed for holds up those behind it, and no other game.
function next() {
  const held = new Set();
  for (const each of entries) {
    if (each.refusal) held.add(each.game);
    else if (!held.has(each.game)) return each;
  }
}

// What is sent of an entry. How long it has waited tells the club whether the bell had rung when it was tapped.
export function sentFields({ fields, tapped_at: tapped }) {
  const waited = Math.min(LONGEST_WAIT, Math.round((Date.now() - tapped) / 1000));
  return waited > 0 ? { ...fields, waited: String(waited) } : fields;
}

// The answer of the club; null if none came that is its own (a hotel’s network answers too).
async function post(item) {
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), LONGEST_ANSWER);
  try {
    const response = await fetch(`/t/${item.link}/${item.path}`, {
      method: "POST",
      body: new URLSearchParams(sentFields(item)),
      headers: { Accept: "application/json" },
      redirect: "manual",
      keepalive: true,
      signal: stop.signal,
    });
    const { status, ok } = response;
    if (status === 0 || status === 429 || status >= 500) return null;
    const answer = await response.json().catch(() => ({}));
    if (ok) return answer.result === "saved" ? answer : null;
    return { refusal: { status, sentences: answer.sentences ?? [], conflict: answer.conflict ?? null } };
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
  }
}

// If another phone had saved the same, later entries refer to its id from now on.
async function acknowledged(item, { entry = item.id, next: address }) {
  for (const each of entries) {
    for (const name of ["replaces", "last", "hand"]) {
      if (entry === item.id || each.fields[name] !== item.id) continue;
      each.fields[name] = entry;
      if (each.order !== undefined) await stored((all) => all.put(each));
    }
  }
  document.dispatchEvent(new CustomEvent("outbox:saved", { detail: { item, entry, next: address } }));
  await remove(item.id);
}

async function sendAll() {
  await load();
  for (let item = next(); item; item = next()) {
    const answer = await post(item);
    document.dispatchEvent(new CustomEvent("connection", { detail: answer !== null }));
    if (!answer) {
      failures += 1;
      return;
    }
    failures = 0;
    if (!answer.refusal) await acknowledged(item, answer);
    else await update({ ...item, refusal: answer.refusal });
  }
}

// One page sends at a time where the browser can arrange that; else the ids keep it right.
export async function send() {
  if (isSending || !next()) return;
  clearTimeout(timer);
  isSending = true;
  try {
    if (navigator.locks) await navigator.locks.request("outbox", { ifAvailable: true }, (lock) => lock && sendAll());
    else await sendAll();
  } finally {
    isSending = false;
    const pause = Math.min(LONGEST_PAUSE, 1000 * 2 ** Math.max(0, failures - 1)) * (0.75 + Math.random() / 4);
    if (next()) timer = setTimeout(send, pause);
  }
}

export async function start() {
  tabs?.addEventListener("message", () => load().then(changed));
  addEventListener("online", send);
  addEventListener("pageshow", (event) => event.persisted && load().then(changed).then(send));
  document.addEventListener("visibilitychange", () => document.hidden || send());
  await load();
  changed();
  send();
}
