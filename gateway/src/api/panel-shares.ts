import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#src/platform/errors/problems.ts';
import { addressKey } from '#src/platform/http/address-key.ts';
import { createPlaces } from '#src/platform/places.ts';
import type { RateLimits } from './rate-limit.ts';

const READS_PER_MINUTE = 1_500;
const EXPORTS_PER_MINUTE = 20;
const EXPORTS_AT_ONCE = 2;
const EXPORT_ROUTE = /\.(csv|ofx)$/;
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * What one user of the panel, and the exports of one merchant, may take of what all share. It comes
 * after the guard. Addresses count apart, for everybody is the same user in the sandbox.
 */
export function createPanelShares(rateLimits: RateLimits) {
  const exports = createPlaces();
  const spend = async (name: string, limit: number): Promise<void> => {
    const budget = await rateLimits.countRequest(`panel ${name}`, limit);
    if (!budget.isExceeded) return;
    throw new Refusal('rate_limited', { retryAfterSeconds: budget.resetSeconds });
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!SAFE_METHODS.has(request.method)) return;
    const user = request.operator ?? request.member;
    if (!user) throw new Error('this route has no guard');
    const address = addressKey(request.ip);
    await spend(`reads ${user.userId} ${address}`, READS_PER_MINUTE);
    if (!EXPORT_ROUTE.test(request.routeOptions.url ?? '')) return;
    const owner = request.member?.merchant.merchantId ?? user.userId;
    await spend(`exports ${owner} ${address}`, EXPORTS_PER_MINUTE);
    // An export lasts until its reader has it all, or goes away.
    const giveBack = exports.take([{ name: owner, max: EXPORTS_AT_ONCE }]);
    if (reply.raw.closed) giveBack();
    else reply.raw.once('close', giveBack);
  };
}
