// Camino a Nocturna: locations, the combat, the children and the Master's hand; a card, then its location, a foe and a child are clicked.
import { effects, three } from "./nocturna.effects.mjs";
import { at, cardName, childName, fields, foeName, kindName, pack, phaseOf, placeName, PLACES, range, rewardName, rowOf, take, titled, UNKNOWN, words } from "./nocturna.names.mjs";
import { card, lines, offer, pick, question, row, terms } from "./parts.mjs";

export { said } from "./nocturna.names.mjs";

const SLOTS = 4, FOES = 4, KINDS = 45, REWARDS = 26, INSOMNIA = 20, ZONE = 4, BOSS_BATTLE = 4;
const TOKENS = ["shield", "charge", "stun", "bottle"];
const TERMS = ["action-card", "initiative", "provision", "insomnia", "stun", "bottle", "face-down"];
const CHOOSING = ["TARGET", "ACTOR", "LOOT", "RESURRECT"];
const PILES = { nightmares: "nm_deck", "nightmare-discards": "nm_disc", rewards: "rw_deck", locations: "loc_deck", bosses: "boss_left" };
let picked = -1;

export function turn(kind) { picked = kind; }

const token = (name, count) => `${words(`token-${name}`)} ${count}`;
const joined = texts => texts.filter(Boolean).join(", ");

function rewardWords(kind) {
  const each = pack.reward[kind], mate = pack.reward.find(other => other.name === each.mate);
  const family = mate ? words("family-with", { mate: titled(mate), words: effects(each.family, "reward", words) }) : "";
  return `${effects(each.effects, "reward", words)}${family}; ${words(`draw-${each.timing}`)}`;
}

// ---- the table

function placeOf(place, legal) {
  if (fields.loc_kind[place] < 0) return "";
  const lying = list => list.slice(SLOTS * place, SLOTS * (place + 1)), nightmares = lying(fields.loc_nm).filter(kind => kind !== -1);
  const { reward, nightmares: most } = pack.location[fields.loc_kind[place]], rewards = lying(fields.loc_rw).filter(kind => kind >= 0);
  const side = nightmares.length && !fields.loc_up[place] ? ` ${words("face-down")}:` : "", there = range(fields.num_players - 1).filter(child => fields.loc[child] === place);
  const actions = [at.location.at + place, ...(picked < 0 ? [] : [at.place.at + PLACES * picked + place])];
  return card(offer(fields.battle === place ? "face now" : "face", actions, legal), placeName(place), [
    words("about-location", { rewards: reward, nightmares: most }), ...rewards.map(kind => `${words("provision", { reward_name: rewardName(kind), provision: pack.reward[kind].provision })}: ${rewardWords(kind)}`),
    words("nightmares-line", { count: nightmares.length, side, names: nightmares.map(kindName).join(", ") }), there.length && `${words("children")} ${there.map(childName).join(", ")}`,
  ]);
}

function foeOf(foe, legal) {
  const f = fields, each = rowOf(f.foe_kind[foe]);
  const life = f.foe_life[foe] > 0 ? token("life", `${f.foe_life[foe]}/${f.foe_max[foe]}`) : words("defeated");
  const shield = f.foe_shield[foe] > 0 && token("shield", f.foe_shield[foe]), power = f.foe_emp[foe] > 0 && words("hits-more", { count: f.foe_emp[foe] });
  return card(offer(f.foe_life[foe] > 0 ? "face" : "face pale", [at.foe.at + foe], legal), foeName(foe), [joined([life, shield, power, f.lead_foe === foe && words("initiative")]), ...three(each, "foe", words)]);
}

/** The combat: the foes, the action cards of the last turn and of this one, and those to choose from. */
function combat(legal) {
  const f = fields, foes = range(FOES).filter(foe => f.foe_kind[foe] >= 0);
  if (!f.turn && f.boss < 0) return "";
  const where = f.battle >= 0 && f.battle < BOSS_BATTLE ? placeName(f.battle) : words("the-boss");
  const title = joined([f.turn ? words("combat-title", { place: where, turn: f.turn }) : words("boss"), f.turn > f.fatigue && words("both-tire"), f.marked && words("marked")]);
  const chosen = (key, master, child) => words(key, { master: master === UNKNOWN ? words("card-hidden") : cardName(master), child: phaseOf() === "CHILD_CARD" && key === "this-turn" ? words("card-open") : cardName(child) });
  const told = [f.last_master && f.last_master !== f.card_master && chosen("last-turn", f.last_master, f.last_child), f.card_master && chosen("this-turn", f.card_master, f.card_child)];
  const choices = phaseOf() === "MASTER_CARD" && legal.length ? [1, 3, 2].map(number => card(offer("face", [at.card.at + number - 1], legal), cardName(number), [])) : [];
  return `${row(title, foes.map(foe => foeOf(foe, legal)))}${lines(told)}${row(choices.length ? words("draw-beats") : "", choices)}`;
}

function childState(child) {
  const f = fields, tokens = TOKENS.filter(name => f[name][child] > 0).map(name => token(name, f[name][child]));
  const insomnia = f.insomnia[child] > INSOMNIA ? words("defeated") : token("insomnia", `${f.insomnia[child]}/${INSOMNIA}`);
  const place = f.loc[child] >= 0 ? words("at-location", { place: f.loc[child] + 1 }) : f.loc[child] < -1 && words("left-behind");
  return joined([insomnia, ...tokens, f.covered === child && words("covered"), f.lead_child === child && words("initiative"), place]);
}

/** The rewards of a child's hand, or those on its table. */
function keptOf(child, name) {
  const counts = fields[name].slice(REWARDS * child, REWARDS * (child + 1)), held = range(REWARDS).filter(kind => counts[kind] > 0);
  return held.map(kind => `${words(`kept-${name}`)}: ${counts[kind] > 1 ? `${counts[kind]} ` : ""}${rewardName(kind)}: ${rewardWords(kind)}`);
}

function childOf(child, legal) {
  const actions = CHOOSING.includes(phaseOf()) ? [at.child.at + child] : [], sheet = pack.child[fields.sheet[child]];
  const look = fields.to_move === child + 1 ? "face asked" : fields.in_battle[child] ? "face now" : "face";
  return card(offer(look, actions, legal), childName(child), [childState(child), ...(sheet ? three(sheet, "child", words) : []), ...keptOf(child, "hand"), ...keptOf(child, "active")]);
}

// ---- the Master

function heldOf(kind, legal) {
  const each = rowOf(kind), creature = kind < pack.nightmare.length, title = `${kindName(kind)}${fields.mp_hand[kind] > 1 ? ` x${fields.mp_hand[kind]}` : ""}`;
  const places = range(PLACES).some(place => legal.includes(at.place.at + PLACES * kind + place));
  const event = creature || words("about-event", { phase: words(`label-${each.label}`), cost: each.cost, words: effects(each.effects, "event", words), count: each.copies });
  const texts = creature ? [token("life", each.life), ...three(each, "foe", words)] : [event];
  return card(places ? pick(kind, picked) : offer("face", [at.event.at + kind, at.discard.at + kind], legal), title, texts);
}

function pending() {
  const f = fields, kind = f.loot_slot >= 0 && f.battle >= 0 ? f.loc_rw[SLOTS * f.battle + f.loot_slot] : -1;
  if (f.event_kind >= 0) return `${words("pending-event", { kind_name: kindName(f.event_kind), event_cost: f.event_cost })}: ${effects(rowOf(f.event_kind).effects, "event", words)}`;
  if (f.reward_kind >= 0) return words("pending-reward", { reward_name: rewardName(f.reward_kind) });
  if (f.offer_kind >= 0) return words("pending-offer", { giver: childName(f.offer_from), reward_name: rewardName(f.offer_kind), taker: childName(f.offer_to) });
  return kind >= 0 ? words("pending-loot", { reward_name: rewardName(kind), provision: pack.reward[kind].provision }) : "";
}

function asked() {
  if (fields.done) return words(fields.utility[0] < 0 ? "children-won" : "master-won");
  return words(`asked-${phaseOf().toLowerCase()}`, { name: fields.to_move ? childName(fields.to_move - 1) : `${words("master")} (${words("you")})` });
}

export function drawn(now, { about, words: say, legal, ui }) {
  take(now, say, about);
  const able = range(KINDS).filter(kind => range(PLACES).some(place => legal.includes(at.place.at + PLACES * kind + place)));
  if (!able.includes(picked)) picked = able[0] ?? -1;
  const advice = legal.length ? words(`guide-${phaseOf().toLowerCase().replaceAll("_", "-")}`) : "", sum = counts => counts.reduce((all, count) => all + count, 0);
  const stage = words("headline", { number: fields.round_no, last: fields.rounds_total, zone: Math.floor((fields.round_no - 1) / ZONE) + 1 }), kinds = range(KINDS).filter(kind => fields.mp_hand[kind] > 0);
  const { hand_cap, bottle_cap, insomnia_max: insomnia } = pack.constants, piles = Object.entries(PILES).map(([name, field]) => `${words(`pile-${name}`)}: ${sum(fields[field])}`);
  return `${question([stage, asked(), pending()], [advice, able.length && ui.picks])}${combat(legal)}${row(words("locations"), range(PLACES).map(place => placeOf(place, legal)).filter(Boolean))}
    ${row(words("children"), range(fields.num_players - 1).map(child => childOf(child, legal)))}
    ${row(words("masters-hand", { you: ` (${words("you")})`, count: sum(fields.mp_hand) }), kinds.length ? kinds.map(kind => heldOf(kind, legal)) : [words("none")])}
    <small>${lines([piles.join(", ")])}</small>${terms(TERMS, { insomnia, hand: hand_cap, bottles: bottle_cap }, words)}`;
}
