// What a table can do beside keeping score: call the organiser, show only the score. Script and styles of the latter
// are loaded when it is asked for.
import { fetchFromClub } from "../answers.js";
import { showForLong } from "./awake.js";
import { notice } from "./elements.js";

const { notLoaded } = document.getElementById("notice").dataset;
const loaded = {};
let failures = 0;

function offer() {
  const button = document.getElementById("open-score-only");
  if (button) button.hidden = false;
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
