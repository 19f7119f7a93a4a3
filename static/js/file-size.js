// Says that chosen files are too large before they are sent; without scripts the server says so afterwards.
for (const input of document.querySelectorAll("input[data-most]")) {
  const judge = () => {
    const size = [...input.files].reduce((sum, file) => sum + file.size, 0);
    input.setCustomValidity(size > Number(input.dataset.most) ? input.dataset.tooLarge : "");
    input.reportValidity();
  };
  input.addEventListener(input.multiple ? "smaller" : "change", judge);
}
