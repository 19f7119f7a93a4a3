// A link to hand on: sent with the phone’s own menu, or copied. Plain http has no clipboard: the link is selected then.
for (const box of document.querySelectorAll(".share-link")) {
  const field = box.querySelector("input");
  const [share, copy, status] = ["[data-share]", "[data-copy]", ".shared"].map((each) => box.querySelector(each));

  share.hidden = !navigator.share;
  share.addEventListener("click", () => navigator.share({ url: field.value }).catch(() => {})); // closed unsent
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    status.textContent = (await copied(field)) ? box.dataset.copied : box.dataset.selected;
  });
  field.addEventListener("focus", () => field.select());
}

// Whether the field’s text is in the clipboard now; it is selected in any case.
async function copied(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
