import type { FastifyReply } from 'fastify';
import { sendUpload } from '#src/ground/http/send-upload.ts';
import type { KycDocument } from './kyc-application.ts';

/** Sends an uploaded document, which a browser shows. */
export function sendDocument(
  reply: FastifyReply,
  { document: { name, contentType }, content }: { document: KycDocument; content: Buffer },
): FastifyReply {
  return sendUpload(reply, { name, contentType, content }, 'inline');
}
