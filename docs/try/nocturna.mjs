// Camino a Nocturna: locations, the combat, the children and the Master's hand; a card, then its location, a foe and a child are clicked.
import { effects, three } from "./nocturna.effects.mjs";
import { card, lines, offer, pick, question, row, terms } from "./parts.mjs";

const CHILDREN = 4, PLACES = 4, SLOTS = 4, FOES = 4, KINDS = 45, REWARDS = 26, INSOMNIA = 20, ZONE = 4, BOSS_BATTLE = 4, UNKNOWN = -2;
const CARDS = ["nothing", "attack", "defence", "skill"], TOKENS = ["shield", "charge", "stun", "bottle"];
const TERMS = ["action-card", "initiative", "provision", "insomnia", "stun", "bottle", "face-down"];
const PASSES = ["PLACE", "USE", "RETURN", "CARRY", "TARGET", "LOOT", "CONCLUSION", "RESURRECT"];
let pack, at, phases, fields, words, picked = -1;

export function turn(kind) { picked = kind; }

const range = count => Array.from({ length: count }, (_, k) => k);
const phaseOf = () => Object.keys(phases).find(name => phases[name] === fields.phase);
const titled = each => each?.title || each?.name || "";
const rowOf = kind => (kind >= KINDS ? pack.boss[kind - KINDS] : pack.nightmare[kind] ?? pack.event[kind - pack.nightmare.length]);
const kindName = kind => (kind === UNKNOWN ? "?" : titled(rowOf(kind)) || words("nightmare-number", { kind: kind + 1 }));
const rewardName = kind => titled(pack.reward[kind]) || words("reward-number", { kind: kind + 1 });
const spaced = name => (name ? ` ${name}` : "");
const childName = child => words("child", { child: child + 1, title: spaced(titled(pack.child[fields.sheet[child]])) });
const placeName = place => words("location", { place: place + 1, title: spaced(titled(pack.location[fields.loc_kind[place]])) });
const foeName = foe => words("foe", { j: foe + 1, title: spaced(fields.foe_kind[foe] < 0 ? "" : kindName(fields.foe_kind[foe])) });
const cardName = number => words(`card-${CARDS[number]}`);
const listed = (counts, name) => counts.flatMap((count, kind) => (count > 0 ? [count > 1 ? `${count} ${name(kind)}` : name(kind)] : []));
const token = (name, count) => `${words(`token-${name}`)} ${count}`;

/** Actions whose words depend on the position: passes, and children, foes and locations with their names. */
export function said(action, now, say) {
  [fields, words] = [now, say];
  const child = number => childName((Math.max(fields.to_move - 1, 0) + number) % (fields.num_players - 1)), from = name => action - at[name].at;
  if (action === 0) return words(PASSES.includes(phaseOf()) ? `pass-${phaseOf().toLowerCase()}` : "pass");
  if (from("child") >= 0 && from("foe") < 0) return child(from("child"));
  if (from("foe") >= 0 && from("location") < 0) return foeName(from("foe"));
  if (from("location") >= 0 && from("sheet") < 0) return placeName(from("location"));
  if (from("place") >= 0 && from("use") < 0) return words("place", { kind_name: kindName(Math.floor(from("place") / PLACES)), where: placeName(from("place") % PLACES) });
  if (from("offer") < 0 || from("give") >= 0) return "";
  return words("offer", { reward_name: rewardName(Math.floor(from("offer") / CHILDREN)), to: child(from("offer") % CHILDREN) });
}

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
  const state = [f.foe_life[foe] > 0 ? token("life", `${f.foe_life[foe]}/${f.foe_max[foe]}`) : words("defeated"), f.foe_shield[foe] > 0 && token("shield", f.foe_shield[foe]), f.foe_emp[foe] > 0 && words("hits-more", { count: f.foe_emp[foe] }), f.lead_foe === foe && words("initiative")];
  return card(offer(f.foe_life[foe] > 0 ? "face" : "face pale", [at.foe.at + foe], legal), foeName(foe), [state.filter(Boolean).join(", "), ...three(each, "foe", words)]);
}

/** The combat: the foes, the action cards of the last turn and of this one, and those to choose from. */
function combat(legal) {
  const f = fields, foes = range(FOES).filter(foe => f.foe_kind[foe] >= 0);
  if (!f.turn && f.boss < 0) return "";
  const where = f.battle >= 0 && f.battle < BOSS_BATTLE ? placeName(f.battle) : words("the-boss");
  const title = [f.turn ? words("combat-title", { place: where, turn: f.turn }) : words("boss"), f.turn > f.fatigue && words("both-tire"), f.marked && words("marked")].filter(Boolean).join(", ");
  const chosen = (key, master, child) => words(key, { master: master === UNKNOWN ? words("card-hidden") : cardName(master), child: phaseOf() === "CHILD_CARD" && key === "this-turn" ? words("card-open") : cardName(child) });
  const told = [f.last_master && f.last_master !== f.card_master && chosen("last-turn", f.last_master, f.last_child), f.card_master && chosen("this-turn", f.card_master, f.card_child)];
  const choices = phaseOf() === "MASTER_CARD" && legal.length ? [1, 3, 2].map(number => card(offer("face", [at.card.at + number - 1], legal), cardName(number), [])) : [];
  return `${row(title, foes.map(foe => foeOf(foe, legal)))}${lines(told)}${row(choices.length ? words("draw-beats") : "", choices)}`;
}

function childOf(child, legal) {
  const f = fields, asleep = f.insomnia[child] > INSOMNIA, actions = ["TARGET", "ACTOR", "LOOT", "RESURRECT"].includes(phaseOf()) ? [at.child.at + child] : [];
  const state = [asleep ? words("defeated") : token("insomnia", `${f.insomnia[child]}/${INSOMNIA}`), ...TOKENS.filter(name => f[name][child] > 0).map(name => token(name, f[name][child])), f.covered === child && words("covered"), f.lead_child === child && words("initiative"), f.loc[child] >= 0 && words("at-location", { place: f.loc[child] + 1 }), f.loc[child] < -1 && words("left-behind")];
  const kept = ["hand", "active"].flatMap(name => range(REWARDS).filter(kind => f[name][REWARDS * child + kind] > 0).map(kind => `${words(`kept-${name}`)}: ${listed([f[name][REWARDS * child + kind]], () => rewardName(kind))}: ${rewardWords(kind)}`));
  const sheet = pack.child[f.sheet[child]];
  return card(offer(f.to_move === child + 1 ? "face asked" : f.in_battle[child] ? "face now" : "face", actions, legal), childName(child), [state.filter(Boolean).join(", "), ...(sheet ? three(sheet, "child", words) : []), ...kept]);
}

// ---- the Master

function heldOf(kind, legal) {
  const each = rowOf(kind), creature = kind < pack.nightmare.length, title = `${kindName(kind)}${fields.mp_hand[kind] > 1 ? ` x${fields.mp_hand[kind]}` : ""}`;
  const places = range(PLACES).some(place => legal.includes(at.place.at + PLACES * kind + place));
  const texts = creature ? [token("life", each.life), ...three(each, "foe", words)] : [words("about-event", { phase: words(`label-${each.label}`), cost: each.cost, words: effects(each.effects, "event", words), count: each.copies })];
  return card(places ? pick(kind, picked) : offer("face", [at.event.at + kind, at.discard.at + kind], legal), title, texts);
}

function pending() {
  const f = fields, kind = f.loot_slot >= 0 && f.battle >= 0 ? f.loc_rw[SLOTS * f.battle + f.loot_slot] : -1;
  if (f.event_kind >= 0) return words("pending-event", { kind_name: kindName(f.event_kind), event_cost: f.event_cost });
  if (f.reward_kind >= 0) return words("pending-reward", { reward_name: rewardName(f.reward_kind) });
  if (f.offer_kind >= 0) return words("pending-offer", { giver: childName(f.offer_from), reward_name: rewardName(f.offer_kind), taker: childName(f.offer_to) });
  return kind >= 0 ? words("pending-loot", { reward_name: rewardName(kind), provision: pack.reward[kind].provision }) : "";
}

function asked() {
  if (fields.done) return words(fields.utility[0] < 0 ? "children-won" : "master-won");
  return words(`asked-${phaseOf().toLowerCase()}`, { name: fields.to_move ? childName(fields.to_move - 1) : `${words("master")} (${words("you")})` });
}

export function drawn(now, { about, words: say, legal, ui }) {
  [fields, words, pack, phases, at] = [now, say, about.packs[0].tables, about.phases, about.actions.blocks];
  const able = range(KINDS).filter(kind => range(PLACES).some(place => legal.includes(at.place.at + PLACES * kind + place)));
  if (!able.includes(picked)) picked = able[0] ?? -1;
  const advice = legal.length ? words(`guide-${phaseOf().toLowerCase().replaceAll("_", "-")}`) : "", sum = counts => counts.reduce((all, count) => all + count, 0);
  const stage = words("headline", { number: fields.round_no, last: fields.rounds_total, zone: Math.floor((fields.round_no - 1) / ZONE) + 1 }), kinds = range(KINDS).filter(kind => fields.mp_hand[kind] > 0);
  const { hand_cap, bottle_cap, insomnia_max: insomnia } = pack.constants, piles = [["nightmares", "nm_deck"], ["nightmare-discards", "nm_disc"], ["rewards", "rw_deck"], ["locations", "loc_deck"], ["bosses", "boss_left"]].map(([name, field]) => `${words(`pile-${name}`)}: ${sum(fields[field])}`);
  return `${question([stage, asked(), pending()], [advice, able.length && ui.picks])}${combat(legal)}${row(words("locations"), range(PLACES).map(place => placeOf(place, legal)).filter(Boolean))}
    ${row(words("children"), range(fields.num_players - 1).map(child => childOf(child, legal)))}
    ${row(words("masters-hand", { you: ` (${words("you")})`, count: sum(fields.mp_hand) }), kinds.length ? kinds.map(kind => heldOf(kind, legal)) : [words("none")])}<small>${lines([piles.join(", ")])}</small>${terms(TERMS, { insomnia, hand: hand_cap, bottles: bottle_cap }, words)}`;
}
