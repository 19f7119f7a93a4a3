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

// A result in a list: one tap sends it. Without such a menu the link leads to the page with the text to copy.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-send]");
  if (!link || !navigator.share) return;
  event.preventDefault();
  navigator.share({ text: link.dataset.send, url: link.href }).catch(() => {});
});

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
