/* A finished game: the viewer of replays, and above it an agent's values of the positions. */

import { button, download, get, go, make, place, post, trying } from "./api.js";
import { graph } from "./graph.js";
import { waiting } from "./waiting.js";
import { advised, say } from "./words.js";

/* NARROW: the account is below the board. */
const NARROW = matchMedia("(max-width: 760px)");

export async function replay(page, left) {
  const wait = waiting("api/progress", say("drawing"));
  page.replaceChildren(wait.box);
  let episode, frame;
  try { [episode, frame] = [await get("api/episode", { signal: left }), await get("api/frame", { signal: left })]; } finally { wait.stop(); }
  document.title = `${episode.title}: ${say("replay")}`;
  document.getElementById("title").textContent = episode.title;
  const root = make("div", { className: "replay" }), above = make("div", { className: "bar" });
  const reckoned = episode.values;
  page.replaceChildren(above, root);
  if (document.documentElement.dataset.theme) root.dataset.theme = document.documentElement.dataset.theme;
  const viewer = medianocheViewer(root, { ...episode, values: [] }, { seat: frame.seat ?? undefined, inside: true });
  left.addEventListener("abort", () => viewer.close());
  const room = new Judged(frame, episode, above, root, viewer);
  above.append(...room.tools(), root.querySelector("header p"));  // the names of the players have room beside the tools
  if (reckoned.length) room.draw(reckoned, reckoned.at(-1)[0] + 1);
  room.fit();
  const fit = () => room.fit();
  addEventListener("resize", fit);
  left.addEventListener("abort", () => removeEventListener("resize", fit));
  const step = sessionStorage.getItem("step");
  sessionStorage.removeItem("step");
  if (step) viewer.to(+step);
}

/* What an agent expected at each decision: a graph above the account, on a phone above all. */
class Judged {
  constructor(frame, episode, above, root, viewer) {
    this.frame = frame;
    this.episode = episode;
    this.above = above;
    this.root = root;
    this.viewer = viewer;
    this.drawn = null;
    root.addEventListener("step", event => this.drawn?.show(event.detail));
  }

  tools() {
    const { frame } = this;
    const who = make("select", { id: "judge", "aria-label": say("who-evaluates") },
      ...frame.judges.map(name => make("option", { value: name, textContent: advised(name), title: name })));
    const evaluate = button(say("evaluation"), trying(async () => {
      evaluate.disabled = true;
      const wait = waiting("api/progress", say("looking-at-it"));
      this.above.append(wait.box);
      try {
        const found = await post("api/evaluate", { agent: who.value });
        if (!found.values.length) throw Error(say("no-values", { agent: advised(who.value) }));
        this.draw(found.values, found.length);
      } finally {
        evaluate.disabled = false;
        wait.stop();
      }
    }), { id: "evaluate" });
    const save = button(say("save-replay"), trying(async () =>
      download(`${frame.game}.replay.json`, await get("api/replay", { raw: true }))), { id: "save" });
    const back = button(say("table"), () => go(place().token));
    return [frame.seats.some(seat => seat.who === "of the replay") ? "" : back, who, evaluate, save];
  }

  draw(values, length) {
    const { episode, above, root, viewer, frame } = this;
    const drawn = graph(values, length, episode.seats, viewer.to, frame.fair, episode.colours);
    if (NARROW.matches) above.append(drawn);
    else root.querySelector("aside").prepend(drawn);
    this.drawn?.remove();
    this.drawn = drawn;
    drawn.show(viewer.step());
  }

  /* The board is as high as the window lets it be below what stands above it. */
  fit() {
    const { top } = this.root.querySelector(".board").getBoundingClientRect();
    this.root.style.setProperty("--above", `${Math.ceil(top + scrollY) + 8}px`);
  }
}
