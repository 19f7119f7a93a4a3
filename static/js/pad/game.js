// The game after its saved entries and those that wait on this phone, from the data of the page alone. Nothing here
// touches the page. What a hand is worth is looked up in the score table; how hands add up to a game is what
// whistclub/engine/game.py says, and a test holds the two together.
const TAKEN_OUT = "taken_out";
const REDEALS = ["same_dealer", "next_dealer", TAKEN_OUT];
const ALL_TRICKS = 13;

export const isHand = ({ contract }) => contract !== "redeal";
export const isTakenOut = ({ contract, bid }) => contract === "redeal" && bid === TAKEN_OUT;
export const passesDeal = (entry) => isHand(entry) || entry.bid === "next_dealer";
// In the place of an entry: it counts as never played.
export const takenOut = { uid: "", contract: "redeal", bid: TAKEN_OUT, tricks: "" };

const isSolo = (contract) => contract === "sola_nola" || contract === "grand_dix";
export const contractOf = (fields) => (fields.bid === "low" ? "low" : fields.contract || "high");

// The side whose tricks a form has first: the declarer's; in a low hand and with a widow the owner's.
export function firstSide(fields) {
  const ofDeclarer = fields.bid && !["low", "widow"].includes(contractOf(fields));
  return Number(ofDeclarer ? fields.bid % 2 : fields.counted);
}

// The tricks as the score table has them: by side, as they count after a revoke.
function tricksOf(game, fields) {
  const contract = contractOf(fields);
  if (isSolo(contract)) return fields.tricks;
  const counts = (contract === "widow" ? [fields.first, fields.second] : (fields.tricks ?? "").split("-")).map(Number);
  if (contract === "widow") counts.push(ALL_TRICKS - counts[0] - counts[1]);
  const sides = counts.length;
  const key = counts.map((_count, side) => counts[(side - firstSide(fields) + sides) % sides]).join("-");
  return game.revokes[`${contract}:${fields.revoke}`]?.[key] ?? key;
}

// What a form posts, as an entry of the score sheet.
export function entryOf(game, fields) {
  const { uid, save } = fields;
  if (REDEALS.includes(save)) return { uid, contract: "redeal", bid: save, tricks: "", fields };
  return { uid, contract: contractOf(fields), bid: fields.bid, tricks: tricksOf(game, fields), fields };
}

// The line of the score table; undefined for what is not a whole hand.
export function outcomeOf(game, { contract, bid, tricks }) {
  const side = /^\d+$/.test(bid) ? Number(bid) % game.sides.length : "";
  const found = game.table[`${contract}:${side}`]?.[tricks];
  return found && { points: found[0], stars: found[1], kind: found[2], result: found[3] };
}

const isWhole = (game, entry) => !isHand(entry) || outcomeOf(game, entry) !== undefined;

const lastOf = (list) => list[list.length - 1];

const added = (one, other) => one.map((each, side) => each + other[side]);

function soleLeader(totals) {
  const most = Math.max(...totals);
  return totals.filter((total) => total === most).length === 1 ? totals.indexOf(most) : null;
}

// Where only one side may hold points, both go back to zero when both would.
function carried(totals, ends) {
  return ends.carry === "one_side" && totals.every((total) => total > 0) ? totals.map(() => 0) : totals;
}

// The target counts before the hand limit; sides level at or above the target play on.
function ended(state, ends) {
  const reached = ends.target !== null && Math.max(...state.totals) >= ends.target;
  const atLimit = ends.max_hands !== null && state.hands >= ends.max_hands;
  const leader = soleLeader(state.totals);
  const over = (reached && leader !== null) || (atLimit && (leader !== null || ends.limit_tie === "draw"));
  return { ...state, over, winner: over ? leader : null };
}

function played(state, entry, game, ends) {
  if (!passesDeal(entry)) return state;
  const dealer = (state.dealer + 1) % game.seats.length;
  if (!isHand(entry)) return { ...state, dealer };
  if (state.over) return { ...state, dealer, playedOn: true };
  const { points, stars } = outcomeOf(game, entry);
  const totals = carried(added(state.totals, points), ends);
  return ended({ ...state, dealer, totals, stars: added(state.stars, stars), hands: state.hands + 1 }, ends);
}

// After the end the result stands, but for points adjusted before another hand is entered.
function adjusted(state, points, ends) {
  return state.playedOn ? state : ended({ ...state, totals: carried(added(state.totals, points), ends) }, ends);
}

// Paper overrides all entries; a game that was conceded or ended early stays over.
function settled(state, game, endedEarly) {
  if (game.paper) {
    const stars = game.paper.map(() => 0);
    return { ...state, totals: game.paper, stars, over: true, winner: soleLeader(game.paper) };
  }
  if (game.conceded !== null) return { ...state, over: true, winner: 1 - game.conceded };
  return endedEarly && !state.over ? { ...state, over: true, winner: soleLeader(state.totals) } : state;
}

// Replay a score sheet: its state has a line for each entry and each adjustment. `handNumber`: the number that a hand
// in that place has, or would have.
function replay(game, { entries, ends, endedEarly }) {
  const zeros = game.sides.map(() => 0);
  let state = { dealer: game.first_dealer, totals: zeros, stars: zeros, hands: 0, over: false, winner: null };
  let number = 1;
  const lines = [];
  for (let position = 0; position <= entries.length; position++) {
    const entry = entries[position - 1];
    if (entry) {
      const before = state;
      state = played(state, entry, game, ends);
      const counts = !before.over;
      lines.push({
        key: entry.uid,
        entry,
        number: isHand(entry) ? number : null,
        handNumber: number,
        dealer: before.dealer,
        counts,
        totals: state.totals,
      });
      if (isHand(entry)) number += 1;
    }
    // An adjustment follows its entry; where entries have been removed since, the last one that remains.
    for (const [key, after, points] of game.adjustments) {
      if (Math.min(after, entries.length) !== position) continue;
      const counts = !state.playedOn;
      state = adjusted(state, points, ends);
      lines.push({ key, number: null, counts, totals: state.totals });
    }
  }
  state = settled(state, game, endedEarly);
  return { ...state, lines, number, extra: !state.over && ends.max_hands !== null && state.hands >= ends.max_hands };
}

const lastHand = (ends, last) => ({
  ...ends,
  last_hand: last,
  max_hands: Math.min(last, ends.max_hands_of_rules ?? last),
});

// The uid of an entry before any correction that waits.
export const firstUid = ({ old, uid }) => (old ? firstUid(old) : uid);

// The sheet with another entry at an index. Where the bell, or an early end, named the last hand by its number, that
// moves with what is taken out before it, or put back. `keptLast`: what was taken out here did not stand before it.
// `old`: what stood here, with the number of its hand.
function corrected({ entries, ends, ...sheet }, at, entry) {
  const [old, last] = [entries[at], ends.last_hand];
  const number = 1 + entries.slice(0, at).filter(isHand).length;
  const [takesOut, putsBack] = [isTakenOut(entry) && isHand(old), isTakenOut(old) && isHand(entry)];
  const keptLast = takesOut && last !== null && number >= last;
  const isBefore = last !== null && (number < last || (number === last && putsBack && !old.keptLast));
  const step = isBefore ? putsBack - takesOut : 0;
  return {
    ...sheet,
    ends: step ? lastHand(ends, last + step) : ends,
    entries: entries.map((each, index) => (index === at ? { ...entry, keptLast, old: { ...old, number } } : each)),
  };
}

// Each kind of entry changes the sheet as the server will; one that the server would refuse changes nothing.
const CHANGES = {
  hand(sheet, fields, game) {
    const { entries } = sheet;
    const entry = entryOf(game, fields);
    if (Number(fields.number) !== entries.length + 1 || game.stopped || replay(game, sheet).over) return sheet;
    return isWhole(game, entry) ? { ...sheet, entries: [...entries, entry] } : sheet;
  },
  correction(sheet, fields, game) {
    const at = Number(fields.number) - 1;
    if (sheet.entries[at]?.uid !== fields.replaces) return sheet;
    const entry = entryOf(game, fields);
    return isWhole(game, entry) ? corrected(sheet, at, entry) : sheet;
  },
  undo(sheet, fields, game) {
    if (game.stopped) return sheet;
    return lastOf(sheet.entries)?.uid === fields.last ? { ...sheet, entries: sheet.entries.slice(0, -1) } : sheet;
  },
  end(sheet, _fields, game) {
    const state = replay(game, sheet);
    if (state.over || !state.hands) return sheet;
    const now = { ...sheet, ends: lastHand(sheet.ends, state.hands) };
    return { ...now, endedEarly: replay(game, now).over };
  },
};
CHANGES.redeal = CHANGES.hand;

function sheetAfter(game, items) {
  let sheet = {
    entries: game.entries.map(([uid, contract, bid, tricks, keptLast]) => ({ uid, contract, bid, tricks, keptLast })),
    ends: game.ends,
    endedEarly: game.ended_early,
  };
  for (const { kind, fields } of items) sheet = CHANGES[kind]?.(sheet, fields, game) ?? sheet;
  return sheet;
}

function stateOf(game, sheet) {
  const state = replay(game, sheet);
  return { ...state, sheet, last: lastOf(sheet.entries) ?? null, position: sheet.entries.length + 1 };
}

// The game after all of these: totals and stars by side, `dealer` of the next entry, its `position` and hand `number`,
// the `last` entry, whether the game is `over`, its `winner` (null: a draw), and the `lines` of the score sheet.
//
// Of the entries that wait on this phone those are `pending` that the server neither refused nor knows by now.
export function stateAfter(game, items) {
  const pending = items.filter(({ id, refusal }) => !game.locked && !refusal && !game.known.includes(id));
  return { ...stateOf(game, sheetAfter(game, pending)), pending };
}

// The game if this whole hand were saved next, or in place of the entry at `position`.
export function stateWith(game, state, entry, position) {
  const { sheet } = state;
  const changed = position ? corrected(sheet, position - 1, entry) : { ...sheet, entries: [...sheet.entries, entry] };
  return stateOf(game, changed);
}
