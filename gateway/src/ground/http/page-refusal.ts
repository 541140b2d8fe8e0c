import type { FastifyError, FastifyReply } from 'fastify';
import { isContention, isOutage } from '../database/database-errors.ts';
import { Refusal } from '../errors/problems.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * The refusal that a page for browsers shows for an error: the refusal itself, `overloaded` while
 * the database doesn't answer, or `internal_error` for a bug, which is logged. Sets `Retry-After`
 * (seconds) when the refusal has one. Throws errors of Fastify itself.
 */
export function pageRefusal(error: FastifyError, reply: FastifyReply): Refusal {
  const refusal = refusalOf(error, reply);
  const { retryAfterSeconds } = refusal.facts;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  return refusal;
}

function refusalOf(error: FastifyError, { request }: FastifyReply): Refusal {
  if (error instanceof Refusal) return error;
  if (isOutage(error) || isContention(error)) {
    return new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (error.statusCode !== undefined) throw error;
  request.log.error({ reqId: request.id, err: error }, 'a request failed');
  return new Refusal('internal_error');
}
