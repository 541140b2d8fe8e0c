const ID_BYTES = 16;

/** Packs ids into bytes, 16 for each, so that one of them can be read alone. */
export function packIds(ids: readonly string[]): Buffer {
  return Buffer.from(ids.map(hexOf).join(''), 'hex');
}

/** How many packed ids, which are sorted from the greatest to the smallest, are `id` or greater. */
export function countIdsFrom(packed: Buffer, id: string): number {
  const wanted = Buffer.from(hexOf(id), 'hex');
  let from = 0;
  let until = packed.length / ID_BYTES;
  while (from < until) {
    const middle = Math.floor((from + until) / 2);
    const at = middle * ID_BYTES;
    if (packed.compare(wanted, 0, ID_BYTES, at, at + ID_BYTES) >= 0) from = middle + 1;
    else until = middle;
  }
  return from;
}

function hexOf(id: string): string {
  return id.replaceAll('-', '');
}
