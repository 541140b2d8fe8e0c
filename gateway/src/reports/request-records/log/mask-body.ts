const MASK = '•••';
const BYTES_MAX = 4_096;
const DEPTH_MAX = 6;
const ITEMS_MAX = 20;
const NUMBER_MAX = 1_000_000_000_000;
const NAME = /^[a-z][a-z0-9_]{0,39}$/;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/;
/** Words of the API. Names of persons and secrets have capitals, or are in other fields. */
const WORD = /^([a-z][a-z_.-]{0,39}|BRL)$/;
const END_TO_END_ID = /^[ED]\d{8}[A-Za-z0-9]{23}$/;
/** Fields whose texts are words of the API or ids; other texts may name a person. */
const SHOWN = new Set([
  'status',
  'code',
  'error',
  'environment',
  'event',
  'type',
  'kind',
  'pix_key_type',
  'currency',
  'scenario',
  'field',
  'period',
  'role',
]);
/** Fields whose numbers are amounts and counts; other numbers may be documents. */
const COUNTED = new Set([
  'amount',
  'fee',
  'total',
  'net',
  'limit',
  'left',
  'count',
  'sequence',
  'position',
  'available',
  'reserved',
  'blocked',
  'debt',
  'percentage',
  'basis_points',
  'points',
  'expires_in',
  'seconds',
  'minutes',
  'days',
  'remaining',
  'pending_settlement',
]);

/**
 * A JSON body without persons, keys and secrets: names of fields, amounts, ids, instants and words
 * of the API stay, every other text is masked. Cut at 4 KiB. Null for a body that is not an object
 * or a list.
 */
export function maskedBody(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const text = JSON.stringify(masked(body, '', 0)) ?? '';
  return text.length > BYTES_MAX ? `${text.slice(0, BYTES_MAX)}…` : text;
}

/** `maskedBody` of the text of an answer; null if the text is not JSON. */
export function maskedText(text: string | undefined): string | null {
  if (text === undefined || !/^[{[]/.test(text)) return null;
  try {
    return maskedBody(JSON.parse(text));
  } catch {
    return null;
  }
}

function masked(value: unknown, field: string, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return isShown(value, field) ? value : MASK;
  if (typeof value === 'number') {
    const isCounted = COUNTED.has(field) || /_(amount|fee|count|at)$/.test(field);
    return isCounted && Math.abs(value) < NUMBER_MAX ? value : MASK;
  }
  if (typeof value !== 'object' || depth >= DEPTH_MAX) return MASK;
  if (Array.isArray(value)) {
    return value.slice(0, ITEMS_MAX).map((item) => masked(item, field, depth + 1));
  }
  // A program may send any text as the name of a field, also a person's name.
  const fields = Object.entries(value).slice(0, 2 * ITEMS_MAX);
  return Object.fromEntries(
    fields.map(([name, member]) => [NAME.test(name) ? name : '…', masked(member, name, depth + 1)]),
  );
}

function isShown(text: string, field: string): boolean {
  if (ID.test(text)) return field.endsWith('id');
  if (INSTANT.test(text)) return /(_at|_date|day|since|until|from|to)$/.test(field);
  if (field === 'end_to_end_id') return END_TO_END_ID.test(text);
  return SHOWN.has(field) && WORD.test(text);
}
