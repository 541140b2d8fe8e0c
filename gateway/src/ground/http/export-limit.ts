import type { FastifyReply } from 'fastify';
import type { ConcurrencyLimits } from '../work/concurrency-limits.ts';
import { refuseExceeded } from '../work/refuse-exceeded.ts';
import type { RateLimits } from './rate-limit.ts';

const EXPORTS_PER_MINUTE = 20;
const EXPORTS_AT_ONCE = 2;

/** Counts an export of an owner until its answer ends. Refuses `rate_limited`. */
export type ExportLimit = (
  owner: { readonly id: string; readonly network: string },
  reply: FastifyReply,
) => Promise<void>;

/** The exports of one merchant: how many a minute from a network, and how many at once. */
export function createExportLimit(rateLimits: RateLimits, exports: ConcurrencyLimits): ExportLimit {
  return async ({ id, network }, reply) => {
    const name = `panel exports ${id} ${network}`;
    refuseExceeded(await rateLimits.countRequest(name, EXPORTS_PER_MINUTE));
    // An export ends when its reader has received all of it or closes the connection.
    const release = await exports.acquire([{ name: id, max: EXPORTS_AT_ONCE }]);
    if (reply.raw.closed) release();
    else reply.raw.once('close', release);
  };
}
