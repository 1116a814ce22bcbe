/* Parts of the board that are shown once more beside the words of a choice. */

/* Pixels of one space of a tile in a list. */
const SPACE = 14;

/* A copy of a part of the board in a frame of its own; what marks it on the board is left out. */
export function copied(element) {
  const { x, y, width, height } = element.getBBox(), copy = element.cloneNode(true);
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const part of copy.querySelectorAll(".hit, .new, .verdict, title, text")) part.remove();
  for (const name of ["data-action", "role", "tabindex", "aria-label", "class"]) copy.removeAttribute(name);
  for (const part of [copy, ...copy.querySelectorAll("[style]")]) part.style.visibility = "";  // on the board it may be hidden while it glides
  picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  picture.setAttribute("class", "medianoche");
  picture.setAttribute("aria-hidden", "true");
  picture.append(copy);
  return picture;
}

/* The tile that a choice is about, small; nothing if the board shows none at it. The board says how wide one space of
   the tile is (data-face), so that the spaces of all tiles of a list are equal. */
export function face({ elements }) {
  const tile = elements[0].querySelector("[data-face]");
  if (!tile) return "";
  const picture = copied(tile), { width, height } = tile.getBBox(), scale = SPACE / tile.dataset.face;
  picture.classList.add("face");
  picture.setAttribute("width", `${Math.ceil(width * scale)}`);
  picture.setAttribute("height", `${Math.ceil(height * scale)}`);
  return picture;
}
