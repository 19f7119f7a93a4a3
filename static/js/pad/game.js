// What the phone works out without the club: what a chosen hand would score, and the game after the hands that wait
// here. Points and words come with the page (whistclub/play/pad/phone_game.py); only their sum is made here.
export const ALL_TRICKS = 13;
export const fill = (shape, values) => shape.replace(/\{(\w+)\}/g, (_gap, name) => values[name]);
export const formatNumber = (value) => value.toLocaleString("en").replace("-", "−");
export const isRedeal = ({ save }) => save === "same_dealer" || save === "next_dealer";
export const contractOf = ({ bid, contract }) => (bid === "low" ? "low" : contract || "high");
// The bid in words; empty until one is chosen.
export const bidText = (game, chosen) => game.bids[`${contractOf(chosen)}:${chosen.bid}`] ?? "";
const isSeat = (bid) => /^\d+$/.test(bid);

// The side whose tricks a form has first: the declarer’s; in a low hand and with a widow the owner’s.
export const firstSide = (chosen) =>
  Number(isSeat(chosen.bid) && contractOf(chosen) !== "widow" ? chosen.bid % 2 : chosen.viewer_side);

// The line of the score table; undefined until all is chosen.
export function outcome(game, chosen) {
  const contract = contractOf(chosen);
  const sides = game.sides.length;
  let key = chosen.tricks;
  if (["high", "low", "widow"].includes(contract)) {
    const counts = (contract === "widow" ? [chosen.first, chosen.second] : (key ?? "").split("-")).map(Number);
    if (contract === "widow") counts.push(ALL_TRICKS - counts[0] - counts[1]);
    key = counts.map((_count, side) => counts[(side - firstSide(chosen) + sides) % sides]).join("-");
    key = game.revokes[`${contract}:${chosen.revoke}`]?.[key] ?? key;
  }
  return game.outcomes[`${contract}:${isSeat(chosen.bid) ? chosen.bid % sides : ""}`]?.[key];
}

function leader(totals) {
  const most = Math.max(...totals);
  return totals.filter((each) => each === most).length === 1 ? totals.indexOf(most) : null;
}

// The game after one more entry, as whistclub/engine/game.py has it.
export function after(game, state, chosen) {
  const passes = chosen.save === "same_dealer" ? 0 : 1;
  const next = { ...state, position: state.position + 1, dealer: (state.dealer + passes) % game.seats.length };
  if (isRedeal(chosen)) return next;
  const { target, max_hands: most, draw, one_side: oneSide } = game.ends;
  const { points, stars } = outcome(game, chosen);
  let totals = state.totals.map((total, side) => total + points[side]);
  if (oneSide && totals.every((total) => total > 0)) totals = totals.map(() => 0);
  const [hands, first] = [state.hands + 1, leader(totals)];
  const isReached = target !== null && Math.max(...totals) >= target && first !== null;
  const over = isReached || (most !== null && hands >= most && (first !== null || draw));
  const starred = state.stars.map((each, side) => each + stars[side]);
  return { ...next, totals, stars: starred, hands, number: state.number + 1, over, winner: over ? first : null };
}

export function scoreText(game, { totals, stars }) {
  const side = (each) => `${game.sides[each]}\u00A0${formatNumber(totals[each])} ${"★".repeat(stars[each])}`.trimEnd();
  return game.order.map(side).join(", ");
}

export function heading({ ends, texts }, state) {
  const isExtra = ends.max_hands !== null && state.hands >= ends.max_hands;
  return fill(isExtra ? texts.extra : texts.heading, state);
}

// A whole entry in a sentence: "Ann granded, made 9: Us +3."; empty until all is chosen.
export function entryText(game, chosen) {
  if (isRedeal(chosen)) return game.texts[`said_${chosen.save}`];
  const [bid, found] = [bidText(game, chosen), outcome(game, chosen)];
  const note = game.notes[contractOf(chosen)]?.[chosen.revoke] ?? "";
  return bid && found ? `${bid}${found.text} ${note}`.trim() : "";
}

// What is chosen, and the score with it; of a bid alone, who leads.
export function preview(game, state, chosen) {
  const [text, bid] = [entryText(game, chosen), bidText(game, chosen)];
  if (!text && !bid) return "";
  const leaders = game.leaders[`${contractOf(chosen)}:${chosen.bid}`];
  if (!text) return fill(game.texts.lead, { bid, leader: leaders[state.dealer] });
  const then = after(game, state, chosen);
  const score = fill(game.texts.score, { score: scoreText(game, then) });
  return `${text} ${score} ${then.over ? game.texts.over : ""}`.trim();
}
