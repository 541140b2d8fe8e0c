import type { FastifyReply } from 'fastify';
import { sendJsonText } from '../http/json-reply.ts';
import type { CreatedResource } from './create-under-keys.ts';

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
