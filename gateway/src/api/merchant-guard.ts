import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, callRefusal } from '#src/access/merchant.ts';
import type { UncheckedCredential } from '#src/merchants/credentials/authenticate.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { clientNetwork } from '#src/platform/http/client-network.ts';
import type { Batcher } from '#src/platform/work/batcher.ts';
import type { Budget, RateLimits } from './rate-limit.ts';

export interface GuardDeps {
  readonly authenticate: Batcher<UncheckedCredential, Caller | undefined>;
  readonly rateLimits: RateLimits;
  readonly defaultRateLimitPerMinute: number;
  /** Of the sandbox's key, over all addresses together. */
  readonly sandboxRateLimitPerMinute: number;
  /** Notes that a key was used. */
  readonly countUse: (caller: Caller) => void;
}

/**
 * The guard of the merchants' door, before anything of the body is read: credentials, then the
 * budget of the key, then the account's status. Only a correct secret spends a key's budget, for
 * the client-id is public; failures are counted by address instead.
 */
export function createMerchantGuard(deps: GuardDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await authenticate(deps, request);
    if (!caller) {
      const failures = await deps.rateLimits.countFailure(request.ip);
      if (!failures.isExceeded) throw new Refusal('invalid_credentials');
      throw new Refusal('rate_limited', { retryAfterSeconds: failures.resetSeconds });
    }
    request.caller = caller;
    const budget = await spendBudget(deps, caller, request, reply);
    if (budget.isExceeded) {
      throw new Refusal('rate_limited', { retryAfterSeconds: budget.resetSeconds });
    }
    const refusal = callRefusal(caller.status);
    if (refusal) throw new Refusal(refusal);
    if (request.is404) throw new Refusal('route_not_found');
  };
}

/**
 * For what is refused before its credentials are asked for: it is refused all the same, but a
 * correct secret spends and sees its key's budget.
 */
export function createBudgetCount(deps: GuardDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await authenticate(deps, request);
    if (!caller) return;
    request.caller = caller;
    await spendBudget(deps, caller, request, reply);
  };
}

async function authenticate(deps: GuardDeps, request: FastifyRequest): Promise<Caller | undefined> {
  const clientId = request.headers['client-id'];
  const clientSecret = request.headers['client-secret'];
  if (typeof clientId !== 'string' || typeof clientSecret !== 'string') return undefined;
  if (clientId === '' || clientSecret === '') return undefined;
  return deps.authenticate.add({ clientId, clientSecret });
}

async function spendBudget(
  deps: GuardDeps,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Budget> {
  // The sandbox key is everybody's: each address has a budget of its own there, and all of them
  // together have one. A request beyond the first does not spend the second.
  const { clientId, isSandbox, rateLimitPerMinute } = caller;
  const key = isSandbox ? `${clientId} ${clientNetwork(request.ip)}` : clientId;
  const limit = rateLimitPerMinute ?? deps.defaultRateLimitPerMinute;
  const own = await deps.rateLimits.countRequest(key, limit);
  const budget =
    isSandbox && !own.isExceeded
      ? scarcer(own, await deps.rateLimits.countRequest(clientId, deps.sandboxRateLimitPerMinute))
      : own;
  deps.countUse(caller);
  reply
    .header('ratelimit-limit', budget.limit)
    .header('ratelimit-remaining', budget.remaining)
    .header('ratelimit-reset', budget.resetSeconds);
  return budget;
}

/** The budget of an address, unless the one of all addresses is exceeded. */
function scarcer(own: Budget, ofAll: Budget): Budget {
  return ofAll.isExceeded ? { ...ofAll, limit: own.limit } : own;
}
