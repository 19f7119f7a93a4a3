// Who has paid: a tap shows at once; taps are sent in order, and the last answer brings the card of the pot.
// Without this script every tap is a plain form.
const PATIENCE = 8000;
const queue = [];
let sending = false;

function tick(button, paid) {
  button.setAttribute("aria-pressed", paid);
  button.name = paid ? "unpaid" : "paid";
  button.querySelector(".tick").textContent = paid ? "✓" : "";
}

async function send() {
  if (sending || queue.length === 0) return;
  sending = true;
  const { action, data, button, wasPaid } = queue[0];
  const answer = await post(action, data);
  queue.shift();
  sending = false;
  if (!answer.ok) {
    if (button) tick(document.getElementById(button), wasPaid);
    document.getElementById("pot-refusal").replaceChildren(...answer.nodes);
  } else if (queue.length === 0) show(answer.nodes);
  send();
}

async function post(action, body) {
  try {
    const headers = { "HX-Request": "true" };
    const response = await fetch(action, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE) });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (response.status < 500 && !response.redirected) return { ok: response.ok, nodes: [...page.body.children] };
  } catch {
    // No answer: the same as one from elsewhere.
  }
  return { ok: false, nodes: [document.getElementById("pot-refusal").dataset.failed] };
}

function show(nodes) {
  const focused = document.activeElement?.id;
  document.getElementById("pot").replaceWith(...nodes);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("#pot form");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter;
  const data = new FormData(form);
  data.set(button.name, button.value);
  const wasPaid = button.getAttribute("aria-pressed") === "true";
  if (button.id) tick(button, !wasPaid);
  queue.push({ action: form.action, data, button: button.id, wasPaid });
  send();
});
