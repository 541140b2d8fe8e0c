import type { FastifyReply } from 'fastify';
import { isContention, isOutage } from '#src/platform/database/database-errors.ts';
import { Refusal } from '#src/platform/errors/problems.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * What a page for browsers says to an error, with `Retry-After` (seconds) set where it has one: the
 * refusal itself, or `overloaded` while the database doesn't answer. Throws every other error.
 */
export function pageRefusal(error: Error, reply: FastifyReply): Refusal {
  const refusal =
    isOutage(error) || isContention(error)
      ? new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      : error;
  if (!(refusal instanceof Refusal)) throw error;
  const { retryAfterSeconds } = refusal.facts;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  return refusal;
}
