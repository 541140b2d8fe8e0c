import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The media type of CSV files. */
export const CSV_TYPE = 'text/csv; charset=utf-8';

/**
 * Sends content as a file that the browser saves. The name has only ASCII characters, and no
 * quotes.
 */
export function sendAttachment(
  reply: FastifyReply,
  { name, type }: { readonly name: string; readonly type: string },
  content: Readable | Buffer | string,
): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return reply.type(type).send(content);
}
