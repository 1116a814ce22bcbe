/* Rules and explanations: the rules card, the glossary, and a first game in which each choice is explained. */

import { button, dialog, get, make, trying } from "./api.js";
import { pictureOf } from "./emblems.js";
import { say } from "./words.js";

/* The rules card of a game: {rules: [{title, lines}, ...], picture: file, dark: its colours in the dark}; "" if the game has none. */
export const rulesOf = game => game.rules?.length ? make("details", { className: "rules" },
  make("summary", { textContent: say("rules") }), ...card(game)) : "";

const card = ({ rules, picture, dark }) => [...picture ? [pictureOf(picture, dark, "pictured", "xMidYMin meet")] : [], ...rules.map(({ title, lines }) => make("section", {},
  make("h3", { textContent: title }), make("ul", {}, ...lines.map(line => make("li", { textContent: line })))))];

export const showRules = trying(async () => {
  dialog("glossary rules", say("rules"), ...card(await get("api/rules")));
});

/* What is what, beside the choices: a panel with a field that finds names. */
export function glossaryPanel(view) {
  const list = make("dl"), find = make("input", { type: "search", id: "find", placeholder: say("find"), "aria-label": say("find") });
  const panel = make("details", { className: "names", id: "names" }, make("summary", { textContent: say("what-is-what"), title: "?" }), find, list);
  let rows = [];
  const sift = () => rows.forEach(pair => pair.forEach(each => {
    each.hidden = !pair.some(one => one.textContent.toLowerCase().includes(find.value.toLowerCase()));
  }));
  find.oninput = sift;
  panel.ontoggle = trying(async () => {
    if (!panel.open || rows.length) return;
    const { glossary } = await get(`api/glossary?view=${view()}`);
    rows = Object.entries(glossary).map(([name, words]) => [make("dt", { textContent: name }), make("dd", { textContent: words })]);
    list.replaceChildren(...rows.flat());
    sift();
  });
  return panel;
}

/* Whether choices of a game are explained: in the first game of each kind, until the player has had enough. */
export const explains = game => localStorage.getItem(`learnt ${game}`) === null;
export const explain = (game, on) => { if (on) localStorage.removeItem(`learnt ${game}`); else localStorage.setItem(`learnt ${game}`, "1"); };

/* A word on the present choice, on a phone a line that unfolds, and a button that ends these words. */
export const guide = (words, enough) => {
  const box = make("div", { className: "guide", id: "guide" }, make("p", { textContent: words }), button(say("enough"), enough, { id: "enough" }));
  const more = button(say("more"), () => { box.classList.add("open"); more.remove(); }, { className: "unfold" });
  box.append(more);
  return box;
};
