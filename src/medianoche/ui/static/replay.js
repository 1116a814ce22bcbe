/* A finished game: the viewer of replays, and above it an agent's values of the positions. */

import { button, download, get, go, make, place, post, trying } from "./api.js";
import { graph } from "./graph.js";
import { waiting } from "./waiting.js";
import { advised, say } from "./words.js";

export async function replay(page, left) {
  const wait = waiting("api/progress", say("drawing"));
  page.replaceChildren(wait.box);
  let episode, frame;
  try { [episode, frame] = [await get("api/episode", { signal: left }), await get("api/frame", { signal: left })]; } finally { wait.stop(); }
  document.title = `${episode.title}: ${say("replay")}`;
  document.getElementById("title").textContent = episode.title;
  const root = make("div", { className: "replay" }), above = make("div", { className: "bar" });
  page.replaceChildren(above, root);
  if (document.documentElement.dataset.theme) root.dataset.theme = document.documentElement.dataset.theme;
  const viewer = medianocheViewer(root, episode, { seat: frame.seat ?? undefined, inside: true });
  left.addEventListener("abort", () => viewer.close());
  above.append(...tools(frame, episode, above, root, viewer));
  const step = sessionStorage.getItem("step");
  sessionStorage.removeItem("step");
  if (step) viewer.to(+step);
}

function tools(frame, episode, above, root, viewer) {
  const who = make("select", { id: "judge", "aria-label": say("who-evaluates") },
    ...frame.judges.map(name => make("option", { value: name, textContent: advised(name), title: name })));
  const evaluate = button(say("evaluation"), trying(async () => {
    evaluate.disabled = true;
    try {
      const found = await post("api/evaluate", { agent: who.value });
      above.querySelector("figure")?.remove();
      if (!found.values.length) throw Error(say("no-values", { agent: advised(who.value) }));
      const drawn = graph(found.values, found.length, episode.seats, viewer.to, frame.fair);
      above.append(drawn);
      drawn.show(viewer.step());
      root.addEventListener("step", event => drawn.show(event.detail));
    } finally { evaluate.disabled = false; }
  }), { id: "evaluate" });
  const save = button(say("save-replay"), trying(async () =>
    download(`${frame.game}.replay.json`, await get("api/replay", { raw: true }))), { id: "save" });
  const back = button(say("table"), () => go(place().token));
  return [frame.seats.some(seat => seat.who === "of the replay") ? "" : back, who, evaluate, save];
}
