// What a table can do beside keeping score: call the organiser, show only the score, hand on what waits as codes. The
// scripts and styles of the last two are loaded when they are asked for. They import no script of the pad: those come
// as one file, so they would get a second outbox.
import { fetchFromClub } from "../answers.js";
import { showForLong } from "./awake.js";
import { notice } from "./elements.js";
import { list, sentFields } from "./outbox.js";
import { page } from "./waiting.js";

const { notLoaded } = document.getElementById("notice").dataset;
const loaded = {};
let failures = 0;

// The page of a correction has neither.
function offer() {
  if (!document.getElementById("delivery")) return;
  for (const each of document.querySelectorAll("#open-score-only, [data-show-code]")) each.hidden = false;
}

function style(address) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = address;
  document.head.append(sheet);
  return new Promise((resolve, reject) => {
    sheet.addEventListener("load", resolve);
    sheet.addEventListener("error", reject);
  });
}

// The page fetches them once it is complete; the network may have gone before that. Some browsers remember that a
// script did not come: from then on it is asked for by another address.
async function load(name) {
  const sheet = document.querySelector(`link[data-of*="pad/${name}"]`);
  const again = failures ? `?again=${failures}` : "";
  try {
    if (!loaded[name]) await style(sheet.href + again);
    loaded[name] ??= await import(sheet.dataset.of + again);
  } catch {
    failures += 1;
    notice("error", notLoaded);
  }
  return loaded[name];
}

document.addEventListener("click", async (event) => {
  if (event.target.closest("#open-score-only")) (await load("score_only"))?.open(showForLong);
  const code = event.target.closest("[data-show-code]");
  if (!code) return;
  const delivery = await load("delivery");
  const items = list(code.dataset.game ?? page.game).map((each) => ({ ...each, fields: sentFields(each) }));
  if (items.length) delivery?.showCodes(items);
});

// A call that does not get through is not sent again: the organiser would come too late.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest(".call-form");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter;
  const data = new FormData(form);
  data.set(button.name, button.value);
  button.disabled = true;
  try {
    const body = new URLSearchParams(data);
    const options = { method: "POST", body, headers: { Accept: "application/json" } };
    const { ok } = await fetchFromClub(form.action, options);
    if (!ok) throw new TypeError("refused");
    notice("done"); // in place of one that said otherwise
    document.body.dispatchEvent(new Event("changed"));
  } catch {
    notice("error", form.dataset.unsent);
  } finally {
    button.disabled = false;
  }
});

document.body.addEventListener("live:after", offer);
offer();
