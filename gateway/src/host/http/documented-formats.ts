import { TEXT_LIMITS } from './text-formats.ts';

type Facts = Readonly<Record<string, unknown>>;

const INT32_MAX = 2_147_483_647;

/** Gives integers a 64-bit format, because client generators use 32 bits without a format. */
function wideInteger({ type, format, maximum }: Facts): Facts {
  const isInteger = [type].flat().includes('integer') && format === undefined;
  return isInteger && !(Number(maximum) <= INT32_MAX) ? { format: 'int64' } : {};
}

/** The keywords of one of our formats; undefined for any other schema. */
function limitsOf({ format, pattern }: Facts): Facts | undefined {
  if (typeof format !== 'string') return undefined;
  // The pattern of a day, which no text of `date-time` has.
  if (format === 'instant' && pattern !== undefined) return { format: 'date' };
  return TEXT_LIMITS[format];
}

/**
 * Replaces our own formats in a schema by standard keywords (lengths and patterns) for the OpenAPI
 * documents. A schema may also have `x-documented`: keywords that only the document shows, because
 * other code enforces them.
 */
export function documentFormats(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(documentFormats);
  if (typeof value !== 'object' || value === null) return value;
  const { 'x-documented': documented, ...facts } = value as Facts;
  const limits = limitsOf(facts);
  const { format, ...others } = facts;
  const kept = limits ? { ...others, ...limits } : { ...facts, ...wideInteger(facts) };
  return Object.fromEntries(
    Object.entries({ ...kept, ...(documented as Facts | undefined) }).map(([name, fact]) => [
      name,
      // An example is a value, not a schema.
      name === 'examples' ? fact : documentFormats(fact),
    ]),
  );
}
