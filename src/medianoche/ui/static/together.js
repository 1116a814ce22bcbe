/* Persons at one table: a name for who comes by a link, and the chat. */

import { button, dialog, get, make, myName, post, trying } from "./api.js";
import { linkTo } from "./lobby.js";
import { qrCode } from "./qr.js";
import { say } from "./words.js";

/* Ask who comes by a link, or waits for who does, for a name, which the others see. Where nobody comes by a link, all persons
   are one. */
export function welcome(frame) {
  const others = frame.seats.some(seat => seat.person && !seat.you) && frame.seats.some(seat => seat.who === "a friend");
  if (frame.named !== "" || frame.over || !others) return;
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

/* Whether the friend of a seat is still expected: its link was not used yet to give a name, to choose or to speak. */
export const awaited = seat => seat.awaited;

/* Links for the friends who are awaited, for the owner, who alone has them; a link goes when its friend has given a name,
chosen or said something. */
export async function invite(box, frame) {
  const owner = sessionStorage.getItem("owner"), waits = frame.over ? [] : frame.seats.map((seat, row) => row).filter(row => awaited(frame.seats[row]));
  const state = JSON.stringify(waits);
  if (box.dataset.state === state) return;
  box.dataset.state = state;
  box.hidden = !waits.length;
  box.replaceChildren(...waits.map(row => make("p", { textContent: say("friend-awaited-here", { name: frame.seats[row].name }) })));
  if (!waits.length || !owner) return;
  const [{ tables }, { links }] = await Promise.all([get("api/tables", { token: owner }), get("api/catalog", { token: owner })]);
  const mine = location.hash.slice(1).split("/")[0], table = tables.find(each => each.tokens.includes(mine));
  if (!table || box.dataset.state !== state) return;
  box.replaceChildren(...waits.map(row => {
    const link = linkTo(table.tokens[row], links), field = make("input", { className: "link", value: link, readOnly: true, "aria-label": say("link"), onfocus: () => field.select() });
    const copy = button(say("copy-link"), async () => {
      const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
      copy.textContent = say(copied ? "copied" : "copy-it");
      if (!copied) field.select();
    }, { className: "main" });
    const alone = /^https?:\/\/(localhost|127\.|\[::1\])/.test(link) && make("small", { textContent: say("link-here-alone") });
    const code = !alone && qrCode(link, say("link-as-code"));
    const shown = code && make("details", { className: "code" }, make("summary", { textContent: say("link-as-code") }), code);
    return make("div", { className: "bar" }, make("span", { textContent: say("friend-awaited", { name: frame.seats[row].name }) }), copy, field, alone, shown);
  }));
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
