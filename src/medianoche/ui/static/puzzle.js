/* Puzzles: those of the day in the list of games, and at a table the answer after the choice. */

import { button, get, go, make, post, trying } from "./api.js";
import { emblem } from "./emblems.js";
import { waiting } from "./waiting.js";
import { say } from "./words.js";

const DAY_MS = 86_400_000, MINUTE_MS = 60_000;

/* The day that it is here, counted from 1970 on. */
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * MINUTE_MS) / DAY_MS);

const percent = share => `${Math.round(100 * share)}%`;

// ---- in the list of games

/* The puzzle of the day with a button, and those of the days before, of the other games, as further buttons; "" where there is none. */
export async function daily(asking) {
  const day = today(), { puzzles } = await get(`api/puzzles?day=${day}`, asking);
  return puzzles.length ? section(puzzles, day) : "";
}

/* The place of the puzzles of some games, until they are there: it is as high as they are. */
export function placeholder(games) {
  const day = today(), rows = games.map(({ name, title }) => ({ game: name, title, seat: "", choices: 0, right: null }));
  const box = section([...rows.splice(day % rows.length, 1), ...rows], day);
  box.style.visibility = "hidden";
  return box;
}

function section(puzzles, day) {
  const [first, ...others] = puzzles;
  return make("section", { className: "daily", id: "daily", "aria-label": say("puzzle-of-the-day") }, emblem(first.game),
    make("div", { className: "facts" }, make("h2", { textContent: `${say("puzzle-of-the-day")}: ${first.title}` }), make("span", { textContent: say("puzzle-task", { seat: first.seat, choices: first.choices }) })),
    opener(first, day, say(first.right === null ? "puzzle-solve" : "puzzle-look"), "main"),
    make("div", { className: "others", role: "group", "aria-label": say("puzzle-others") }, ...others.map(each => opener(each, day, each.title))));
}

function opener(puzzle, day, words, className = "") {
  const { game, right } = puzzle, mark = right ? " ✓" : "";
  const about = right === null ? say("puzzle-task", { seat: puzzle.seat, choices: puzzle.choices }) : say(right ? "puzzle-found" : "puzzle-missed");
  const open = button(words + mark, trying(async () => {
    const wait = waiting(`api/progress?game=${encodeURIComponent(game)}`, say("dealing-now"));
    open.disabled = true;
    open.after(wait.box);
    try { go((await post("api/puzzles", { game, day })).token); } finally { open.disabled = false; wait.stop(); }
  }), { className, title: about, "data-puzzle": game });
  if (right !== null) open.setAttribute("aria-label", `${words}: ${about}`);
  return open;
}

// ---- at a table

/* The answer of the puzzle at this table; null before the choice, and in a game that is played. */
export const answerOf = frame => frame.puzzle?.answer ?? null;

/* What the status says of a puzzle; "" in a game that is played. */
export function puzzleStatus(frame) {
  const answer = answerOf(frame);
  return answer ? say(answer.right ? "puzzle-right" : "puzzle-wrong") : frame.puzzle ? say("puzzle-asked") : "";
}

/* The picture of an answer shows all values, and offers nothing. */
export function quiet(picture, frame) {
  if (!answerOf(frame)) return;
  for (const element of picture.querySelectorAll("[data-action]")) {
    if (element.dataset.action.split(" ").map(Number).includes(answerOf(frame).answer)) element.classList.add("chosen");
    element.removeAttribute("data-action");
  }
}

/* Fill `table.riddle`, the place of the answer. */
export function showAnswer(table) {
  const { frame, riddle } = table, answer = answerOf(frame), state = JSON.stringify(answer);
  if (riddle.dataset.state === state) return;
  riddle.dataset.state = state;
  riddle.hidden = !answer;
  riddle.replaceChildren(...(answer ? parts(answer, table) : []));
  if (answer) riddle.focus({ preventScroll: true });  // what was chosen from has gone
}

function parts({ right, answer, chosen, choices, does, then }, table) {
  const of = action => choices.find(each => each.action === action), home = sessionStorage.getItem("owner");
  const told = (key, action) => make("p", {}, make("strong", { textContent: say(key, { action: of(action).words }) }), ` ${percent(of(action).chance)}`);
  const effect = does.replace(`${of(answer).words}. `, "");
  return [
    told("puzzle-best", answer), right ? "" : told("puzzle-yours", chosen),
    make("div", { className: "bar" },
      button(say("puzzle-play-on"), trying(async () => { await post("api/resume"); await table.refresh(); }), { id: "play-on", className: "main" }),
      home ? button(say("puzzle-more"), () => go(home), { id: "more-puzzles" }) : ""),
    make("ol", { className: "values", id: "values", "aria-label": say("puzzle-choices"), tabIndex: 0 }, ...choices.map(each => value(each, answer, chosen))),
    make("p", { className: "soft", textContent: say("puzzle-about") }),
    ...(effect ? [make("h2", { textContent: say("puzzle-does") }), make("p", { textContent: effect })] : []),
    ...(then.length ? [make("h2", { textContent: say("puzzle-then") }), make("ol", { className: "then", id: "then" }, ...then.map(textContent => make("li", { textContent })))] : []),
  ].filter(Boolean);
}

function value({ action, words, chance }, answer, chosen) {
  const marks = [action === answer ? "best" : "", action === chosen ? "mine" : ""].filter(Boolean).join(" ");
  const row = make("li", { className: marks, "data-choice": action }, make("span", { textContent: words }), make("b", { textContent: percent(chance) }));
  row.style.setProperty("--figure", percent(chance));
  return row;
}
