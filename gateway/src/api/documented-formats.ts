import { TEXT_LIMITS } from './text-formats.ts';

type Facts = Readonly<Record<string, unknown>>;

/**
 * Writes what the code enforces in words that programs read. The routes' schemas name formats of
 * our own (one message a format); the documents say their lengths and patterns. A schema may also
 * carry `x-documented`: keywords that the document shows and another check of ours enforces.
 */
export function documentFormats(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(documentFormats);
  if (typeof value !== 'object' || value === null) return value;
  const { 'x-documented': documented, ...facts } = value as Facts;
  const limits = typeof facts.format === 'string' ? TEXT_LIMITS[facts.format] : undefined;
  const { format, ...others } = facts;
  const kept = limits ? { ...others, ...limits } : facts;
  return Object.fromEntries(
    Object.entries({ ...kept, ...(documented as Facts | undefined) }).map(([name, one]) => [
      name,
      // An example is a value, not a schema.
      name === 'examples' ? one : documentFormats(one),
    ]),
  );
}
