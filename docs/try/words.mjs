// Sentences of a catalogue in Fluent's format, as far as the catalogues of the games need it: variables, other messages, and
// choices by a variable's value or, for numbers, by one and other.

/** Text for HTML. */
export const escaped = text => String(text).replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

/** A function that says a message: say("hand", { count: 3 }). */
export function catalogue(text) {
  const messages = {}, say = (name, values = {}) => (name in messages ? filled(messages[name], values, messages) : "");
  for (const [, name, body] of text.matchAll(/^([a-z][\w-]*) = ?(.*(?:\n(?:[ \t].*|\}.*))*)/gm)) messages[name] = body;
  return say;
}

/** A pattern with its placeables replaced, the innermost first. */
function filled(pattern, values, messages) {
  let text = pattern.replace(/\n[ \t]+/g, "\n").trim();
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(/\{ "([^"]*)" \}/g, (_, literal) => literal.replaceAll(" ", "\0"));  // its spaces stay
    text = text.replace(/\{ ([a-z][\w-]*) \}/g, (_, name) => messages[name].trim());
    text = text.replace(/\{\s*\$([\w-]+)\s*(?:->([^{}]*))?\}/, (_, name, choices) => {
      const value = values[name] ?? "";
      return choices === undefined ? value : chosen(choices, value);
    });
  }
  return text.replace(/\s*\n\s*/g, " ").replaceAll("\0", " ").replace(/\b([Dd]e|[Aa]) el\b/g, "$1l");  // Spanish "del", "al"
}

function chosen(choices, value) {
  const found = [...choices.matchAll(/(\*?)\[\s*([^\]\s]+)\s*\]([^[*]*)/g)].map(([, star, key, text]) => ({ star, key, text: text.trim() }));
  const plural = typeof value === "number" && value === 1 ? "one" : "other";
  return (found.find(each => each.key === String(value)) ?? found.find(each => each.key === plural) ?? found.find(each => each.star))?.text ?? "";
}
