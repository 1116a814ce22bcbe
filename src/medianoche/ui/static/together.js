/* Persons at one table: a name for who comes by a link, and the chat. */

import { button, dialog, make, myName, post, trying } from "./api.js";
import { say } from "./words.js";

/* Ask who comes by a link for a name, which the others see. */
export function welcome(frame) {
  if (frame.named !== "" || frame.over || !frame.seats.some(seat => seat.person && !seat.you)) return;
  const mine = myName(), taken = frame.seats.some(seat => seat.called && seat.called.toLowerCase() === mine.toLowerCase());
  if (mine && !taken) post("api/name", { name: mine }).catch(error => askName(error.message));
  else askName();
}

function askName(problem = "") {
  const name = make("input", { id: "my-name", maxLength: 30, autocomplete: "nickname", "aria-label": say("your-name") });
  const line = make("p", { role: "alert", id: "name-problem", textContent: problem });
  const send = async () => {
    try {
      if (name.value.trim()) await post("api/name", { name: name.value.trim() });
    } catch (error) {
      line.textContent = error.message;  // what stands behind a dialog is not seen
      return;
    }
    localStorage.setItem("name", name.value.trim());
    box.close();
  };
  const box = dialog("glossary", say("your-name"), make("p", { textContent: say("name-ask") }), name,
    button(say("take-seat"), send, { id: "take-seat", className: "main" }), line);
  name.onkeydown = event => { if (event.key === "Enter") send(); };
  name.focus();
}

/* The chat of a table: built once, filled with every frame; each page can shut it. */
export function chatPanel(box, frame) {
  box.hidden = !frame.talks;
  if (!frame.talks) return;
  if (!box.firstChild) {
    const words = make("input", { id: "say", maxLength: 300, autocomplete: "off", "aria-label": say("write"), placeholder: say("write") });
    const send = trying(async () => {
      if (!words.value.trim()) return;
      await post("api/say", { text: words.value.trim() });
      words.value = "";
    });
    words.onkeydown = event => { if (event.key === "Enter") send(); };
    const lines = make("ol", { className: "account", id: "chat", "aria-label": say("chat"), "aria-live": "polite", tabIndex: 0 });
    const shut = localStorage.getItem("chat") === "off";
    box.append(make("details", { open: !shut, ontoggle: event => localStorage.setItem("chat", event.target.open ? "on" : "off") },
      make("summary", { textContent: say("chat") }), lines,
      frame.named === null ? "" : make("div", { className: "bar" }, words, button(say("send"), send, { id: "send" }))));
  }
  const lines = box.querySelector("#chat"), now = JSON.stringify([frame.chat, frame.seats.map(seat => seat.called)]);
  if (lines.dataset.now === now) return;
  lines.dataset.now = now;
  lines.replaceChildren(...frame.chat.map(([seat, text]) => make("li", {},
    make("strong", { textContent: `${frame.seats[seat].called || frame.seats[seat].name}: ` }), text)));
  lines.scrollTop = lines.scrollHeight;
}
