// "Where do I sit?": typing leaves the names that fit. Without this script the form asks the server the same.
const find = document.querySelector("[data-find]");
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const list = () => document.querySelector(".names-to-tap");

function sift() {
  const wanted = plain(find.value.trim());
  for (const each of document.querySelectorAll("[data-name]")) {
    each.hidden = !plain(each.textContent).includes(wanted);
  }
}

if (find) {
  find.addEventListener("input", sift);
  // Enter takes the only name left; with several there is nothing to send.
  find.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const left = document.querySelectorAll("[data-name]:not([hidden]) :is(a, button)");
    if (left.length === 1) left[0].click();
  });
  // The list of names stays where it was scrolled to when others are checked in.
  let scrolled = 0;
  document.body.addEventListener("live:before", () => (scrolled = list()?.scrollTop ?? 0));
  document.body.addEventListener("live:after", () => {
    sift();
    list()?.scrollTo(0, scrolled);
  });
  sift();
}
