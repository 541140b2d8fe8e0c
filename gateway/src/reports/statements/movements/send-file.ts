import type { FastifyReply } from 'fastify';
import { sendAttachment } from '#src/ground/http/send-attachment.ts';
import type { MovementFile } from './movement-files.ts';

/** Sends a file as a download. */
export function sendFile(reply: FastifyReply, { type, name, content }: MovementFile): FastifyReply {
  reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
  return sendAttachment(reply, { name, type }, content);
}
