// A WebAssembly file with less memory than it asks for: what a machine without memory to spare gives it.

/**
 * The module with at most `pages` more than the memory it begins with (64 KiB each), and with its exports as they are.
 * Only its memory section is written anew.
 */
export function withMemory(module, pages) {
  const bytes = Buffer.from(module);
  const number = (at) => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at];
      at += 1;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return [value, at];
    }
  };
  for (let at = 8; at < bytes.length;) {
    const [length, body] = number(at + 1);
    if (bytes[at] === 5) {
      const [count, flags] = number(body);
      const [kind, least] = number(flags);
      const [first] = number(least);
      if (count !== 1 || kind > 1) throw new Error(`${count} memories of kind ${kind}`);
      const section = [...written(1), ...written(1), ...written(first), ...written(first + pages)];
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([5, ...written(section.length), ...section]), bytes.subarray(body + length)]);
    }
    at = body + length;
  }
  throw new Error('the module has no memory of its own');
}

/** A number as WebAssembly writes it. */
function written(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...written(value >> 7)];
}
