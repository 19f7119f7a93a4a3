// A link or a text to hand on: sent with the phone’s own menu, or copied. Plain http has no clipboard: it is selected.
for (const box of document.querySelectorAll(".share-link")) {
  const field = box.querySelector("input, textarea");
  const [share, copy, status] = ["[data-share]", "[data-copy]", ".shared"].map((each) => box.querySelector(each));
  const sent = () => (field.matches("input") ? { url: field.value } : { text: field.value });

  share.hidden = !navigator.share;
  share.addEventListener("click", () => navigator.share(sent()).catch(() => {})); // closed unsent
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    status.textContent = (await copied(field)) ? box.dataset.copied : box.dataset.selected;
  });
  field.addEventListener("focus", () => field.select());
}

// A result in a list: one tap sends it, or copies it where the phone has no such menu. Without either the link leads to
// the page with the text.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-send]");
  if (!link) return;
  if (navigator.share) navigator.share({ text: link.dataset.send, url: link.href }).catch(() => {});
  else if (copiedAtOnce(`${link.dataset.send}\n${link.href}`)) say(link);
  else return;
  event.preventDefault();
});

function say(link) {
  link.textContent = link.dataset.copied;
  link.removeAttribute("aria-label");
  const heard = document.createElement("span");
  heard.className = "visually-hidden";
  heard.role = "status";
  link.after(heard);
  setTimeout(() => (heard.textContent = link.dataset.copied)); // what is there when it comes is not read out
}

// Plain http lets a page copy only what is selected in it, and only while a tap is being answered.
function copiedAtOnce(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus();
  return done;
}

// Whether the field’s text is in the clipboard now; it is selected in any case.
async function copied(field) {
  const fold = field.closest("details");
  if (fold && !navigator.clipboard) fold.open = true; // what is folded cannot be selected
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
