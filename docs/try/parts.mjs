// Parts of which games with many cards are drawn: lines of text, cards with words, and the panel of a seat.
import { escaped } from "./words.mjs";

/** Attributes of an element: its classes, and the first of these actions that is legal, which a click then chooses. */
export function offer(classes, actions, legal) {
  const action = actions.find(each => legal.includes(each));
  return action === undefined ? `class="${classes}"` : `class="${classes} open" data-action="${action}"`;
}

/** Attributes of an element that is picked by a click before its place is: those that can be are marked. */
export const pick = (value, picked) => `class="face ${value === picked ? "picked" : "able"}" data-turn="${value}"`;

/** Lines of text; empty ones are left out. */
export const lines = texts => texts.filter(Boolean).map(text => `<p>${escaped(text)}</p>`).join("");

/** A card with a title and lines of text. `attributes` come from `offer`. */
export const card = (attributes, title, texts) => `<div ${attributes}><b>${escaped(title)}</b>${lines(texts)}</div>`;

/** A row of cards, with a heading if there is one. */
export const row = (title, cards) => (cards.length ? `${title && `<h3>${escaped(title)}</h3>`}<div class="cards">${cards.join("")}</div>` : "");

/** A panel with a heading; `asked` marks the seat that is to choose. */
export const panel = (title, inside, asked = false) => `<section class="panel wide${asked ? " asked" : ""}"><h2>${escaped(title)}</h2>${inside}</section>`;

/** What the person is asked, with advice for a first game. */
export const question = (texts, advice) => `${lines(texts)}<small>${lines(advice)}</small>`;

/** Terms that the words above use, each with what it means. */
export const terms = (names, values, words) => `<small>${lines(names.map(name => `${words(`name-${name}`)}: ${words(`about-${name}`, values)}`))}</small>`;
