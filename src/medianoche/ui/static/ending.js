/* The end of a game: scores, another game, where it was lost, and the replay. */

import { button, download, get, go, make, place, post, trying } from "./api.js";
import { emblem } from "./emblems.js";
import { graph } from "./graph.js";
import { known, mentioned, named, playerWords } from "./lobby.js";
import { picture, share } from "./share.js";
import { waiting } from "./waiting.js";
import { say } from "./words.js";

/* The seats that have won; all of them in a draw. */
export function winners(seats) {
  const best = Math.max(...seats.map(seat => seat.utility));
  return seats.filter(seat => seat.utility === best);
}

/* Who has won and why, in place of what happened last; the panels of the winners light up once. */
export function showBanner(table) {
  const { frame, banner, strip, board } = table, shown = frame.ended && table.at === null;
  banner.hidden = !shown;
  strip.parentElement.hidden = shown;
  if (!shown) return;
  const won = winners(frame.seats), decided = won.length < frame.seats.length;
  banner.classList.toggle("won", decided && won.some(seat => seat.you));
  banner.replaceChildren(emblem(frame.game), make("div", {}, make("strong", { textContent: resultOf(frame.seats) }), make("span", { textContent: why(frame, won, decided) })));
  if (decided) frame.seats.forEach((seat, row) => won.includes(seat) && board.querySelector(`svg.medianoche:last-of-type [data-panel="seat${row}"]`)?.classList.add("winner"));
}

/* Why the game ended as it did: the game's own sentence, else by how many points. */
function why({ outcome, points, seats }, won, decided) {
  if (outcome) return outcome;
  if (!points) return "";
  const scores = seats.filter(seat => !won.includes(seat)).map(seat => seat.score);
  if (decided && seats.length > 2) return ranked(seats).map(seat => `${named(seat)}: ${seat.score}`).join(" · ");
  if (decided) return say("by-points", { best: won[0].score, next: Math.max(...scores) });
  return seats.length > 1 ? say("points-each", { best: won[0].score }) : `${won[0].score}`;
}

/* The seats, the best first. */
const ranked = seats => [...seats].sort((one, other) => other.utility - one.utility || other.score - one.score);

/* Who has won, in a sentence. */
export function resultOf(seats) {
  const won = winners(seats);
  if (won.length === seats.length) return say(seats.length === 1 ? "game-over" : "game-over-draw");
  if (won.length === 1) return won[0].you ? say("game-over-you") : say("game-over-one", { name: mentioned(won[0]) });
  const me = seats.find(seat => seat.you), names = won.map(mentioned);
  if (me && won.length > 2) return say(won.includes(me) ? "game-over-you" : "game-over-lost");  // the table names them all
  return say("game-over-several", { names: `${names.slice(0, -1).join(", ")} ${say("and")} ${names.at(-1)}` });
}

/* A seat as others call it, who are not "you". */
const forOthers = seat => (seat.you ? { ...seat, you: false, name: seat.public, mention: seat.public } : seat);

/* A picture of the result to send to others. */
async function sharePicture(table) {
  const { board } = table, frame = { ...table.frame, seats: table.frame.seats.map(forOthers) };
  const won = winners(frame.seats), decided = won.length < frame.seats.length;
  const { svg } = await get(`api/frame?known=&wait=0&width=720&view=${table.view ?? ""}`);
  const told = { title: frame.title, result: resultOf(frame.seats), why: why(frame, won, decided), svg };
  await share(await picture(board, frame, told), `${frame.game}.png`);
}

/* Fill `table.after`, the place of what can be done once nothing is hidden. */
export function showEnd(table) {
  const { frame, after } = table;
  if (!frame.over && !frame.watched) { after.replaceChildren(); return; }
  const state = JSON.stringify([frame.over, frame.again, frame.position, frame.seats.map(seat => seat.called)]);
  if (after.dataset.state === state) return;
  after.dataset.state = state;
  const home = sessionStorage.getItem("owner");
  const words = frame.again ? "rematch-join" : frame.watched ? "watch-again" : frame.seats.length > 1 ? "rematch" : "play-again";
  const again = frame.ended && frame.seats.every(seat => seat.who !== "of the replay") && (!frame.spectator || frame.again);
  after.replaceChildren(...(frame.ended ? [scores(frame)] : []), make("div", { className: "bar" },
    again ? button(say(words), trying(async () => go((await post("api/again")).token)), { id: "again", className: "main" }) : "",
    frame.over && home ? button(say("new-game"), () => go(home), { id: "new-game" }) : "",
    frame.ended ? button(say("share-picture"), trying(() => sharePicture(table)), { id: "share" }) : "",
    button(say("step-through"), () => go(place().token, "replay"), { id: "through" }),
    make("details", { className: "keep", id: "keep" }, make("summary", { textContent: say("keep-it") }), button(say("save-replay"), trying(async () =>
      download(`${frame.game}.replay.json`, await get("api/replay", { raw: true }))), { id: "save" }),
    button(say("save-page"), event => savePage(event.currentTarget, frame.game), { id: "save-page" }))), make("div", { className: "review", id: "review" }));
  if (frame.ended) review(table, after.querySelector("#review"));
}

/* Download the replay as a page. Its pictures may have to be drawn first: a line beside the button says so meanwhile. */
const savePage = trying(async (pressed, game) => {
  const wait = waiting();
  pressed.after(wait.box);
  wait.box.scrollIntoView({ block: "nearest" });
  pressed.disabled = true;
  try { download(`${game}.html`, (await get("api/saved")).page, "text/html"); } finally {
    pressed.disabled = false;
    wait.stop();
  }
});

/* Scores and results, the best first, with what the scores are made of. */
function scores({ game, seats, points, categories: all = [] }) {
  const categories = points ? all : [];  // where no points are counted these are measures for learners
  const best = Math.max(...seats.map(seat => seat.utility)), draw = seats.every(seat => seat.utility === best);
  const order = seats.map((_, seat) => seat).sort((one, other) => seats[other].utility - seats[one].utility || seats[other].score - seats[one].score);
  const result = seat => (draw ? "draw" : seat.utility === best ? "won" : "lost");
  const heads = [say("player"), ...categories.map(([name]) => known(`fact-${name}`, name.replaceAll("_", " "))), points ? known(`score-${game}`, say("score")) : known(`standing-${game}`, say("at-the-end")), ...(seats.length > 1 ? [say("result")] : [])];
  return make("div", { className: "sheet", tabIndex: 0, role: "region", "aria-label": say("score") }, make("table", { className: "scores", id: "scores" },
    make("thead", {}, make("tr", {}, ...heads.map(textContent => make("th", { scope: "col", textContent })))),
    make("tbody", {}, ...order.map(row => {
      const seat = seats[row], about = seat.called ? "" : seat.you ? "" : playerWords(seat.who);
      return make("tr", { className: seats.length > 1 ? result(seat) : "" }, make("th", { scope: "row" }, named(seat), about && make("small", { textContent: about })),
        ...categories.map(([, values]) => make("td", { textContent: values[row] ?? "" })), make("td", { textContent: seat.score }),
        seats.length > 1 ? make("td", { textContent: say(result(seat)) }) : "");
    }))));
}

/* The graph of an agent's expectations, and the choices that cost most. */
async function review(table, box) {
  const { frame } = table, who = frame.judge;
  if (!who) return;
  const wait = waiting("api/progress", say("looking-at-it"));
  box.append(wait.box);
  try {
    table.reviewed ??= new Map();
    if (!table.reviewed.has(frame.position)) table.reviewed.set(frame.position, post("api/evaluate", { agent: who }));
    const found = await table.reviewed.get(frame.position);
    if (!found.values.length || !box.isConnected) return;
    const names = frame.seats.map(named);
    box.append(make("h2", { textContent: say("where-it-turned") }),
      graph(found.values, found.length, names, step => { sessionStorage.setItem("step", step); go(place().token, "replay"); }, frame.fair, frame.seats.map(seat => seat.colour)));
    const percent = share => `${Math.round(100 * share)}%`;
    box.append(make("ol", { className: "costly", id: "costly" }, ...found.costly.map(each => make("li", {},
      make("strong", { textContent: say("had-then", { name: names[each.seat], had: percent(each.had), then: percent(each.then) }) }),
      each.stage && make("small", { textContent: ` · ${each.stage}` }),
      make("span", { textContent: say("you-played", { action: each.played }) }),
      make("span", { textContent: say("better-was", { action: each.best }) }),
      button(say("look-there"), () => { sessionStorage.setItem("step", each.place); go(place().token, "replay"); })))));
    for (const { seat, total, change, words, place: there } of found.luck) {
      const share = change => percent(Math.abs(change));
      box.append(make("p", { className: "luck" }, make("strong", { textContent: say(`luck-${total < 0 ? "cost" : "gave"}${frame.seats[seat].you ? "-you" : ""}`, { name: mentioned(frame.seats[seat]), share: share(total) }) }),
        make("span", { textContent: say(change < 0 ? "luck-worst" : "luck-best", { words, share: share(change) }) }),
        button(say("look-there"), () => { sessionStorage.setItem("step", there + 1); go(place().token, "replay"); })));
    }
    if (!found.costly.length) box.append(make("p", { className: "soft", textContent: say("nothing-cost") }));
  } catch {  // the agent gives no values, or the server is gone, which the page says itself
    table.reviewed.delete(frame.position);
  } finally { wait.stop(); }
}
