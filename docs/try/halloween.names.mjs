// La noche de Halloween: what is known of the turn and of the players, and actions, in words.
import { at, fields, pack, phaseOf, range, take, words } from "./position.mjs";

export * from "./position.mjs";

const SEATS = 5, UNKNOWN = -2, FEW = 4, VERBS = { KEEP: "keep", FEE: "give", TREAT: "discard", DRAW: "discard" };

export const label = name => name.toLowerCase().replaceAll("_", "-");
export const nameOf = child => pack.child[child].name;
const childrenOf = bits => pack.child.filter((_, child) => bits >> child & 1).map(each => each.name).join(", ");
export const seatName = seat => (seat ? words("seat-player", { number: seat + 1 }) : words("you"));
export const named = (key, seat) => ({ [key]: seatName(seat), [`${key}-is`]: seat ? "other" : "you" });
export const seats = () => range(fields.num_players);
const known = number => (number === UNKNOWN ? "?" : number);

/** The effect of an action card, in short ("op") or with the time at which it is played ("use"). */
export function effect(number, kind) {
  const { op, arg } = pack.action.find(each => each.id === number + 1);
  return words(`${kind}-${label(op)}`, { arg, children: childrenOf(arg) });
}

/** Actions whose words depend on the position: cards, and the players that are counted from the one who is asked. */
export function said(action, now, say) {
  take(now, say);
  const number = action - at.card.at, seat = first => words("seat-player", { number: (fields.to_move + 1 + action - first) % fields.num_players + 1 });
  if (number >= 0 && action < at.ground.at) return words(`${VERBS[phaseOf()] ?? "play"}-card`, { card: words("card-text", { number: number + 1, does: effect(number, "op") }) });
  if (action >= at.ground.at && action < at.freeze.at) return words("ground", { name: seat(at.ground.at) });
  return action >= at.consult.at && action < at.demand.at ? words("consult", { name: seat(at.consult.at) }) : "";
}

function treatWords(role) {
  const treat = pack.treat.flatMap(each => Array(each.copies).fill(each))[fields.treat_card[role]];
  if (!treat) return "";
  const met = words(["met-open", "met-not", "met-yes"][fields.treat_apply[role] + 1]), bonus = role ? treat.owner : treat.child;
  return words(`treat-of-${role ? "owner" : "child"}`, { words: `${words(`condition-${label(treat.condition)}`, { arg: treat.arg, children: childrenOf(treat.arg) })}: +${bonus}`, met });
}

/** What has happened in this turn, and which children are bound. */
export function turnLines() {
  const f = fields, frozen = range(8).filter(child => f.frozen_left[child]).map(child => `${nameOf(child)} (${f.frozen_left[child]})`);
  const guarded = childrenOf(range(8).reduce((bits, child) => bits | (f.guard[child] >= 0) << child, 0)), gone = childrenOf(range(8).reduce((bits, child) => bits | (f.pos[child] < 0) << child, 0));
  const advice = ["none", "true", "false"][f.advice], worth = pack.rules.candy_table.map((count, k) => `${k + 1}: ${count}`).join(", ");
  return [
    f.moved && !f.done && words("moved-children", { children: childrenOf(f.moved) }), frozen.length && words("frozen-children", { children: frozen.join(", ") }),
    guarded && words("guarded-children", { children: guarded }), gone && `${words("draw-torn")}: ${gone}`,
    f.child >= 0 && words("turn-of", { name: seatName(f.mover), child: nameOf(f.child), die: f.roll }),
    f.no_move && words("now-grounded"), f.treat_only && words("now-treat-only"), f.force_die && words("now-no-question"),
    f.true_roll && words("trick-now", { die: known(f.true_roll), claim: f.claim }), f.true_roll && words("about-candy-table", { worth }),
    f.third >= 0 && phaseOf() !== "DEMAND" && words("consulted-now", { name: seatName(f.third), price: words(`price-${Math.min(f.demand, 3)}`), advice }),
    treatWords(0), treatWords(1), f.target >= 0 && words("under-attack", { child: nameOf(f.target) }),
  ];
}

/** Whether a card of the same mix may be in another hand, so that nobody can say where this one is. */
export const unsure = number => fields.mix[number] && fields.mix_seen[number] & 1 && fields.mix.some((mix, other) => mix === fields.mix[number] && fields.mix_seen[other] & 1 && fields.card_at[other] !== fields.card_at[number]);

export function childWords(seat) {
  if (seat === 0 && fields.secret[0] >= 0) return words("draw-own-child", { child: nameOf(fields.secret[0]) });
  const others = seats().filter(other => other !== seat).map(other => fields.secret[other]);
  const few = fields.secret[seat] >= 0 ? [fields.secret[seat]] : range(8).filter(child => fields.know[seat] >> child & 1 && !others.includes(child));
  const last = few.length > 1 ? words("either", { first: few.slice(0, -1).map(nameOf).join(", "), last: nameOf(few.at(-1)) }) : few.map(nameOf).join("");
  return words("child-is", { child: few.length > FEW ? "?" : last });
}

export function standing(seat) {
  const f = fields, single = bits => bits > 0 && !(bits & (bits - 1)), whom = seat ? [] : seats().filter(other => other && single(f.know[SEATS * other]));
  const shown = whom.length === f.num_players - 1 ? words("all") : whom.map(seatName).join(", ");
  return [
    f.torn[seat] && words("torn-by", { count: f.torn[seat] }), shown && words("child-known", { whom: shown }), f.skip[seat] && words("grounded-next"),
    f.stake[seat] && words("stake", { count: f.stake[seat] }), f.bid[seat] !== -1 && words("bid-is", { bid: known(f.bid[seat]) }), f.defend[seat] && words(f.defend[seat] === 1 ? "is-aside" : "is-defends"),
    f.n_claims[seat] && words("record-of-claims", { lies: f.n_lies[seat], checked: f.n_checked[seat], claims: f.n_claims[seat] }),
    f.n_advice[seat] && words("record-of-advice", { wrong: f.n_false[seat], answers: f.n_advice[seat] }), f.done && words("points", { points: f.scores[seat] }),
  ].filter(Boolean).join(", ");
}
