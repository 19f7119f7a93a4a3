// What a pad says of a game and of its next hand, from the shapes of sentences that come with the page.
import { entryOf, isHand, isTakenOut, outcomeOf, passesDeal, stateWith, takenOut } from "./game.js";

export const fill = (shape, values = {}) => shape.replace(/\{(\w+)\}/g, (_gap, name) => values[name]);
export const number = (value) => value.toLocaleString("en").replace("-", "−");

export const sidesInOrder = (game) => game.sides.map((_side, step) => (game.viewer_side + step) % game.sides.length);

export function points(totals) {
  const written = totals.map(number);
  if (written.length > 2) return written.join(", ");
  // A dash next to a minus sign cannot be read.
  return written.join(written.some((each) => each.includes("−")) ? " – " : "–");
}

function listed(game, order, { totals, stars }) {
  const sides = order.map((side) => {
    const total = `${number(totals[side])} ${"★".repeat(stars[side])}`.trimEnd();
    return fill(game.texts.side_total, { side: game.sides[side].short, total });
  });
  return sides.join(game.texts.list);
}

export const score = (game, state) => listed(game, sidesInOrder(game), state);

// How the game ended, from the shapes for a draw and for a win; `sides` are their names there.
function endingAs(game, { totals, winner }, { draw, won, sides }) {
  if (winner === null) {
    const noStars = totals.map(() => 0);
    return fill(draw, { score: listed(game, [...totals.keys()], { totals, stars: noStars }) });
  }
  const others = totals.filter((_total, side) => side !== winner);
  return fill(won, { side: sides[winner], score: points([totals[winner], ...others]) });
}

function ending(game, state) {
  const { draw, won } = game.texts;
  return endingAs(game, state, { draw, won, sides: game.sides.map((side) => side.subject) });
}

// The same where a correction that is not saved yet would end it.
function newEnding(game, state) {
  const { would_draw: draw, would_win: won } = game.texts;
  return endingAs(game, state, { draw, won, sides: game.sides.map((side) => side.object) });
}

// How the game ended.
export function verdict(game, state) {
  const sentence = ending(game, state);
  return game.conceded === null || game.paper ? sentence : `${game.conceded_text} ${sentence}`;
}

export function heading(game, state) {
  const { texts, ends } = game;
  if (state.extra) return fill(texts.heading_extra, { number: state.number });
  return fill(ends.limit === null ? texts.heading : texts.heading_of, { number: state.number, limit: ends.limit });
}

// What each side still needs; without a target, how far it is behind or ahead.
export function hints(game, state) {
  const { texts, ends } = game;
  const { totals } = state;
  if (state.over || (ends.target === null && !state.hands)) return totals.map(() => "");
  if (ends.target !== null) return totals.map((total) => fill(texts.to_go, { n: Math.max(1, ends.target - total) }));
  return totals.map((total, side) => {
    const gap = total - Math.max(...totals.filter((_total, other) => other !== side));
    if (!gap) return texts.tied;
    return gap > 0 ? fill(texts.ahead, { n: gap }) : fill(texts.trailing, { n: -gap });
  });
}

// The buttons for cards thrown in.
export function redeal(game, dealer, button) {
  const deals = button === "next_dealer" ? (dealer + 1) % game.seats.length : dealer;
  return fill(game.texts[button], { name: game.seats[deals] });
}

export function undoLabel(game, state) {
  if (!isHand(state.last)) return game.texts[isTakenOut(state.last) ? "undo_taken_out" : "undo_redeal"];
  return fill(game.texts.undo_hand, { number: state.number - 1 });
}

// A bid, and who leads.
export function lead(game, { contract, bid }, dealer) {
  const leader = game.seats[game.leaders[`${contract}:${bid}`][dealer]];
  return fill(game.texts.lead, { bid: game.bids[`${contract}:${bid}`], leader });
}

// The sentences of the notes that fit a hand; those of a redeal are not kept.
function notesOf(game, { contract, fields = {} }) {
  return Object.entries(game.notes)
    .map(([name, sentences]) => sentences[contract]?.[fields[name]])
    .filter(Boolean);
}

// Who scored what: "Us +3", "a star for Us".
function gained(game, { points: scored, stars }) {
  const { texts, sides } = game;
  const order = sidesInOrder(game);
  const won = order
    .filter((side) => scored[side])
    .map((side) => {
      const signed = `${scored[side] > 0 ? "+" : ""}${number(scored[side])}`;
      return fill(texts.side_points, { side: sides[side].short, points: signed });
    });
  const starred = order.filter((side) => stars[side]).map((side) => fill(texts.star_for, { side: sides[side].short }));
  return [...won, ...starred].join(texts.list) || texts.no_points;
}

// The tricks of each side.
function taken(game, tricks) {
  const counts = tricks.split("-");
  const sides = sidesInOrder(game).map((side) =>
    fill(game.texts.side_tricks, { side: game.sides[side].short, tricks: counts[side] }),
  );
  return sides.join(game.texts.list);
}

// That an entry was taken out, with the number of its hand: "Hand 2 taken out".
function takenOutText({ texts }, old) {
  return isHand(old) ? fill(texts.taken_out, old) : texts.redeal_out;
}

// An entry on the score sheet: its bid, its result, what it gave, and all of it in one sentence; what it was before it
// was taken out.
export function described(game, entry) {
  const notes = notesOf(game, entry).join(" ");
  if (!isHand(entry)) {
    const { old } = entry;
    // Its notes are known only if it was entered on this phone.
    const before = isTakenOut(entry) && described(game, { ...old, fields: {} }).sentence;
    const sentence = before ? takenOutText(game, old) : game.texts[`redeal_${entry.bid}`];
    return { bid: sentence, result: "", kind: "", gains: "", notes, before, sentence };
  }
  const found = outcomeOf(game, entry);
  const bid = game.bids[`${entry.contract}:${entry.bid}`];
  const shape = found.result ? game.texts.hand : game.texts.hand_tricks;
  const result = found.result ?? taken(game, entry.tricks);
  const gains = gained(game, found);
  const sentence = [fill(shape, { bid, outcome: result, gains }), notes].filter(Boolean).join(" ");
  return { bid, result, kind: found.kind, gains, notes, sentence };
}

export function numbered(game, line) {
  const { sentence } = described(game, line.entry);
  return line.number === null ? sentence : fill(game.texts.numbered, { number: line.number, sentence });
}

// What a correction makes of the entry on a line: "Hand 2 corrected: Ann granded, made 9: Us +3.".
export function correctionOf(game, { entry: old, handNumber }, entry) {
  const { texts } = game;
  if (isTakenOut(entry)) return takenOutText(game, { ...old, number: handNumber });
  const { sentence } = described(game, entry);
  const shape = isHand(old) ? texts.corrected : isTakenOut(old) && isHand(entry) && texts.put_back;
  return shape ? fill(shape, { number: handNumber, sentence }) : sentence;
}

const afterEnd = (state) => state.lines.filter((line) => !line.counts).length;

// What a correction changes: the score, the winner, whether the game is over.
function changes(game, before, after) {
  const { texts } = game;
  const [old, now] = [score(game, before), score(game, after)];
  const sameEnd = after.winner === before.winner && after.over === before.over;
  if (old === now && sameEnd) return [fill(texts.unchanged, { score: old })];
  const sentences = [fill(texts.changes, { old, new: now })];
  if (after.over && !sameEnd) sentences.push(newEnding(game, after));
  if (!game.stopped && before.over && (game.conceded !== null || before.sheet.endedEarly))
    sentences.push(texts.stays_over);
  else if (before.over && !after.over) sentences.push(texts.goes_on);
  if (afterEnd(after) > afterEnd(before)) sentences.push(fill(texts.ends_before, { number: after.hands }));
  return sentences;
}

// What becomes of the hands after a corrected one where it is no hand any more, or has become one.
function moves(game, state, entry, position) {
  const { texts } = game;
  const [line, ...later] = state.lines.filter((each) => each.entry).slice(position - 1);
  const numbers = later.map((each) => each.number).filter((each) => each !== null);
  const deal = passesDeal(entry) - passesDeal(line.entry);
  const step = isHand(entry) - isHand(line.entry);
  const sentences = deal ? [deal < 0 ? texts.deal_back : texts.deal_on] : [];
  if (!step || !numbers.length) return sentences;
  const [from, to] = [numbers[0], numbers.at(-1)];
  const shape = from === to ? texts.renumbered : texts.all_renumbered;
  return [...sentences, fill(shape, { from, to, new_from: from + step, new_to: to + step })];
}

// What is said before the entry at a position is taken out; empty once it is.
export function takingOut(game, state, position) {
  if (isTakenOut(state.sheet.entries[position - 1] ?? takenOut)) return "";
  const after = stateWith(game, state, takenOut, position);
  return [...changes(game, state, after), ...moves(game, state, takenOut, position)].join(" ");
}

// What the choices of a form would save: the next hand, or the one at `correcting`. Empty without choices, or if that
// hand was undone meanwhile.
export function preview(game, state, fields, correcting) {
  const entry = entryOf(game, fields);
  if (!entry.bid || (correcting && !state.sheet.entries[correcting - 1])) return "";
  if (!outcomeOf(game, entry)) {
    const line = state.lines.filter((each) => each.entry)[correcting - 1];
    return lead(game, entry, line ? line.dealer : state.dealer);
  }
  const after = stateWith(game, state, entry, correcting);
  const { sentence } = described(game, { ...entry, fields: {} });
  const effects = correcting
    ? [...changes(game, state, after), ...moves(game, state, entry, correcting)]
    : [after.over ? ending(game, after) : fill(game.texts.score, { score: score(game, after) })];
  return [sentence, ...effects, ...notesOf(game, entry)].join(" ");
}
