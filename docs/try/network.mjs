const BLOCK = 32;

/** A network of 8 bits, see `docs/trial.py`, as the engine takes it: the network, and values of duels if there are some. */
export function unpacked(file) {
  const view = new DataView(file), parts = [];
  for (let at = 0; at < file.byteLength;) {
    const start = view.getUint32(at, true), count = view.getUint32(at + 4, true);
    parts.push(part(file, at + 8, start, count));
    at += 8 + start + Math.ceil(count / BLOCK) + count;
  }
  const made = new Uint8Array(parts.reduce((length, { length: more }) => length + more, 0));
  let at = 0;
  for (const each of parts) { made.set(each, at); at += each.length; }
  return made;
}

/** `start` bytes as they are, and `count` numbers, each an integer times a power of 2. */
function part(file, at, start, count) {
  const blocks = Math.ceil(count / BLOCK), exponents = new Int8Array(file, at + start, blocks);
  const integers = new Int8Array(file, at + start + blocks, count);
  const made = new Uint8Array(start + 4 * count), numbers = new Float32Array(made.buffer, start);
  made.set(new Uint8Array(file, at, start));
  for (let k = 0; k < count; k++) numbers[k] = integers[k] * 2 ** exponents[Math.floor(k / BLOCK)];
  return made;
}
