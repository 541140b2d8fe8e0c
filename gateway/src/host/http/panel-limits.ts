import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import type { ExportLimit } from '#src/ground/http/export-limit.ts';
import type { RateLimits } from '#src/ground/http/rate-limit.ts';
import { refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import type { SandboxLimits } from './sandbox-limits.ts';

const READS_PER_MINUTE = 1_500;
/** A change may carry a file, and most are written to the audit log. */
const CHANGES_PER_MINUTE = 600;
const EXPORT_ROUTE = /\.(csv|json|ofx|xlsx|pdf)$/;
const SAFE_METHODS = new Set(['GET', 'HEAD']);

async function spend(rateLimits: RateLimits, name: string, limit: number): Promise<void> {
  refuseExceeded(await rateLimits.countRequest(`panel ${name}`, limit));
}

/**
 * Limits the reads and the changes of one user of the panel and the exports of one merchant. It
 * runs after the guard and before the body is read. Each client network has its own limits, because
 * all visitors of the sandbox are the same user. Changes of the sandbox's user spend the budgets of
 * its key. Refuses `rate_limited`.
 */
export function createPanelLimits(
  rateLimits: RateLimits,
  limitExport: ExportLimit,
  sandboxLimits: SandboxLimits,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const user = request.operator ?? request.member;
    if (!user) throw new Error('this route has no guard');
    const network = clientNetwork(request.ip);
    const spender = `${user.userId} ${network}`;
    if (!SAFE_METHODS.has(request.method)) {
      if (request.member?.merchant.isSandbox) {
        refuseExceeded(await sandboxLimits.countRequest(request));
        return sandboxLimits.limitChange(request);
      }
      return spend(rateLimits, `changes ${spender}`, CHANGES_PER_MINUTE);
    }
    await spend(rateLimits, `reads ${spender}`, READS_PER_MINUTE);
    if (!EXPORT_ROUTE.test(request.routeOptions.url ?? '')) return;
    const id = request.member?.merchant.merchantId ?? user.userId;
    await limitExport({ id, network }, reply);
  };
}
