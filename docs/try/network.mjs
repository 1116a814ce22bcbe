const BLOCK = 32;

/** A network of 8 bits, see `docs/trial.py`, as the engine takes it: every number is an integer times a power of 2. */
export function unpacked(file) {
  const view = new DataView(file), start = view.getUint32(0, true), count = view.getUint32(4, true), blocks = Math.ceil(count / BLOCK);
  const exponents = new Int8Array(file, 8 + start, blocks), integers = new Int8Array(file, 8 + start + blocks, count);
  const made = new Uint8Array(start + 4 * count), numbers = new Float32Array(made.buffer, start);
  made.set(new Uint8Array(file, 8, start));
  for (let k = 0; k < count; k++) numbers[k] = integers[k] * 2 ** exponents[Math.floor(k / BLOCK)];
  return made;
}
