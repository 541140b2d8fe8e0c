const ID_LENGTH = 2;
const HEAD_LENGTH = 4;
const VALUE_LENGTH_MAX = 99;

/** One element of an EMV code: two digits of id, two of length, and the value. */
export interface TlvElement {
  readonly id: string;
  readonly value: string;
}

/** Writes one element. Throws a RangeError when the value does not fit: 1 to 99 characters. */
export function writeTlv(id: string, value: string): string {
  const { length } = value;
  if (length < 1 || length > VALUE_LENGTH_MAX) {
    throw new RangeError(`the value of element ${id} must have 1 to 99 characters`);
  }
  return `${id}${length < 10 ? '0' : ''}${length}${value}`;
}

/** Reads elements in order; undefined when the lengths don't add up or an id comes twice. */
export function readTlv(text: string): readonly TlvElement[] | undefined {
  const elements: TlvElement[] = [];
  const ids = new Set<string>();
  let offset = 0;
  while (offset < text.length) {
    const head = text.slice(offset, offset + HEAD_LENGTH);
    if (!/^\d{4}$/.test(head)) return undefined;
    const id = head.slice(0, ID_LENGTH);
    const length = Number(head.slice(ID_LENGTH));
    const value = text.slice(offset + HEAD_LENGTH, offset + HEAD_LENGTH + length);
    if (length === 0 || value.length !== length || ids.has(id)) return undefined;
    ids.add(id);
    elements.push({ id, value });
    offset += HEAD_LENGTH + length;
  }
  return elements;
}
