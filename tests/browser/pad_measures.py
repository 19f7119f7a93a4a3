"""What does not fit on the screen of a phone, measured in the page itself: one question for each size of the screen."""

# Visible heights that the browsers of phones leave, and a phone on its side.
SIZES = [(360, 616), (375, 553), (320, 568), (667, 331)]
# Where a trick number may be as low as 44 px.
LITTLE_ROOM = [(375, 553), (320, 568), (667, 331)]

# All of a hand: both totals, chairs, numbers, the sentence, Save. `least` is the least height of a number; `whole` asks
# that all of it is on the screen, or else that Save can be reached; `scale` is the size of the text in per cent.
FAULTS = """({least, whole, scale = 100}) => {
  document.documentElement.style.fontSize = scale === 100 ? "" : `${1.1875 * scale}%`;
  const box = (each) => each.getBoundingClientRect();
  const seen = (each) => each.checkVisibility({visibilityProperty: true});
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const name = (each) => `${each.className} ${each.textContent.trim().replace(/\\s+/g, " ").slice(0, 30)}`;
  const found = [];
  const report = (what, each) => found.push(`${what}: ${name(each)} ${JSON.stringify(box(each))}`);
  const touched = all(".hand-form .choice, .hand-form select, .saves .button, .screen > .notice .button");
  const needed = [...all(".pad-head .total, .preview"), ...touched];
  for (const count of [".pad-head .total", ".hand-form .seat", ".saves .main", ".preview"])
    if (!all(count).length) found.push(`missing: ${count}`);
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push("wider than the screen");
  const waiting = all(".screen > .notice ~ .notice");
  for (const each of needed) {
    if (waiting.some((one) => one.contains(each))) continue;
    const {left, top, right, bottom, width, height} = box(each);
    if (whole && (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth)) report("out of sight", each);
    if (!touched.includes(each)) continue;
    const isNumber = each.matches(".tricks .trick");
    if (height < (isNumber ? least : 47.5) || width < 44) report("small", each);
    if (whole && ![[left + 8, top + 6], [right - 8, bottom - 6]].every(([x, y]) => {
      const met = document.elementFromPoint(x, y);
      return met && (each.contains(met) || met.contains(each));
    })) report("covered", each);
    for (const other of touched) {
      const that = box(other);
      const meets = that.left < right - 1 && that.right > left + 1 && that.top < bottom - 1 && that.bottom > top + 1;
      if (other !== each && meets) report("overlaps", each);
    }
  }
  const preview = document.querySelector(".preview");
  if (whole && box(preview).height < 40) report("small", preview);
  if (whole && box(preview).bottom > box(document.querySelector(".saves .main")).top + 1) report("covered", preview);
  // Of each name its beginning is seen, in whole lines.
  for (const who of all(".hand-form .who")) {
    const shown = box(who.querySelector(":scope > span"));
    const around = box(who.closest(".seat"));
    const begins = box(who.querySelector(".word"));
    if (begins.top < shown.top - 3 || begins.bottom > shown.bottom + 3) report("does not begin with its name", who);
    if (shown.top < around.top || shown.bottom > around.bottom) report("reaches out of its seat", who);
    const isHalf = ({top, bottom}) => top < shown.bottom - 3 && bottom > shown.bottom + 3;
    if ([...who.querySelectorAll(".word")].some((each) => isHalf(box(each)))) report("half a line", who);
  }
  // The sentence ends with a whole line.
  const sentence = document.createRange();
  sentence.selectNodeContents(preview);
  const end = box(preview).bottom;
  if ([...sentence.getClientRects()].some(({top, bottom}) => Math.abs((top + bottom) / 2 - end) < 8))
    report("half a line", preview);
  // No word is broken, and none reaches out of its box.
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const {data, parentElement} = texts.currentNode;
    if (!seen(parentElement) || parentElement.closest(".visually-hidden, [hidden], svg")) continue;
    const shortened = getComputedStyle(parentElement).textOverflow === "ellipsis";
    const around = parentElement.closest(".choice, .button, .score, .notice, .state, summary, .line, .preview");
    for (const {0: word, index} of data.matchAll(/[^\\s–-]+/g)) {
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top)));
      if (lines.size > 1) found.push(`broken: ${word}`);
      const {left, right} = range.getBoundingClientRect();
      if (around && !shortened && (left < box(around).left - 1 || right > box(around).right + 1))
        found.push(`cut: ${word} in ${name(around)}`);
    }
  }
  if (!whole) {
    const save = document.querySelector(".saves .main");
    save.scrollIntoView({block: "center"});
    const {x, y, width, height} = box(save);
    if (!save.contains(document.elementFromPoint(x + width / 2, y + height / 2))) found.push("Save is not reached");
    scrollTo(0, 0);
  }
  return [...new Set(found)];
}"""
# Whether all of the sentence is seen without scrolling in it.
SENTENCE_IS_SEEN = """() => {
  const out = document.querySelector(".preview");
  return out.scrollHeight <= out.clientHeight + 2;
}"""
PLACES = """() => [...document.querySelectorAll(".score, .hand-form .choice, .saves .main, .preview")]
  .filter((each) => each.checkVisibility())
  .map((each) => each.getBoundingClientRect())
  .map(({x, y, width, height}) => [x, y, width, height].join(" "))"""
