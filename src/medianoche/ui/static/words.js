/* The sentences of the page in the language that is chosen, from the server's catalogues (src/medianoche/ui/words). */

let words = {}, rules = new Intl.PluralRules("en"), spoken = "";

/* The language that the server has answered in; before, those of the browser. */
export const wished = () => spoken || navigator.languages.join(",");

/* The language chosen with the switch, "" if none is. */
export const chosen = () => localStorage.getItem("lang") ?? "";

/* Take the answer of api/words: {lang, languages: {code: name}, words: {key: text or {by, variant: text}}}. */
export function learn(answer) {
  words = answer.words;
  rules = new Intl.PluralRules(answer.lang);
  document.documentElement.lang = spoken = answer.lang;
}

/* An agent's string without the folders of its files. */
export const short = agent => agent.replace(/(^|[: ])\/[^: ]*\//g, "$1");

/* An adviser in words: the network alone answers at once, what searches thinks. */
export const advised = agent => (agent === "net" ? say("advice-quick") : agent.startsWith("net:") ? say("advice-deep") : short(agent));

/* Words as the page draws them: no line begins with a dash or a minus sign, as that of "3 insomnia - 6 shield = 0". */
export const unbroken = words => (typeof words === "string" ? words.replace(/ -(?=[ )])/g, "\u00a0-") : words);

/* Spanish words with "del" and "al" for "de el" and "a el"; "El" with a capital belongs to a name. */
const contracted = text => (spoken === "es" ? text.replace(/\b([Dd]e|[Aa]) el\b/g, "$1l") : text);

/* The sentence of a key: say("choices", { count: 2 }). A sentence that depends on a value has a variant for it. */
export function say(key, values = {}) {
  let text = words[key];
  if (typeof text === "object") {
    const value = values[text.by];
    text = text[value] ?? (typeof value === "number" ? text[rules.select(value)] : undefined) ?? text.other;
  }
  return text === undefined ? key : contracted(text.replace(/\{([\w-]+)\}/g, (_, name) => values[name]));
}
