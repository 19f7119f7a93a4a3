// Says that a chosen file is too large before it is sent; without scripts the server says so afterwards.
for (const input of document.querySelectorAll("input[data-most]")) {
  input.addEventListener("change", () => {
    const isTooLarge = [...input.files].some((file) => file.size > Number(input.dataset.most));
    input.setCustomValidity(isTooLarge ? input.dataset.tooLarge : "");
    input.reportValidity();
  });
}
