// What is typed and tapped on a page of the desk and is not saved yet. It is kept over a reload, sent in order in the
// background, and again until the club answers; sending it twice changes nothing. What waits is shown in view. It
// belongs to this window: on plain http no browser could say which of two windows sends.
import { fetchFromClub } from "./answers.js";
import { withWholeScores } from "./whole-scores.js";

const PATIENCE = 8000;
const LONGEST_PAUSE = 8000;
const MOST_ERRORS = 3;
// What is saved sooner is not announced as waiting.
const SOON = 1000;
const TOKEN = "csrfmiddlewaretoken";
const KEY = `queue ${location.pathname}`;
const box = document.getElementById("queue");
const waiting = box.querySelector("[data-waiting]");
const signIn = waiting.querySelector(".row");
let jobs = [];
let page;
let isSending = false;
let request;
let failures = 0;
let timer;

const jobOf = (test) => jobs.find((job) => !job.state && test(job));
export const isWaiting = (test) => Boolean(jobOf(test));

// A browser that refuses to store anything keeps it in the open page.
function keep() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(jobs));
  } catch {}
}

// Sends the `data` of a form to its `action`; `text` is its name for people. A page may keep more with the job.
export function put({ data, ...rest }) {
  const job = { ...rest, fields: [...data].filter(([name]) => name !== TOKEN) };
  jobs.push(job);
  keep();
  page.show?.(job);
  if (!waiting.hidden) say("waiting");
  send();
}

// What was asked about is decided.
export function drop(test) {
  jobs = jobs.filter((job) => !test(job));
  keep();
}

// What became untrue is asked about again.
export function askAgain(job) {
  job.state = undefined;
  keep();
  send();
}

// `show(job)` shows a job as done, `back(job)` as not done. `take(job, answer)` shows the club's answer, and returns
// true if a person has to decide: until the job is dropped, a reload asks again, and so does another page if
// `asksAgainAt(address)`.
export function start(handlers) {
  page = handlers;
  try {
    jobs = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  } catch {}
  for (const job of jobs) {
    job.state = undefined;
    page.show?.(job);
  }
  send();
}

async function send() {
  const job = jobOf(() => true);
  if (isSending || !job) return;
  clearTimeout(timer);
  isSending = true;
  const fields = job.isSent ? [...job.fields, ["again", "yes"]] : job.fields;
  job.isSent = true;
  keep();
  const late = setTimeout(say, SOON, "waiting");
  const answer = await post({ ...job, fields });
  clearTimeout(late);
  isSending = false;
  document.dispatchEvent(new CustomEvent("connection", { detail: Boolean(answer) }));
  if (answer && isSignedOut(answer)) say("signedOut");
  else if (!answer || answer.status >= 500) fail(job, answer);
  else finish(job, answer);
}

function finish(job, answer) {
  failures = 0;
  job.state = "asked";
  if (!jobs.includes(job) || !page.take(job, answer)) drop((each) => each === job);
  keep();
  if (!waiting.hidden) say("waiting");
  send();
}

// What the club cannot do now does not hold up the others: it is put aside, in view.
function fail(job, answer) {
  failures += 1;
  job.errors = answer ? (job.errors ?? 0) + 1 : 0;
  if (job.errors >= MOST_ERRORS) putAside(job);
  say("again");
  timer = setTimeout(send, Math.min(LONGEST_PAUSE, 1000 * 2 ** (failures - 1)));
}

function putAside(job) {
  failures = 1;
  job.errors = 0;
  job.state = "failed";
  page.back?.(job);
  const notice = box.querySelector("template").content.firstElementChild.cloneNode(true);
  const text = notice.querySelector("p");
  text.replaceChildren(...withWholeScores(text.dataset.text.replace("{what}", () => job.text)));
  notice.querySelector("button").addEventListener("click", () => {
    notice.remove();
    job.state = undefined;
    page.show?.(job);
    send();
  });
  box.append(notice);
}

function say(how) {
  const what = jobs.flatMap(({ state, text }) => (state ? [] : [text])).join(box.dataset.between);
  waiting.hidden = what === "";
  signIn.hidden = how !== "signedOut";
  waiting.firstElementChild.replaceChildren(...withWholeScores(waiting.dataset[how].replace("{what}", () => what)));
}

// --- Asking the club ---------------------------------------------------------------------------------------

async function post({ action, fields }) {
  const ask = () => {
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    body.set(TOKEN, document.querySelector(`[name=${TOKEN}]`).value);
    return askClub(action, { method: "POST", body, headers: { "HX-Request": "true" } });
  };
  const answer = await ask();
  return answer && isSignedOut(answer) && (await renewForms()) ? ask() : answer;
}

// Nothing for an answer that did not come, or not from the club. One that was asked for before the network went says
// nothing of the network.
async function askClub(address, options) {
  request = new AbortController();
  const late = setTimeout(() => request.abort(), PATIENCE);
  try {
    const response = await fetchFromClub(address, { ...options, signal: request.signal });
    const { body } = new DOMParser().parseFromString(await response.text(), "text/html");
    const { ok, status, redirected, headers } = response;
    return { ok, status, redirected, leadsTo: headers.get("HX-Redirect"), body };
  } catch {
    return undefined;
  } finally {
    clearTimeout(late);
  }
}

// An answer never comes from another address, except when the person has to sign in.
const isSignedOut = ({ redirected, status }) => redirected || status === 401 || status === 403;

// After a new sign-in, in another window, all forms need another token. False before that.
async function renewForms() {
  const answer = await askClub(location.href);
  const token = answer?.ok && !answer.redirected && answer.body.querySelector(`[name=${TOKEN}]`)?.value;
  if (token) for (const each of document.querySelectorAll(`[name=${TOKEN}]`)) each.value = token;
  return Boolean(token);
}

signIn.querySelector("button").addEventListener("click", send);
for (const event of ["online", "focus"]) addEventListener(event, send);
addEventListener("offline", () => request?.abort());
addEventListener("beforeunload", (event) => {
  if (jobs.some(({ state }) => state !== "asked")) event.preventDefault();
});
// The page may go on to one that does not send it. What is only asked about goes along to one that asks again.
document.body.addEventListener("leaving", (event) => {
  const goesAlong = jobs.every(({ state }) => state === "asked") && page.asksAgainAt?.(event.detail.to);
  if (jobs.length && !goesAlong) event.preventDefault();
});
