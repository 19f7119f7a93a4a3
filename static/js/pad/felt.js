// Saving is felt: the totals that changed and the new line are marked for two seconds.
const MARKED_FOR = 2000;

// The totals and the lines of the score sheet: the element and its text, by what it is about.
function shown() {
  const totals = [...document.querySelectorAll("#pad .score")];
  const lines = [...document.querySelectorAll("#pad .entries > li:not([hidden])")];
  return new Map([
    ...totals.map((each, index) => [`total ${index}`, [each, each.querySelector(".total").textContent]]),
    ...lines.map((each, index) => [`line ${lines.length - index}`, [each, each.querySelector(".after").textContent]]),
  ]);
}

const texts = (elements) => new Map([...elements].map(([key, [, text]]) => [key, text]));
let known = new Map();
// Until when something is marked: a live refresh may draw it again meanwhile.
const marked = new Map();

function showMarks() {
  const now = performance.now();
  for (const [key, [element]] of shown()) element.classList.toggle("just-saved", marked.get(key) > now);
}

function mark() {
  const now = shown();
  if (!now.size) return;
  const changed = [...now].filter(([key, [, text]]) => known.get(key) !== text);
  known = texts(now);
  for (const [key] of changed) marked.set(key, performance.now() + MARKED_FOR);
  showMarks();
  if (changed.length) setTimeout(showMarks, MARKED_FOR + 1);
}

// Whatever draws the pad: an answer of the server, or the entries that wait on this phone.
export function markChanges() {
  known = texts(shown());
  new MutationObserver(mark).observe(document.querySelector("main"), {
    childList: true,
    characterData: true,
    subtree: true,
  });
}
