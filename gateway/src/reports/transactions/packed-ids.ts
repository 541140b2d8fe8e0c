const ID_BYTES = 16;

/** Packs ids into 16 bytes each, so that each id can be read by its index. */
export function packIds(ids: readonly string[]): Buffer {
  return Buffer.from(ids.map(hexOf).join(''), 'hex');
}

/** How many packed ids are `id` or greater; they are sorted in descending order. */
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
