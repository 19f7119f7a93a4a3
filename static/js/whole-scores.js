// A sentence whose scores, as "16–6", stay on one line.
export function withWholeScores(sentence) {
  const parts = sentence.split(/(−?[\d.]*\d(?:–| – )−?[\d.]*\d)/u);
  return parts.map((part, place) => {
    if (place % 2 === 0) return part;
    const whole = document.createElement("span");
    whole.className = "whole-score";
    whole.append(part);
    return whole;
  });
}
