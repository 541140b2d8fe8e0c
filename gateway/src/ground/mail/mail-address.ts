const LENGTH_MAX = 254;
/** A domain with a point: without one a mistyped address would bounce. */
const ADDRESS = /^[^\s@"<>(),;:\\[\]]+@[^\s@"<>(),;:\\[\].]+(?:\.[^\s@"<>(),;:\\[\].]+)+$/;

/** Whether a text is one e-mail address: no list, no name, no comment. */
export function isMailAddress(text: string): boolean {
  return text.length <= LENGTH_MAX && ADDRESS.test(text);
}
