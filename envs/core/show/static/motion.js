"use strict";
/* What moves on a board, and cards seen large: medianocheMotion = {animate, look}.

   animate(oldSvg, newSvg)  both in the page: the pieces of the new picture glide from their places in the old one, new
                            ones appear, what has changed flashes; the old picture is removed at once. Where the new
                            picture has films (walking.js), they are played instead, except when the reader steps back
                            (a third argument, false). Marks of what has
                            changed go after a while if the new picture offers choices, which are marked, too. A piece is an
                            element with `data-piece`; equal pieces have the same name, so those that did not move are
                            paired first, then those that are nearest.
   look(root)               cards and piles (class "look") in `root` open large under the mouse, by a tap or by Enter. */

const medianocheMotion = (() => {
  const GLIDE = { duration: 480, easing: "cubic-bezier(.3,.1,.2,1)" }, STILL = 1.5, WAIT = 450, SEEN = 2500;

  // ---- motion

  function spots(svg) {
    const frame = svg.getBoundingClientRect(), unit = frame.width / svg.viewBox.baseVal.width || 1, found = new Map();
    for (const element of svg.querySelectorAll("[data-piece]")) {
      const box = element.getBoundingClientRect(), name = element.dataset.piece;
      const spot = { element, x: (box.left + box.width / 2 - frame.left) / unit, size: box.height / unit,
        y: (box.top + box.height / 2 - frame.top) / unit };
      found.set(name, [...found.get(name) ?? [], spot]);
    }
    return found;
  }

  const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

  /* [spot now, spot before or null] of the pieces of one name that are not where they were. */
  function changes(before, now) {
    const left = [...before], rest = now.filter(spot => {
      const same = left.findIndex(other => far(spot, other) < STILL);
      if (same >= 0) left.splice(same, 1);
      return same < 0;
    });
    return rest.map(spot => {
      const near = left.reduce((best, other) => !best || far(spot, other) < far(spot, best) ? other : best, null);
      if (near) left.splice(left.indexOf(near), 1);
      return [spot, near];
    });
  }

  /* A copy of the piece glides above everything else, the piece itself is hidden until the copy is there. */
  function glide(svg, spot, from) {
    const { element } = spot, matrix = svg.getScreenCTM().inverse().multiply(element.parentNode.getScreenCTM());
    const layer = svg.appendChild(document.createElementNS(svg.namespaceURI, "g")), copy = element.cloneNode(true);
    const { a, b, c, d, e, f } = matrix, area = a * d - b * c, x = from.x - spot.x, y = from.y - spot.y;
    layer.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
    layer.setAttribute("pointer-events", "none");
    copy.removeAttribute("data-piece");
    copy.style.transformBox = "fill-box";
    copy.style.transformOrigin = "center";
    layer.append(copy);
    element.style.visibility = "hidden";
    const way = `translate(${(d * x - c * y) / area}px, ${(a * y - b * x) / area}px) scale(${from.size / spot.size || 1})`;
    const done = () => { layer.remove(); element.style.visibility = ""; };
    copy.animate([{ transform: way }, { transform: "none" }], GLIDE).finished.then(done, done);
  }

  function animate(oldSvg, newSvg, forward = true) {
    const before = oldSvg && spots(oldSvg), same = oldSvg?.viewBox.baseVal.width === newSvg.viewBox.baseVal.width;
    oldSvg?.remove();
    newSvg.parentNode.querySelector(":scope > .closer")?.remove();
    const marks = newSvg.querySelectorAll(".new");
    if (newSvg.querySelector(".hit")) setTimeout(() => marks.forEach(mark => mark.remove()), SEEN);
    if (!before || !same || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (forward && medianocheWalking.play(oldSvg, newSvg)) return;  // a film shows what has moved
    for (const [name, now] of spots(newSvg)) {
      for (const [spot, from] of changes(before.get(name) ?? [], now)) {
        if (from) glide(newSvg, spot, from);
        else spot.element.animate([{ opacity: 0 }, { opacity: 1 }], GLIDE);
      }
    }
    for (const mark of marks)
      mark.animate([{ opacity: 0 }, { opacity: 1 }, { opacity: .2 }, { opacity: 1 }], { duration: 1100 });
  }

  // ---- cards seen large

  function look(root) {
    let shown = null, soon = 0;

    function close() {
      clearTimeout(soon);
      shown?.remove();
      shown = null;
    }

    function open(element) {
      close();
      const title = element.querySelector(":scope > title");
      if (title) { element.dataset.words = title.textContent; title.remove(); }
      if (!element.hasAttribute("role")) element.setAttribute("role", "group");  // what has no role may have no label
      element.setAttribute("aria-label", element.dataset.words);
      const [head, ...lines] = element.dataset.words.split("\n"), box = element.getBBox(), spot = element.getBoundingClientRect();
      const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg"), copy = element.cloneNode(true);
      for (const each of copy.querySelectorAll(".hit, .new, .verdict, title")) each.remove();
      picture.setAttribute("viewBox", `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 4}`);
      picture.append(copy);
      shown = document.createElement("div");
      shown.className = "medianoche closer";
      const part = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });
      shown.append(picture, part("strong", head), ...lines.map(line => part("p", line)));
      shown.setAttribute("role", "status");
      root.append(shown);
      const { width, height } = shown.getBoundingClientRect(), room = 8;
      const left = spot.right + room + width < innerWidth ? spot.right + room : Math.max(spot.left - width - room, room);
      shown.style.left = `${Math.min(left, Math.max(innerWidth - width - room, room))}px`;
      shown.style.top = `${Math.max(Math.min(spot.top, innerHeight - height - room), room)}px`;
    }

    const of = event => event.target.closest?.(".look");
    root.addEventListener("mouseover", event => {
      const element = of(event);
      if (!matchMedia("(hover: hover)").matches || element?.contains(event.relatedTarget)) return;
      close();
      if (element) soon = setTimeout(() => element.isConnected && open(element), WAIT);
    });
    root.addEventListener("mouseleave", close);
    root.addEventListener("click", event => {
      const element = of(event), played = element?.closest("[data-action]");
      if (!element || (played && matchMedia("(hover: hover)").matches)) close();
      else if (!shown?.isConnected || !played) open(element);
    });
    root.addEventListener("keydown", event => {
      if (event.key === "Escape") close();
      if (event.key === "Enter" && of(event) && !of(event).closest("[data-action]")) { open(of(event)); event.stopPropagation(); }
    });
    addEventListener("scroll", close, { passive: true });
    return close;
  }

  return { animate, look };
})();
