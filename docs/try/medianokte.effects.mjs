// Medianokte: what its cards do, in words: effects such as "test target will 1; tire target 2 exhaust", and attacks.
const TRAITS = ["strength", "dexterity", "will"], IMPERSONAL = ["energy", "draw", "summon"], SIGNED = ["bleed", "poison", "euphoria", "energy", "charge"];
const FOES = { foe: ["-foe", "-astrali"], melee: ["-foe", "-astrali"], each_foe: ["-foe", "-astrali"], astrali: ["-astrali", "-astrali"], each_astrali: ["-astrali", "-astrali"], boss: ["-boss", "-boss"] };

/** A list in words. */
export const several = (texts, words) => (texts.length > 1 ? words("all-of", { first: texts.slice(0, -1).join(", "), last: texts.at(-1) }) : texts.join(""));

function parsed(effect) {
  return (effect ?? "").split(";").filter(text => text.trim()).map(text => {
    const [op, ...rest] = text.trim().split(" "), numbers = rest.map(Number).filter(number => !Number.isNaN(number));
    return { text: text.trim(), op, source: rest[0] === "source", trait: rest.find(word => TRAITS.includes(word)), a: numbers[0] ?? 0, b: numbers[1] ?? 0, tired: rest.at(-1) === "exhaust" ? "exhausted" : "tapped" };
  });
}

/** Who or what an instruction acts on; `told` has the targets of the card and its user: self, finder or attacker. */
function subjectOf(step, { aim, user }) {
  if (IMPERSONAL.includes(step.op)) return "enemy";
  return step.source || ["self", "none"].includes(aim) ? user : aim;
}

function stepWords(step, acting, { user }, words) {
  let end = SIGNED.includes(step.op) && step.a <= 0 ? "-less" : "";
  if (["tire", "rest"].includes(step.op)) end = FOES[acting]?.[Number(step.op === "rest")] ?? "";
  return words(`step-${step.op}${end}`, { count: Math.abs(step.a), tired: step.tired, user: words(`aim-${user}`) });
}

/** Instructions in words. `subject` is what was said last; a subject is said only where it is another one. */
function programWords(steps, told, words, subject = "") {
  const clauses = [];
  let parts = [];
  for (let k = 0, again; k < steps.length; k += again) {
    const step = steps[k], inner = steps.slice(k + 1), acting = subjectOf(step.op === "option" ? inner[0] : step, told);
    const who = acting === subject ? "" : `${words(`aim-${acting.replaceAll("_", "-")}`)} `;
    [subject, again] = [acting, 1];
    if (step.op === "test") {
      parts.push(who + words("rolls-under", { trait: words(`trait-${step.trait}`) }));
      clauses.push(several(parts, words), words("if-failed", { does: programWords(inner.slice(0, step.a), told, words, subject) }));
      [parts, again] = [[], 1 + step.a];
    } else if (step.op === "option") {
      const [one, two] = [inner.slice(0, step.a), inner.slice(step.a, step.a + step.b)].map(branch => programWords(branch, told, words, subject));
      parts.push(who + words("one-of", { one, two }));
      again = 1 + step.a + step.b;
    } else {
      while (steps[k + again]?.text === step.text) again++;
      const does = stepWords(step, acting, told, words);
      parts.push(who + (again > 1 ? words("times", { count: again, does }) : does));
    }
  }
  if (parts.length) clauses.push(clauses.length ? words("in-any-case", { does: several(parts, words) }) : several(parts, words));
  return clauses.join("; ");
}

/** Targets and effect of a card; the user of a positive event is its finder. */
export const effectWords = (card, words, user = "self") => programWords(parsed(card.effect), { aim: card.header ?? "none", user }, words);

/** The first or second of the two effects that a card offers. */
export function optionWords(card, second, words) {
  const steps = parsed(card.effect), k = steps.findIndex(step => step.op === "option");
  if (k < 0) return "";
  const { a, b } = steps[k], branch = second ? steps.slice(k + 1 + a, k + 1 + a + b) : steps.slice(k + 1, k + 1 + a);
  const told = { aim: card.header ?? "none", user: "self" };
  return programWords(branch, told, words, subjectOf(branch[0], told));
}

/** An attack: its dice for each range, what a hit does, and whether the card is tapped or exhausted after it. */
export function attackWords(each, words, revived = false) {
  const value = number => (Number(number) ? words("dice", { count: number }) : words(`attack-${number}`));
  const reached = ["melee", "distance", "area"].filter(name => each[name]).map(name => words(`reach-${name}`, { value: value(each[name]) }));
  let attack = !each.attack ? reached.join(", ") : revived ? words("reach-distance", { value: value(each.attack) }) : value(each.attack);
  if (each.characteristic) {
    attack = words("against", { attack, trait: words(`trait-${each.characteristic}`) });
    const aim = each.attack && !revived ? "crew" : "foe";
    attack = words("on-a-hit", { attack, does: programWords(parsed(each.effect), { aim, user: "attacker" }, words, aim) });
  }
  const tire = revived ? "tap" : each.tire;
  return tire ? `${attack}; ${words(`does-${tire}`)}` : attack;
}

/** Type and effect of an object. */
export function objectWords(each, words) {
  const given = Object.entries(each.gives ?? {}).filter(([, count]) => count).map(([name, count]) => `+${count} ${words(`gives-${name}`, { count })}`).join(", ");
  const does = { weapon: () => attackWords(each, words), permanent: () => given, "single-use": () => effectWords(each, words) }[each.type]();
  return `${words(`type-${each.type}`)}: ${does}`;
}
