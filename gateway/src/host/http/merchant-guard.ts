import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UncheckedCredential } from '#src/accounts/merchants/credentials/authenticate.ts';
import { callRefusal } from '#src/accounts/merchants/merchant.ts';
import { hasScope } from '#src/ground/access/key-rights.ts';
import { type Caller, refuseWhileMoving } from '#src/ground/access/merchant.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import { isInRanges } from '#src/ground/http/address-range.ts';
import type { Budget, RateLimits } from '#src/ground/http/rate-limit.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import type { SandboxLimits } from './sandbox-limits.ts';

export interface GuardDeps {
  readonly authenticate: Batcher<UncheckedCredential, Caller | undefined>;
  readonly rateLimits: RateLimits;
  readonly defaultRateLimitPerMinute: number;
  readonly sandboxLimits: SandboxLimits;
  /** Counts a use of the key. */
  readonly countUse: (caller: Caller) => void;
}

/**
 * The guard of the merchants' API. It runs before the body is read and before an idempotency key is
 * looked up. It checks the credentials, the address of the client, the rate limit of the key, the
 * merchant's status and the scope of the route. Only a correct secret from an allowed address
 * counts against the key's limit; failures are counted by client network. Refuses
 * `invalid_credentials`, `address_not_allowed`, `rate_limited`, `account_suspended`,
 * `account_not_approved`, `route_not_found`, `overloaded` and `scope_missing`.
 */
export function createMerchantGuard(deps: GuardDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // Answers have names and documents of payers. Routes that may be cached replace the header.
    reply.header('cache-control', 'no-store');
    const caller = await authenticate(deps, request);
    if (!caller) return refuseStranger(deps, request, 'invalid_credentials');
    await admitCaller(deps, caller, { request, reply });
  };
}

/** The checks of a caller after its secret or token was right. Refuses what the guard refuses. */
export async function admitCaller(
  deps: GuardDeps,
  caller: Caller,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<void> {
  request.caller = caller;
  if (!isAddressAllowed(caller, request)) {
    return refuseStranger(deps, request, 'address_not_allowed');
  }
  refuseExceeded(await spendBudget(deps, caller, request, reply));
  const refusal = callRefusal(caller.status);
  if (refusal) throw new Refusal(refusal);
  if (request.is404) throw new Refusal('route_not_found');
  refuseWhileMoving(caller, request.method);
  requireScope(caller, request);
  if (caller.isSandbox) await deps.sandboxLimits.limitChange(request);
}

/**
 * Makes the check that streams and other long answers repeat. It returns the current caller of a
 * request, or undefined when the guard would refuse the request. It counts against no limit.
 */
export function createCallerCheck(deps: Pick<GuardDeps, 'authenticate'>) {
  return async (request: FastifyRequest): Promise<Caller | undefined> => {
    const caller = await authenticate(deps, request);
    const isAllowed = caller && isAddressAllowed(caller, request) && !callRefusal(caller.status);
    return isAllowed ? caller : undefined;
  };
}

/** Counts a failure of the client's network. Refuses with the code, or `rate_limited`. */
export async function refuseStranger(
  { rateLimits }: GuardDeps,
  request: FastifyRequest,
  code: ProblemCode,
): Promise<never> {
  refuseExceeded(await rateLimits.countFailure(request.ip));
  throw new Refusal(code);
}

function isAddressAllowed({ addresses }: Caller, request: FastifyRequest): boolean {
  return addresses === null || isInRanges(request.ip, addresses);
}

/** Refuses `scope_missing`; also for a route that declares no scope. */
function requireScope({ scopes }: Caller, request: FastifyRequest): void {
  const { keyScope: scope = [] } = request.routeOptions.config;
  if (!hasScope(scopes, scope)) throw new Refusal('scope_missing', { scopes: [scope].flat() });
}

/**
 * Counts a request that is refused before the guard runs (405): a correct secret against its key's
 * limit, whose headers the answer has, and a wrong one as a failure of its client's network, which
 * would otherwise try secrets without a limit. Refuses `rate_limited`.
 */
export function createBudgetCount(deps: GuardDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { headers } = request;
    const caller = await authenticate(deps, request);
    if (!caller || !isAddressAllowed(caller, request)) {
      // A request without keys tells nothing of a secret.
      const isTried = headers['client-id'] !== undefined || headers['client-secret'] !== undefined;
      if (isTried) refuseExceeded(await deps.rateLimits.countFailure(request.ip));
      return;
    }
    request.caller = caller;
    await spendBudget(deps, caller, request, reply);
  };
}

async function authenticate(
  deps: Pick<GuardDeps, 'authenticate'>,
  request: FastifyRequest,
): Promise<Caller | undefined> {
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
  const { clientId, isSandbox, rateLimitPerMinute } = caller;
  const limit = rateLimitPerMinute ?? deps.defaultRateLimitPerMinute;
  const budget = isSandbox
    ? await deps.sandboxLimits.countRequest(request, limit)
    : await deps.rateLimits.countRequest(clientId, limit);
  deps.countUse(caller);
  reply
    .header('ratelimit-limit', budget.limit)
    .header('ratelimit-remaining', budget.remaining)
    .header('ratelimit-reset', budget.resetSeconds);
  return budget;
}
