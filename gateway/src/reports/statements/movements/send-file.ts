import type { FastifyReply } from 'fastify';
import type { MovementFile } from './movement-files.ts';

/** Sends a file as a download. */
export function sendFile(reply: FastifyReply, { type, name, content }: MovementFile): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
  return reply.type(type).send(content);
}
