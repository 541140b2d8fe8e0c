import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { DOCUMENT_TYPES, type KycDocument } from './kyc-application.ts';

const Bytes = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });

/** The schema of an answer that is a document. */
export const DocumentContent = {
  description: 'O arquivo.',
  content: Object.fromEntries(DOCUMENT_TYPES.map((type) => [type, { schema: Bytes }])),
};

/**
 * Sends an uploaded document, which may be hostile: with the type that was found in its bytes,
 * without rights for scripts, and without caching.
 */
export function sendDocument(
  reply: FastifyReply,
  { document, content }: { document: KycDocument; content: Buffer },
): FastifyReply {
  return reply
    .type(document.contentType)
    .header('content-disposition', `inline; filename*=UTF-8''${extendedValue(document.name)}`)
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
