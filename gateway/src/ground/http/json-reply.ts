import type { FastifyReply } from 'fastify';

/** Answers with JSON that is already a text, such as the answer of an idempotency key. */
export function sendJsonText(reply: FastifyReply, status: number, text: string): FastifyReply {
  reply.code(status).header('content-type', 'application/json; charset=utf-8');
  return reply.serializer(String).send(text);
}
