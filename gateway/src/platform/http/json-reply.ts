import type { FastifyReply } from 'fastify';

/** Answers with JSON that is text already: bytes that a key keeps, or a union of shapes. */
export function sendJsonText(reply: FastifyReply, status: number, text: string): FastifyReply {
  reply.code(status).header('content-type', 'application/json; charset=utf-8');
  return reply.serializer(String).send(text);
}
