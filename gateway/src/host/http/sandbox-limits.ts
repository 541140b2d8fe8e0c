import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
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
   * Refuses `rate_limited`.
   */
  countBody(request: FastifyRequest): Promise<void>;
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
    async countBody(request) {
      if (SAFE_METHODS.has(request.method)) return;
      const bytes = Buffer.byteLength(JSON.stringify(request.body ?? null));
      await spendChanges(request, Math.floor(bytes / KIBIBYTE));
    },
  };
}

/**
 * Limits the bodies of the sandbox's key and of its user of the panel, whatever the limit of the
 * route is. A body above 8 KiB is refused as `payload_too_large` by its Content-Length, without
 * being read, or when its chunks exceed the limit.
 */
export function limitSandboxBodies(
  app: Pick<FastifyInstance, 'addHook'>,
  { countBody }: SandboxLimits,
): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isOfSandbox(request)) return done(null, payload);
    const length = request.headers['content-length'];
    if (length === undefined) return done(null, limited(payload));
    if (Number(length) <= BODY_BYTES_MAX) return done(null, payload);
    // The rest of the body would follow on this connection.
    reply.header('connection', 'close');
    done(new Refusal('payload_too_large'));
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (isOfSandbox(request)) countBody(request).then(() => done(), done);
    else done();
  });
}

function isOfSandbox({ caller, member }: FastifyRequest): boolean {
  return (caller?.isSandbox || member?.merchant.isSandbox) ?? false;
}

/** The body up to the limit; fails with `payload_too_large` above it. */
function limited(payload: RequestPayload): RequestPayload {
  let bytes = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > BODY_BYTES_MAX) done(new Refusal('payload_too_large'));
      else done(null, chunk);
    },
  });
  payload.once('error', (error: Error) => body.destroy(error));
  return payload.pipe(body);
}
