/* On a phone the chat is far below the board: a button beside the status counts what others have written since the chat
   was last in sight, and leads to it. */

import { button } from "./api.js";
import { say } from "./words.js";

export class ChatBadge {
  /* `talk` is the panel of the chat. */
  constructor(talk) {
    this.talk = talk;
    this.read = null;  // lines that were there when the chat was last in sight, or when the page was opened
    this.box = button("", () => this.open(), { className: "badge", id: "chat-badge", hidden: true });
    this.seen = () => { if (this.inSight()) this.show(this.frame, true); };
    addEventListener("scroll", this.seen, { passive: true });
  }

  /* The chat is in sight if the end of its panel is on the screen and not shut. */
  inSight() {
    const { top, bottom } = this.talk.getBoundingClientRect();
    return !this.talk.hidden && !!this.talk.querySelector("details[open]") && top < innerHeight && bottom > 0;
  }

  show(frame, read = this.inSight()) {
    if (!frame) return;
    this.frame = frame;
    if (read || this.read === null) this.read = frame.chat.length;
    const count = frame.chat.slice(this.read).filter(([seat]) => !frame.seats[seat]?.you).length;
    this.box.hidden = !frame.talks;
    this.box.classList.toggle("unread", count > 0);
    this.box.textContent = count ? `✉ ${count}` : "✉";
    this.box.setAttribute("aria-label", count ? say("chat-unread", { count }) : say("chat"));
  }

  open() {
    this.talk.querySelector("details").open = true;
    this.talk.scrollIntoView({ block: "start" });
    this.show(this.frame, true);
  }

  close() { removeEventListener("scroll", this.seen); }
}
