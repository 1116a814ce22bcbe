// Medianokte: the boss with its action cards, the army, the Enemy's hand and the crew; a card, an astrali and then its victim are clicked.
import { attackWords, effectWords, objectWords } from "./medianokte.effects.mjs";
import { at, bossName, cardOf, crewName, fields, groupOf, heroOf, OBJECTS, pack, phaseOf, range, rowName, slotName, sum, take, title, weaponName, weaponOf, words } from "./medianokte.names.mjs";
import { card, lines, offer, panel, pick, question, row, terms } from "./parts.mjs";

export { said } from "./medianokte.names.mjs";

const MEMBERS = 5, WEAPONS = 2, EXTRA = 4, FOE = 5, BOSS = 25, TRAITS = ["strength", "dexterity", "will"], TIRED = ["ready", "tapped", "exhausted"];
const TERMS = ["strike", "army", "tapped", "exhausted", "armour", "magic", "poison", "euphoria", "void"], DIE = 10, STRIKE = 1;
let picked = -1;

export function turn(slot) { picked = slot; }

const tiredness = tired => words(`is-${TIRED[tired]}`);
const gained = (member, name) => sum(pack.object.map((each, kind) => fields.items[OBJECTS * member + kind] * (each.gives?.[name] ?? 0)));
const tally = (counts, table) => counts.flatMap((count, kind) => (count > 0 ? [rowName(table, kind) + (count > 1 ? ` x${count}` : "")] : [])).join(", ") || "-";
const life = (left, limit) => words("life-of", { left: Math.max(left, 0), limit });
const traits = values => values.map((value, k) => `${words(`short-${TRAITS[k]}`)} ${value}`).join(" ");
const conditions = (bleed, poison) => [bleed && words("is-bleeding"), poison && words("poison-is", { count: poison })];
const joined = texts => texts.filter(Boolean).join(", ");
const look = tired => (tired ? "face pale" : "face");

function bossOf(legal) {
  const boss = pack.boss[fields.boss], f = fields, { boss_life: base, boss_life_per_crew: each } = pack.constants, limit = base + each * (f.num_players - 1);
  const actions = boss.actions.map((own, n) => card(offer(look(f.boss_cards[n]), [at.card.at + n, at.pick.at + n], legal), `${own.name} (${tiredness(f.boss_cards[n])})`, [effectWords(own, words)]));
  const state = joined([life(limit - f.boss_damage, limit), words("armour-is", { value: boss.armour - f.boss_poison }), traits(TRAITS.map(name => boss[name])), ...conditions(f.boss_bleed, f.boss_poison)]);
  return card(offer("", [at.target.at + BOSS], legal), boss.name, [state]) + row("", actions);
}

const strikes = (slot, legal) => range(MEMBERS).some(member => legal.includes(at.strike.at + MEMBERS * slot + member));

/** An astrali of the army; it is clicked to strike with it, or as a target. */
function soldierOf(slot, legal) {
  const f = fields, each = pack.astrali[f.army_kind[slot]], tired = f.army_orient[slot], able = strikes(slot, legal);
  const state = joined([life(each.life - f.army_damage[slot], each.life), words("armour-is", { value: each.armour - f.army_poison[slot] }), ...conditions(f.army_bleed[slot], f.army_poison[slot])]);
  const attributes = able ? pick(slot, picked) : offer(look(tired), [at.target.at + FOE + slot], legal);
  return card(attributes, `${slot + 1} ${each.name} (${tiredness(tired)})`, [state, words("attack-is", { attack: attackWords(each, words) }), traits(TRAITS.map(name => each[name]))]);
}

function handOf(legal) {
  const cost = each => `${words("name-energy")} ${each.cost}`, times = count => (count > 1 ? ` x${count}` : "");
  const events = pack.event.flatMap((each, kind) => {
    if (fields.hand_event[kind] <= 0) return [];
    return [card(offer("face", [at.event.at + kind], legal), each.name + times(fields.hand_event[kind]), [`${words("name-event")}, ${cost(each)}`, effectWords(each, words)])];
  });
  const astralis = pack.astrali.flatMap((each, kind) => {
    if (fields.hand_astrali[kind] <= 0) return [];
    const body = joined([`${words("name-life")} ${each.life}`, words("armour-is", { value: each.armour })]);
    const texts = [`${words("kind-astrali")}, ${cost(each)}`, body, words("attack-is", { attack: attackWords(each, words) }), traits(TRAITS.map(name => each[name]))];
    return [card(offer("face", [at.summon.at + kind, at.summon_free.at + kind], legal), each.name + times(fields.hand_astrali[kind]), texts)];
  });
  return row(words("pile-hand", { count: sum(fields.hand_event) + sum(fields.hand_astrali) }), [...events, ...astralis]);
}

// ---- the crew

function memberOf(member, legal) {
  const f = fields, hero = heroOf(member), asked = f.to_move === member + 1, relative = f.to_move ? (member - f.to_move + f.num_players) % (f.num_players - 1) : member;
  if (!hero) return panel(crewName(member), "", asked);
  const limit = hero.life + gained(member, "life") + pack.constants.life_bonus[f.num_players - 2], used = range(WEAPONS + EXTRA).filter(weapon => weapon < WEAPONS || f.extra_kind[EXTRA * member + weapon - WEAPONS] >= 0);
  const state = joined([life(limit - f.damage[member], limit), words("armour-is", { value: hero.armour + gained(member, "armour") - f.poison[member] }), traits(TRAITS.map(name => hero[name] + gained(member, name))),
    words("counters-are", { count: f.charge[member], limit: pack.constants.final_cost }), ...conditions(f.bleed[member], f.poison[member]), f.euphoria[member] && words("is-euphoric"), f.last_hit === member && words("struck-last")]);
  const weapons = used.map(weapon => {
    const tired = weapon < WEAPONS ? f.orient[3 * member + weapon] : f.extra_orient[EXTRA * member + weapon - WEAPONS];
    return `${weaponName(member, weapon)} (${tiredness(tired)}): ${attackWords(weaponOf(member, weapon), words, weapon >= WEAPONS)}`;
  });
  const assist = words("assist-line", { name: hero.assist.name, tired: tiredness(f.orient[3 * member + 2]), does: effectWords(hero.assist, words) });
  const held = pack.object.filter((_, kind) => f.items[OBJECTS * member + kind] > 0).map(each => `${each.name}: ${objectWords(each, words)}`);
  const actions = [...(picked < 0 ? [] : [at.strike.at + MEMBERS * picked + member]), at.target.at + relative];
  return card(offer(asked ? "face wide asked" : "face wide", actions, legal), crewName(member), [state, ...weapons, assist, words("final-line", { name: hero.final.name, does: effectWords(hero.final, words) }), ...held]);
}

/** The card that is resolved, with its target and what it does. */
function pending() {
  const own = cardOf(fields.card), code = fields.target, group = own ? groupOf(fields.card) : "";
  if (!own) return [];
  const target = code < 0 ? "" : code < FOE ? crewName(code) : code - FOE < fields.army_size ? slotName(code - FOE) : bossName();
  const does = group === "object" ? objectWords(own, words) : group === "astrali" || own.melee || own.distance || own.area ? attackWords(own, words) : effectWords(own, words, group === "positive" ? "finder" : "self");
  return [words("card-now", { card: target ? words("on-target", { card: own.name, target }) : own.name }), does];
}

export function drawn(now, { about, words: say, legal, ui }) {
  take(now, say, about);
  const f = fields, last = f.max_rounds, stage = words("headline", { number: Math.min(f.round_no + 1, last), last }), able = range(f.army_size).filter(slot => strikes(slot, legal));
  if (!able.includes(picked)) picked = able[0] ?? -1;
  const asked = f.done ? [`${stage}, ${words(`result-${f.winner}`)}`] : [`${stage}, ${words("turn-of", { name: title(f.turn) })}`, `${title(f.to_move)}: ${words(`asked-${phaseOf()}`)}`];
  const contents = { exploration: sum(f.explore_object) + sum(f.explore_event), "enemy-deck": sum(f.deck_event) + sum(f.deck_astrali), discard: tally(f.discard_event, "event"), void: tally(f.void_astrali, "astrali") };
  const piles = Object.entries(contents).map(([name, content]) => `${words(`name-${name}`)}: ${content}`);
  const army = f.army_size ? row(words("draw-army", { count: f.army_size }), range(f.army_size).map(slot => soldierOf(slot, legal))) : lines([words("draw-no-army")]);
  const enemy = lines([`${words("name-energy")}: ${f.energy}`]) + (f.boss < 0 ? "" : bossOf(legal)) + army + handOf(legal);
  return `${question([...asked, ...pending(), words("damage-now", { crew: f.scores[0], boss: f.scores[1] })], [legal.length && words(`guide-${phaseOf()}`), able.length && ui.picks])}
    ${panel(title(0), enemy, f.to_move === 0)}${row(words("crew-head"), range(f.num_players - 1).map(member => memberOf(member, legal)))}
    <small>${lines(piles)}</small>${terms(TERMS, { die: DIE, "strike-cost": STRIKE, faces: pack.constants.magic_die.join(", ") }, words)}`;
}
