// Entries that wait on an offline phone, as codes that another phone scans with its camera. How an entry becomes
// text is described in whistclub/play/scorepad/delivery.py, which reads it; the letters come with the page.
import { generate, mode } from "../../vendor/lean-qr-2.7.4/index.mjs";
import "../share.js";

// Codes of up to 77 × 77 squares, which a camera reads from any phone’s screen.
const MOST_BYTES = 450;
const dialog = document.getElementById("delivery");
const page = document.getElementById("waiting").dataset;
const field = dialog.querySelector(".share-link input");

function shortUid(uid) {
  const bytes = uid.replaceAll("-", "").match(/../g);
  const text = btoa(String.fromCharCode(...bytes.map((each) => Number.parseInt(each, 16))));
  return text.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

function escaped(value) {
  const text = encodeURIComponent(value);
  return text.replace(/[.!~*'()]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

function blockOf(item) {
  const { kinds, fields, uids } = JSON.parse(dialog.dataset.letters);
  const coded = Object.entries(fields)
    .filter(([name]) => (item.fields[name] ?? "") !== "")
    .map(([name, letter]) => letter + (uids.includes(name) ? shortUid : escaped)(String(item.fields[name])));
  return [shortUid(item.id), kinds[item.kind], ...coded].join(".");
}

function checksum(text) {
  let value = 0x811c9dc5;
  for (const each of text) value = Math.imul(value ^ each.charCodeAt(0), 0x01000193) >>> 0;
  return value.toString(16);
}

// Entries of another game are saved by its own link.
function addressFor({ game = page.game, link }) {
  const ours = dialog.dataset.address;
  return game === page.game ? ours : ours.replace(page.link, link);
}

function address(items, part, parts, before) {
  const { version } = JSON.parse(dialog.dataset.letters);
  const head = [version, part, parts, ...(before ? [shortUid(before.id)] : [])].join(".");
  const text = [head, ...items.map(blockOf)].join("..");
  return `${addressFor(items[0])}?${text}..${checksum(text)}`;
}

// As many entries in each code as it holds, in their order.
function inParts(items) {
  const parts = [[]];
  for (const item of items) {
    const last = parts.at(-1);
    if (last.length && address([...last, item], 99, 99, item).length > MOST_BYTES) parts.push([item]);
    else last.push(item);
  }
  return parts;
}

export function addressesOf(items) {
  const parts = inParts(items);
  return parts.map((each, index) => address(each, index + 1, parts.length, parts[index - 1]?.at(-1)));
}

let addresses = [];
let shown = 0;

function draw() {
  const canvas = dialog.querySelector("canvas");
  // Plain bytes: every camera reads them.
  generate(addresses[shown], { modes: [mode.ascii] }).toCanvas(canvas, {
    on: [0, 0, 0],
    off: [255, 255, 255, 255],
    pad: 4,
  });
  canvas.dataset.address = addresses[shown];
  const position = dialog.dataset.position.replace("{n}", shown + 1).replace("{all}", addresses.length);
  dialog.querySelector(".code-position").textContent = addresses.length > 1 ? position : "";
  dialog.querySelector("[data-previous]").disabled = shown === 0;
  dialog.querySelector("[data-next]").disabled = shown === addresses.length - 1;
  dialog.querySelector(".code-steps").hidden = addresses.length === 1;
}

// Shows entries of a game, with their fields as they would be sent. A link has no limit of size: it holds all of them.
export function showCodes(items) {
  addresses = addressesOf(items);
  shown = 0;
  field.value = address(items, 1, 1);
  draw();
  dialog.showModal();
}

dialog.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]")) return dialog.close();
  const step = event.target.closest("[data-next]") ? 1 : event.target.closest("[data-previous]") ? -1 : 0;
  if (!step) return;
  shown += step;
  draw();
});

// What the codes say is saved by now, or something was added: they are shown again if they are asked for.
document.addEventListener("outbox:changed", () => dialog.close());
