// What the phone works out without the club: what a chosen hand would score, and the game after the hands that wait
// here. Points and words come with the page (whistclub/play/pad/phone_game.py); only their sum is made here.
export const fill = (shape, values) => shape.replace(/\{(\w+)\}/g, (_gap, name) => values[name]);
export const formatNumber = (value) => value.toLocaleString("en").replace("-", "−");
export const isRedeal = ({ save }) => save === "same_dealer" || save === "next_dealer";

// All about the bid that is chosen; undefined before.
export const bidOf = (game, { contract, bid }) => game.bids[`${contract}:${bid}`];

// The line of the score table; undefined until all is chosen.
function outcome(game, chosen) {
  const bid = bidOf(game, chosen);
  const tricks = chosen.tricks ?? `${chosen.first}-${chosen.second}`;
  return bid?.outcomes[bid.revokes[chosen.revoke]?.tricks[tricks] ?? tricks];
}

// The game after one more entry, as whistclub/engine/game.py has it.
export function after(game, state, chosen) {
  const passes = chosen.save === "same_dealer" ? 0 : 1;
  const next = { ...state, position: state.position + 1, dealer: (state.dealer + passes) % game.seats };
  if (isRedeal(chosen)) return next;
  const { target, max_hands: limit, draw, one_side: oneSide } = game.ends;
  const { points, stars: won } = outcome(game, chosen);
  let totals = state.totals.map((total, side) => total + points[side]);
  if (oneSide && totals.every((total) => total > 0)) totals = totals.map(() => 0);
  const hands = state.hands + 1;
  const most = Math.max(...totals);
  const isTied = totals.filter((total) => total === most).length > 1;
  const isReached = target !== null && most >= target && !isTied;
  const isLast = limit !== null && hands >= limit && (!isTied || draw);
  const stars = state.stars.map((each, side) => each + won[side]);
  return { ...next, totals, stars, hands, over: isReached || isLast };
}

export function scoreText(game, { totals, stars }) {
  const side = (each) => `${game.sides[each]}\u00A0${formatNumber(totals[each])} ${"★".repeat(stars[each])}`.trimEnd();
  return game.order.map(side).join(", ");
}

// A whole entry in a sentence: "Ann granded, made 9: Us +3."; empty until all is chosen.
export function entryText(game, chosen) {
  if (isRedeal(chosen)) return game.texts[`said_${chosen.save}`];
  const [bid, found] = [bidOf(game, chosen), outcome(game, chosen)];
  return found ? `${bid.text}${found.text} ${bid.revokes[chosen.revoke]?.text ?? ""}`.trim() : "";
}

// What is chosen, and the score with it; of a bid alone, who leads.
export function preview(game, state, chosen) {
  const [text, bid] = [entryText(game, chosen), bidOf(game, chosen)];
  if (!bid) return "";
  if (!text) return fill(game.texts.lead, { bid: bid.text, leader: bid.leaders[state.dealer] });
  const then = after(game, state, chosen);
  const score = fill(game.texts.score, { score: scoreText(game, then) });
  return `${text} ${score} ${then.over ? game.texts.over : ""}`.trim();
}
