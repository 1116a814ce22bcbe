/* A word about what takes long: what the server compiles, draws or evaluates, and how long it will take. */

import { get, make } from "./api.js";
import { say } from "./words.js";

/* A line with a bar that asks the server until stop() is called: {box, stop}; a `quiet` one is there only while the
   server says that something takes long. */
export function waiting(path = "api/progress", words = say("one-moment"), quiet = false) {
  const line = make("p", { textContent: words }), bar = make("progress", { max: 1, "aria-label": words });
  const box = make("div", { className: "waiting", role: "status", hidden: quiet }, line, bar), begun = Date.now();
  let over = false;
  const show = found => {
    const seconds = Math.round((Date.now() - begun) / 1000);
    box.hidden = quiet && !found.what;
    if (!found.what) { line.textContent = seconds > 1 ? `${words} ${say("seconds", { count: seconds })}` : words; return; }
    if (found.whole) {
      bar.value = found.done / found.whole;
      line.textContent = say(`working-${found.what}`, { done: found.done, whole: found.whole });
    } else {
      const left = Math.ceil(found.expected - found.seconds);
      bar.value = Math.min(found.seconds / Math.max(found.expected, 1), 0.97);
      line.textContent = left > 0 ? say(`working-${found.what}`, { left }) : say("working-longer", { seconds: Math.round(found.seconds) });
    }
  };
  const ask = async () => {
    while (!over) {
      try { show(await get(path)); } catch { /* the page itself says that the server is gone */ }
      await new Promise(done => setTimeout(done, 600));
    }
  };
  setTimeout(() => { if (!over) ask(); }, quiet ? 1500 : 250);
  return { box, stop: () => { over = true; box.remove(); } };
}
