// What scripts add to a page. Other pages import it too; it stays here because a pad loads this folder as one file.
const noticeSlot = document.getElementById("notice");

export function element(tag, className, ...content) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...content);
  return made;
}

// A sentence whose scores, as "16–6", stay on one line.
export function withWholeScores(sentence) {
  const parts = sentence.split(/(−?[\d.]*\d(?:–| – )−?[\d.]*\d)/u);
  return parts.map((part, place) => (place % 2 ? element("span", "whole-score", part) : part));
}

// Says this in place of what was said before; but what is said of a link that was replaced stays.
export function notice(kind, ...sentences) {
  if (document.getElementById("pad")?.inert) return;
  noticeSlot.replaceChildren(element("div", `notice ${kind}`, ...sentences.map((each) => element("p", "", each))));
}
