// Makes chosen photos smaller before they are sent: a phone sends a tenth, and what only it can read becomes a JPEG.
// Without scripts, and where a photo cannot be read here, the file itself is sent.
const PIXELS = 1600;

async function smaller(file) {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, PIXELS / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "white";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    return made && made.size < file.size ? new File([made], file.name, { type: made.type }) : file;
  } catch {
    return file;
  }
}

for (const button of document.querySelectorAll("[data-add-photos]")) {
  const input = button.form.elements.photos;
  let latest = null;
  input.addEventListener("change", async () => {
    button.disabled = true;
    const chosen = new DataTransfer();
    latest = chosen;
    // One after the other: a phone has no memory for twelve photos at once.
    for (const file of input.files) chosen.items.add(await smaller(file));
    if (latest !== chosen) return; // chosen again meanwhile
    input.files = chosen.files;
    button.disabled = false;
    input.dispatchEvent(new Event("smaller"));
  });
}
