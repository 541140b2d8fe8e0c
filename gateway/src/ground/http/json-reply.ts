import type { FastifyReply } from 'fastify';
import type { CreatedResource } from '../idempotency/create-under-keys.ts';

/** Answers with JSON that is already a text, such as the answer of an idempotency key. */
export function sendJsonText(reply: FastifyReply, status: number, text: string): FastifyReply {
  reply.code(status).header('content-type', 'application/json; charset=utf-8');
  return reply.serializer(String).send(text);
}

/**
 * Answers 201, or another status, with a created resource; the header `idempotency-replayed` marks
 * a replay.
 */
export function sendCreated(
  reply: FastifyReply,
  created: CreatedResource,
  status: 200 | 201 = 201,
): FastifyReply {
  if (created.isReplay) reply.header('idempotency-replayed', 'true');
  return sendJsonText(reply, status, created.body);
}
