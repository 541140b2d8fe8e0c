import type { FastifyReply } from 'fastify';
import { sendJsonText } from '../http/json-reply.ts';
import type { CreatedResource } from './create-under-keys.ts';

/** Answers 201 with a created resource; the header `idempotency-replayed` marks a replay. */
export function sendCreated(reply: FastifyReply, created: CreatedResource): FastifyReply {
  if (created.isReplay) reply.header('idempotency-replayed', 'true');
  return sendJsonText(reply, 201, created.body);
}
