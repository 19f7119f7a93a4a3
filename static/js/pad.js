// The score pad: says what a choice means before it is saved (the sentences come with the page, no rule is computed
// here), keeps what was chosen while the page around it follows the game, and sends again what the network lost.
const RETRY_AFTER = 3000;
const said = document.getElementById("said");

const entry = () => document.querySelector("form.entry");
const chosen = (form, name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
const kept = (form, name) => form.querySelector(`[name="${name}"]`)?.value ?? "";

function contractOf(form) {
  if (chosen(form, "bid") === "low") return "low";
  return chosen(form, "contract") || kept(form, "contract");
}

function tell(form) {
  const out = form.querySelector(".told");
  const table = JSON.parse(out.dataset.table);
  const [contract, bid, tricks] = [contractOf(form), chosen(form, "bid"), chosen(form, "tricks")];
  form.dataset.kind = contract === "high" || contract === "low" ? "high" : "solo";
  const text = table.results[`${contract}:${bid}:${tricks}`] ?? table.bids[`${contract}:${bid}`] ?? out.dataset.hint;
  if (out.textContent !== text) out.textContent = text;
  const legend = form.querySelector(".tricks-legend");
  legend.textContent = table.counted[`${contract}:${bid}`] ?? legend.dataset.empty;
}

function choose(form, name, value) {
  const radio = [...form.querySelectorAll(`input[type="radio"][name="${name}"]`)].find((each) => each.value === value);
  if (radio) radio.checked = true;
}

function draftOf(form) {
  if (!form || form.dataset.stored) return null;
  return {
    number: kept(form, "number"), uid: kept(form, "uid"), replaces: kept(form, "replaces"),
    contract: chosen(form, "contract"), bid: chosen(form, "bid"), tricks: chosen(form, "tricks"),
  };
}

// What was chosen outlives a new drawing of the pad, as long as it is about the same hand.
function restore(draft) {
  const form = entry();
  const pad = document.getElementById("pad");
  if (!draft?.bid || pad.dataset.last === draft.uid) return;
  if (form && kept(form, "number") === draft.number && kept(form, "replaces") === draft.replaces) {
    form.querySelector('[name="uid"]').value = draft.uid;
    choose(form, "contract", draft.contract);
    choose(form, "bid", draft.bid);
    choose(form, "tricks", draft.tricks);
  } else {
    notice("conflict", pad.dataset.overtaken.replace("%n", draft.number));
  }
}

function notice(kind, text) {
  const box = document.createElement("p");
  box.className = `notice ${kind}`;
  box.textContent = text;
  said.replaceChildren(box);
}

let draft = null;
let again;

document.addEventListener("change", (event) => {
  const form = event.target.closest("form.entry");
  if (!form) return;
  // Another kind of bid counts other things: tricks that do not belong to it are taken back.
  if (event.target.name === "contract") {
    for (const radio of form.querySelectorAll('[name="tricks"]')) radio.checked = false;
  }
  said.replaceChildren();
  tell(form);
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "pad") draft = draftOf(entry());
});

document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "pad" && event.detail.elt.id !== "pad") return;
  restore(draft);
  if (entry()) tell(entry());
});

document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.matches("form.entry")) clearTimeout(again);
});

document.body.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt;
  if (!form.matches("form.entry")) return;
  const status = event.detail.xhr.status;
  if (status === 200 || status === 201) form.dataset.stored = "yes";
  if (status === 0 || status >= 500) {
    // Lost on the way: the same id is sent again, so it is stored once however often it arrives.
    const button = form.querySelector(`.saves [name="save"][value="${event.detail.requestConfig.parameters.save ?? "hand"}"]`);
    notice("offline", form.dataset.unsent);
    again = setTimeout(() => form.isConnected && form.requestSubmit(button?.disabled ? undefined : button), RETRY_AFTER);
  }
});

if (entry()) tell(entry());
