// Hands that were tapped and are not on the page of the club yet, of all games of this phone. Each has a key of its
// own in localStorage, so that two tabs never overwrite each other, and its own id, so that sending it twice changes
// nothing.
const PREFIX = "hand ";
const LONGEST_ANSWER = 10_000;
const PAUSE = 5000; // before it tries again; sooner if another script hears from the club
// The game, link and seat of this page, and its sentences.
export const page = document.getElementById("waiting").dataset;
const unstored = new Map(); // where the phone refuses to store anything: as long as the page is open
let timer;
let isSending = false;

const changed = () => document.dispatchEvent(new Event("outbox"));
const keyOf = ({ fields }) => `${PREFIX}${fields.uid}`;

export function storage(use) {
  try {
    return use(localStorage);
  } catch {
    return null; // blocked, or full
  }
}

// In the order of the taps, whatever the clock says.
export function list(game) {
  const keys = storage((all) => Object.keys(all).filter((key) => key.startsWith(PREFIX))) ?? [];
  const found = [...keys.map((key) => JSON.parse(localStorage.getItem(key))), ...unstored.values()];
  return found.filter((each) => !game || each.game === game).sort((one, other) => one.order - other.order);
}

export const waiting = (game) => list(game).filter(({ saved, undone }) => saved === undefined && !undone);
export const isStored = () => unstored.size === 0;

// `crypto.randomUUID` does not exist on plain http.
const hex = (byte) => byte.toString(16).padStart(2, "0");
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map(hex).join("");

function take(item) {
  storage((all) => all.removeItem(keyOf(item)));
  unstored.delete(keyOf(item));
}

function put(item) {
  take(item);
  if (!storage((all) => (all.setItem(keyOf(item), JSON.stringify(item)), true))) unstored.set(keyOf(item), item);
}

// Puts hands into the outbox, new ones or changed ones, and takes others out; then it sends what it can.
export function update(coming, going = []) {
  going.forEach(take);
  coming.forEach(put);
  changed();
  send();
}

export function add(item) {
  const order = 1 + Math.max(0, ...list().map((each) => each.order));
  const fields = { ...item.fields, uid: newId(), by_seat: page.bySeat };
  const { game, link, place } = page;
  update([{ ...item, game, link, place, fields, order, tapped: Date.now() }]);
}

// The first refused hand of a game holds up those behind it, and no other game.
function next() {
  const held = new Set();
  for (const each of list()) {
    if (each.refusal) held.add(each.game);
    else if (each.saved === undefined && !held.has(each.game)) return each;
  }
}

// The club’s answer; null if none came. Other networks answer in its place, for example a hotel’s with its sign-in.
async function post(item) {
  const { fields, undone, tapped } = item;
  const waited = Math.round((Date.now() - tapped) / 1000);
  const sent = undone ? { entry: fields.uid, by_seat: fields.by_seat } : { ...fields, waited };
  // A hand of this page’s game goes by this page’s link: its own may have been renewed since.
  const link = item.game === page.game ? page.link : item.link;
  try {
    const response = await fetch(`/t/${link}/${undone ? "undo/" : (item.path ?? "hands/")}`, {
      method: "POST",
      body: new URLSearchParams(sent),
      headers: { Accept: "application/json" },
      keepalive: true,
      signal: AbortSignal.timeout(LONGEST_ANSWER),
    });
    const isOfClub = response.headers.get("Answered-By") === "whistclub";
    if (!isOfClub || response.status === 429 || response.status >= 500) return null;
    const answer = await response.json().catch(() => ({}));
    return response.ok && answer.result !== "saved" ? null : { ...answer, status: response.status };
  } catch {
    return null;
  }
}

async function send() {
  clearTimeout(timer);
  if (isSending) return;
  isSending = true;
  for (let item = next(); item; item = next()) {
    const answer = await post(item);
    document.dispatchEvent(new CustomEvent("connection", { detail: answer !== null }));
    if (!answer) {
      timer = setTimeout(send, PAUSE);
      break;
    }
    // Another tab may have its answer; or it was undone meanwhile, which the club hears next.
    const now = list().find((each) => keyOf(each) === keyOf(item));
    if (!now || now.undone !== item.undone) continue;
    const isSaved = answer.result === "saved";
    // What is saved still counts here until the page has it.
    if (item.undone) take(item);
    else put(isSaved ? { ...item, saved: answer.revision } : { ...item, refusal: answer });
    changed();
    if (isSaved) document.body.dispatchEvent(new Event("changed"));
  }
  isSending = false;
}

document.addEventListener("connection", ({ detail }) => detail && send());
addEventListener("storage", changed);
addEventListener("beforeunload", (event) => isStored() || event.preventDefault());
