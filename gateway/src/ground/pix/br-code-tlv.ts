const VALUE_LENGTH_MAX = 99;

/**
 * Writes one element of an EMV code: two digits of id, two of length, and the value. Throws a
 * RangeError when the value does not have 1 to 99 characters.
 */
export function writeTlv(id: string, value: string): string {
  const { length } = value;
  if (length < 1 || length > VALUE_LENGTH_MAX) {
    throw new RangeError(`the value of element ${id} must have 1 to 99 characters`);
  }
  return `${id}${length < 10 ? '0' : ''}${length}${value}`;
}
