import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { Type } from 'typebox';

const PLAIN_BYTES = 'application/octet-stream';

/** The file type that the client prefers, of `types` and plain bytes; by default the first. */
export function fileType<Own extends string>(
  request: IncomingMessage,
  types: readonly [Own, ...Own[]],
): Own | typeof PLAIN_BYTES {
  const all = [...types, PLAIN_BYTES] as const;
  const preferred = new Negotiator(request).mediaType([...all]);
  return all.find((type) => type === preferred) ?? types[0];
}

/**
 * A further content type of the answer of an operation that has a file. Some generators of clients
 * drop an answer that has only types that they don't know.
 */
export const plainBytesContent = {
  [PLAIN_BYTES]: {
    schema: Type.String({
      format: 'binary',
      description: 'Os mesmos bytes, quando o cabeçalho Accept pede este tipo.',
    }),
  },
};
