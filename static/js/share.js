// A link or a text to hand on: sent with the phone’s own menu, or copied. Plain http has no clipboard: it is selected.
for (const box of document.querySelectorAll(".share-link")) {
  const field = box.querySelector("input, textarea");
  const [share, copy, status] = ["[data-share]", "[data-copy]", ".shared"].map((each) => box.querySelector(each));
  share.hidden = !navigator.share;
  share.addEventListener("click", () => {
    navigator.share({ [field.matches("input") ? "url" : "text"]: field.value }).catch(() => {}); // closed unsent
  });
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const fold = field.closest("details");
    if (fold && !navigator.clipboard) fold.open = true; // what is folded cannot be selected
    field.select();
    status.textContent = (await copied(field)) ? box.dataset.copied : box.dataset.selected;
  });
  field.addEventListener("focus", () => field.select());
}

async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

// A result in a list: one tap sends it, or copies it where the phone has no such menu. Without either the link leads to
// the page with the text.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-send]");
  if (!link) return;
  const { send: text, address: url } = link.dataset;
  if (navigator.share) navigator.share({ text, url }).catch(() => {});
  else if (copiedAtOnce(`${text}\n${url}`)) say(link);
  else return;
  event.preventDefault();
});

function say(link) {
  link.textContent = link.dataset.copied;
  link.removeAttribute("aria-label");
  link.insertAdjacentHTML("afterend", '<span class="visually-hidden" role="status"></span>');
  setTimeout(() => (link.nextElementSibling.textContent = link.dataset.copied)); // what it comes with is not read out
}

// Plain http lets a page copy only what is selected in it, and only while a tap is being answered.
function copiedAtOnce(text) {
  const field = Object.assign(document.createElement("textarea"), { value: text, className: "visually-hidden" });
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  focused?.focus();
  return isCopied;
}
