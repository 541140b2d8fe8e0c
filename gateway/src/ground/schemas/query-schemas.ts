import { Type } from 'typebox';

/** A text of a request that may be absent. The format refuses others. */
export function optionalString(format: string, description: string, example: string) {
  return Type.Optional(Type.String({ format, description, examples: [example] }));
}

/** How many rows a page has: from 1 to 100. */
export function pageLimit(description: string, preset = 20) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: preset,
      description,
      examples: [preset],
    }),
  );
}

const ID_CURSOR = 'MDE5YWEyZjQtN2MxZS03YjNhLTlkNTItM2YxYzhlNmE0Yjcw';

/** The cursor of a page, from the answer with the page before it: mostly an id in base64url. */
export function pageCursor({
  example = ID_CURSOR,
  pattern = '^[A-Za-z0-9_-]{0,100}$',
}: {
  readonly example?: string;
  readonly pattern?: string;
} = {}) {
  return Type.Optional(
    Type.String({
      description: 'O next_cursor da página anterior.',
      examples: [example],
      'x-documented': { pattern },
    }),
  );
}
