import type { FastifyReply } from 'fastify';

/** A file that somebody uploaded. */
export interface SentUpload {
  readonly name: string;
  /** The type that was found in its bytes. */
  readonly contentType: string;
  readonly content: Buffer;
}

/**
 * Sends an uploaded file, which may be hostile: with the type that was found in its bytes, without
 * rights for scripts, and without caching. A browser saves an `attachment` and shows the others.
 */
export function sendUpload(
  reply: FastifyReply,
  { name, contentType, content }: SentUpload,
  disposition: 'inline' | 'attachment',
): FastifyReply {
  return reply
    .type(contentType)
    .header('content-disposition', `${disposition}; filename*=UTF-8''${extendedValue(name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', 'sandbox')
    .header('cache-control', 'private, no-store')
    .send(content);
}

/** Encodes a header's value by RFC 8187, 3.2.1, which allows less than encodeURIComponent. */
function extendedValue(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
