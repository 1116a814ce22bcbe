// Camino a Nocturna: what its cards do, in words: effects such as "hit 3 enemy", which are an operation, a number and whom it meets.
const SCOPES = ["enemy", "enemies", "ally", "allies"], MANY = ["enemies", "allies", "children"], CHOSEN = ["enemy", "ally", "location", "fallen", "child"];
const PASSIVE = ["attack_bonus", "defence_bonus", "opening_shield", "opening_restore", "steady", "hush"];

/** On whom an effect acts; `again` if this was chosen for an effect before. */
function whom(scope, by, again) {
  if (again) return scope === "location" ? "same-location" : scope === "enemy" && by === "child" ? "same-nightmare" : "same-child";
  const side = SCOPES.indexOf(scope);
  if (side >= 0) return (by === "child" ? ["foe", "foes", "other-child", "children-there"] : ["child-there", "children-there", "other-foe", "foes"])[side];
  return scope === "self" && by === "reward" ? "user" : scope;
}

/** A list of effects in words; `by` is child, foe, event or reward. */
export function effects(list, by, words) {
  const chosen = new Set();
  const parts = list.map(text => {
    const [code, ...rest] = text.split(" "), n = Number(rest[0]) >= 0 ? Number(rest.shift()) : 0, scope = rest[0] ?? "self";
    const side = !["hit", "restore"].includes(code) ? "" : by === "reward" || ["foe", "event"].includes(by) === (code === "hit") ? "-child" : "-foe";
    const said = words(`does-${code.replaceAll("_", "-")}${side}`, { n, whom: words(`whom-${whom(scope, by, chosen.has(scope))}`), who: scope === "self" ? "self" : MANY.includes(scope) ? "many" : "one" });
    if (CHOSEN.includes(scope)) chosen.add(scope);
    return said;
  });
  return parts.join(list.some(text => PASSIVE.includes(text.split(" ")[0])) ? "; " : words("then")) || words("no-effect");
}

/** The effects of the three action cards of a child or nightmare. */
export const three = (each, by, words) => ["attack", "defence", "skill"].map(name => `${words(`card-${name}`)}: ${effects(each[name], by, words)}`);
