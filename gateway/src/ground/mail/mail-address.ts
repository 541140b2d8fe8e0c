export const EMAIL_LENGTH_MAX = 254;
const LOCAL_PART = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '(?!-)[a-z0-9-]+(?<!-)';
const ADDRESS = new RegExp(`^${LOCAL_PART}(?:\\.${LOCAL_PART})*@${LABEL}(?:\\.${LABEL})+$`, 'i');

/**
 * Whether a text is one e-mail address of the public mail network: no list, no name, no comment,
 * and a domain with a point, without which a mistyped address would bounce. Letters with accents
 * are refused, as by JSON Schema's format `email`, because most mail servers refuse them.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= EMAIL_LENGTH_MAX && ADDRESS.test(text);
}
