// Hands that were tapped and are not on the page of the club yet, of all games of this phone. Each has a key of its
// own in localStorage, so that two tabs never overwrite each other, and its own id, so that sending it twice changes
// nothing.
import { fetchFromClub } from "../answers.js";

const PREFIX = "hand ";
const LONGEST_ANSWER = 10_000;
const LONGEST_PAUSE = 15_000;
const LONGEST_WAIT = 7 * 24 * 60 * 60; // seconds
const page = document.getElementById("waiting").dataset;
const unstored = new Map(); // where the phone refuses to store anything: as long as the page is open
let failures = 0;
let timer;
let isSending = false;

const changed = () => document.dispatchEvent(new Event("outbox"));

export function storage(use) {
  try {
    return use(localStorage);
  } catch {
    return null; // blocked, or full
  }
}

// In the order of the taps, whatever the clock says.
export function list(game) {
  const stored = storage((all) =>
    Object.keys(all)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => JSON.parse(all[key])),
  );
  const found = [...(stored ?? []), ...unstored.values()].sort((one, other) => one.order - other.order);
  return game ? found.filter((each) => each.game === game) : found;
}

export const waiting = (game) => list(game).filter(({ saved }) => saved === undefined);
export const isStored = () => unstored.size === 0;
const isListed = ({ fields }) => list().some((each) => each.fields.uid === fields.uid);

// `crypto.randomUUID` does not exist on plain http.
export function newId() {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((each) => each.toString(16).padStart(2, "0"))
    .join("");
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, "$1-$2-4$3-8$4-$5");
}

function put(item) {
  const key = `${PREFIX}${item.fields.uid}`;
  const isPut = storage((all) => (all.setItem(key, JSON.stringify(item)), true));
  if (isPut) return unstored.delete(key);
  storage((all) => all.removeItem(key));
  return unstored.set(key, item);
}

export function remove(...items) {
  for (const { fields } of items) {
    storage((all) => all.removeItem(`${PREFIX}${fields.uid}`));
    unstored.delete(`${PREFIX}${fields.uid}`);
  }
  changed();
}

export function update(...items) {
  for (const each of items) put(each);
  changed();
  send();
}

export function add(item) {
  const order = 1 + Math.max(0, ...list().map((each) => each.order));
  update({ ...item, order, tapped: Date.now() });
}

// The first refused hand of a game holds up those behind it, and no other game.
function next() {
  const held = new Set();
  for (const each of waiting()) {
    if (each.refusal) held.add(each.game);
    else if (!held.has(each.game)) return each;
  }
}

// A hand of this page’s game goes by this page’s link: its own may have been renewed since.
const linkOf = ({ game, link }) => (game === page.game ? page.link : link);

// The club’s answer; null if none came.
async function post(item) {
  const waited = Math.min(LONGEST_WAIT, Math.max(0, Math.round((Date.now() - item.tapped) / 1000)));
  try {
    const response = await fetchFromClub(`/t/${linkOf(item)}/${item.path ?? "hands/"}`, {
      method: "POST",
      body: new URLSearchParams({ ...item.fields, waited }),
      headers: { Accept: "application/json" },
      keepalive: true,
      signal: AbortSignal.timeout(LONGEST_ANSWER),
    });
    if (response.status === 429 || response.status >= 500) return null;
    const answer = await response.json().catch(() => ({}));
    return response.ok && answer.result !== "saved" ? null : { ...answer, status: response.status };
  } catch {
    return null;
  }
}

export async function send() {
  clearTimeout(timer);
  if (isSending) return;
  isSending = true;
  for (let item = next(); item; item = next()) {
    const answer = await post(item);
    document.dispatchEvent(new CustomEvent("connection", { detail: answer !== null }));
    if (!answer) {
      failures += 1;
      timer = setTimeout(send, Math.min(LONGEST_PAUSE, 1000 * 2 ** (failures - 1)) * (0.75 + Math.random() / 4));
      break;
    }
    failures = 0;
    const isSaved = answer.result === "saved";
    if (isSaved) document.body.dispatchEvent(new Event("changed"));
    if (!isListed(item)) continue; // it was undone, or another tab has its answer
    // What is saved still counts here until the page has it.
    put(isSaved ? { ...item, saved: answer.revision } : { ...item, refusal: { ...answer, link: linkOf(item) } });
    changed();
  }
  isSending = false;
}

document.addEventListener("connection", ({ detail }) => detail && failures && send());
addEventListener("online", send);
addEventListener("storage", changed);
document.addEventListener("visibilitychange", () => document.hidden || send());
addEventListener("beforeunload", (event) => isStored() || event.preventDefault());
