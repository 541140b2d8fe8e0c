import type { FastifyReply, FastifyRequest } from 'fastify';
import { HOUR_SECONDS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import type { Budget, RateLimits } from '#src/ground/http/rate-limit.ts';
import { refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';

/** Every visitor can write to the sandbox, and each text is stored several times. */
const BODY_BYTES_MAX = 8 * 1_024;
const KIBIBYTE = 1_024;
/** The limit of changes in an hour, in minutes of the full limit; changes are stored for days. */
const MINUTES_OF_CHANGES = 10;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface SandboxLimitDeps {
  readonly rateLimits: RateLimits;
  /** The key of the sandbox, whose budgets its user of the panel spends too. */
  readonly clientId: string;
  /** Requests in a minute of one client network, and of all together. */
  readonly limitPerMinute: number;
  readonly limitOfAllPerMinute: number;
}

/** The budgets of the public sandbox, whose visitors share one account. */
export interface SandboxLimits {
  /**
   * Counts a request by the client's network and among all. A request over the first limit doesn't
   * count among all. `limitPerMinute` is that of the key, if it has one of its own.
   */
  countRequest(request: FastifyRequest, limitPerMinute?: number): Promise<Budget>;
  /** Counts a change before its body is read; ignores reads. Refuses `rate_limited`. */
  limitChange(request: FastifyRequest): Promise<void>;
  /**
   * Counts each further KiB of the body as a change, so that the bytes of an hour are bounded.
   * Refuses `payload_too_large` above 8 KiB, and `rate_limited`.
   */
  limitBody(request: FastifyRequest): Promise<void>;
}

export function createSandboxLimits(deps: SandboxLimitDeps): SandboxLimits {
  const { rateLimits, clientId, limitPerMinute, limitOfAllPerMinute } = deps;
  const count = (name: string, limit: number) =>
    rateLimits.countAttempt(`sandbox changes ${name}`, limit * MINUTES_OF_CHANGES, HOUR_SECONDS);

  async function spendChanges({ ip }: FastifyRequest, changes: number): Promise<void> {
    for (let change = 0; change < changes; change += 1) {
      refuseExceeded(await count(clientNetwork(ip), limitPerMinute));
      refuseExceeded(await count('all', limitOfAllPerMinute));
    }
  }

  return {
    async countRequest({ ip }, ownLimit = limitPerMinute) {
      const own = await rateLimits.countRequest(`${clientId} ${clientNetwork(ip)}`, ownLimit);
      if (own.isExceeded) return own;
      const ofAll = await rateLimits.countRequest(clientId, limitOfAllPerMinute);
      return ofAll.isExceeded ? { ...ofAll, limit: own.limit } : own;
    },
    async limitChange(request) {
      if (!SAFE_METHODS.has(request.method)) await spendChanges(request, 1);
    },
    async limitBody(request) {
      const bytes = Buffer.byteLength(JSON.stringify(request.body ?? null));
      if (bytes > BODY_BYTES_MAX) throw new Refusal('payload_too_large');
      if (!SAFE_METHODS.has(request.method)) {
        await spendChanges(request, Math.floor(bytes / KIBIBYTE));
      }
    },
  };
}

/** Makes the hook that limits the bodies of the sandbox's key and of its user of the panel. */
export function createSandboxBodyLimit({ limitBody }: SandboxLimits) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const { caller, member } = request;
    const isSandbox = caller?.isSandbox || member?.merchant.isSandbox;
    if (isSandbox) limitBody(request).then(() => done(), done);
    else done();
  };
}
