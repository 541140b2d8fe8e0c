import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { DOCUMENT_TYPES } from './check-content.ts';
import type { KycDocument } from './kyc-application.ts';

const Bytes = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });

/** The answer that is the document itself. */
export const DocumentContent = {
  description: 'O arquivo.',
  content: Object.fromEntries(DOCUMENT_TYPES.map((type) => [type, { schema: Bytes }])),
};

/**
 * Sends a document that a stranger made: shown under its name as what it was found to be, in a page
 * that may do nothing, and kept by no cache.
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

/** RFC 8187, section 3.2.1: what encodeURIComponent leaves and the header doesn't allow. */
function extendedValue(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
