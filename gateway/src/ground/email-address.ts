const LENGTH_MAX = 254;
// The format `email` of JSON Schema: one address without names, comments, quotes and lists.
const LOCAL = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const ADDRESS = new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+${LABEL}$`, 'i');

/** Reads one e-mail address; undefined for anything else, also for a list of addresses. */
export function parseEmailAddress(unchecked: string): string | undefined {
  const text = unchecked.trim();
  return text.length <= LENGTH_MAX && ADDRESS.test(text) ? text : undefined;
}
