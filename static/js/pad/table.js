// What a table can do beside keeping score: call the organiser, show only the score, hand on what waits as codes. The
// scripts of the last two are loaded when they are asked for.
const noticeSlot = document.getElementById("notice");

function offer() {
  for (const each of document.querySelectorAll("#open-score-only, [data-show-code]")) each.hidden = false;
}

function say(text) {
  const box = document.createElement("p");
  box.className = "notice error";
  box.setAttribute("role", "alert");
  box.textContent = text;
  noticeSlot.replaceChildren(box);
}

// The page fetches these scripts once it is complete; the network may have gone before that.
document.addEventListener("click", async (event) => {
  try {
    if (event.target.closest("#open-score-only")) (await import("./score_only.js")).open();
    const code = event.target.closest("[data-show-code]");
    if (code) (await import("./transfer.js")).showCodes(code.dataset.game);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    say(noticeSlot.dataset.notLoaded);
  }
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
    const { ok } = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!ok) throw new TypeError("refused");
    document.body.dispatchEvent(new Event("changed"));
  } catch {
    say(form.dataset.unsent);
  } finally {
    button.disabled = false;
  }
});

document.body.addEventListener("live:after", offer);
offer();
