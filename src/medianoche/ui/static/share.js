/* A picture of a game that is over, to send to others: 1200 by 630 pixels with the result, names, scores and the board. */

const WIDE = 1200, TALL = 630, EDGE = 30, SPLIT = 450;

/* A picture of the server as an image, in the colours that `board` has on the page. */
async function imageOf(svg, board) {
  const colours = getComputedStyle(board);
  svg.querySelectorAll(".new").forEach(mark => mark.remove());
  for (const [, name] of new Set([...svg.outerHTML.matchAll(/var\((--\w+)\)/g)])) svg.style.setProperty(name, colours.getPropertyValue(name));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  return image;
}

/* Write words in lines of at most `width` pixels from `top` on; returns where the next line begins. */
function write(pen, words, font, colour, top, width) {
  pen.font = font;
  pen.fillStyle = colour;
  const size = parseInt(font.match(/(\d+)px/)[1], 10), lines = [""];
  for (const word of words.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width > width && lines.at(-1)) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  lines.forEach((line, row) => pen.fillText(line, EDGE, top + size * (1 + 1.25 * row)));
  return top + size * 1.25 * lines.length + 10;
}

/* The picture as a PNG. `told`: the title of the game, its result, why it ended so, and the board, drawn in two columns
   also for a phone, whose own board is high and narrow. The winners are marked by the colour of the page's buttons. No
   seat of `frame` is "you": others read the picture. */
export async function picture(board, frame, told) {
  const canvas = document.createElement("canvas"), drawing = new DOMParser().parseFromString(told.svg, "image/svg+xml");
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (drawing.documentElement));
  canvas.width = WIDE;
  canvas.height = TALL;
  const pen = canvas.getContext("2d"), page = getComputedStyle(document.documentElement);
  const colour = name => page.getPropertyValue(name).trim(), letters = "system-ui, 'DejaVu Sans', sans-serif";
  pen.fillStyle = colour("--paper");
  pen.fillRect(0, 0, WIDE, TALL);
  const image = await imageOf(svg, board.querySelector("svg.medianoche:last-of-type")), { width, height } = svg.viewBox.baseVal;
  const scale = Math.min((WIDE - SPLIT - EDGE) / width, (TALL - 2 * EDGE) / height);
  const left = SPLIT + (WIDE - SPLIT - EDGE - width * scale) / 2;
  pen.drawImage(image, left, (TALL - height * scale) / 2, width * scale, height * scale);
  const room = SPLIT - 2 * EDGE, best = Math.max(...frame.seats.map(seat => seat.utility));
  const paint = seat => (seat.utility === best ? "--act" : "--ink");
  let top = write(pen, told.title, `600 24px ${letters}`, colour("--faint"), EDGE, room);
  top = write(pen, told.result, `700 40px ${letters}`, colour("--act"), top, room);
  if (told.why) top = write(pen, told.why, `22px ${letters}`, colour("--ink"), top, room);
  top += 16;
  for (const seat of [...frame.seats].sort((one, other) => other.utility - one.utility || other.score - one.score)) {
    pen.font = `${seat.utility === best ? 700 : 400} 26px ${letters}`;
    pen.fillStyle = colour(paint(seat));
    pen.textAlign = "right";
    pen.fillText(`${seat.score}`, EDGE + room, top + 26);
    pen.textAlign = "left";
    pen.fillText(seat.name, EDGE, top + 26, room - 100);
    top += 38;
  }
  write(pen, "☾ medianoche", `20px ${letters}`, colour("--faint"), TALL - EDGE - 24, room);
  return new Promise(done => { canvas.toBlob(done, "image/png"); });
}

/* Hand a picture to what the device shares with, else save it as a file. */
export async function share(blob, name) {
  const file = new File([blob], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ files: [file] }).catch(() => {});  // the reader has changed their mind
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
