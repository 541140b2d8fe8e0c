import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  isBrokenCircuitError,
} from 'cockatiel';
import type { Agent } from 'undici';
import { bankTls } from '#src/ground/config/bank-tls.ts';
import { assertOutsideTransaction } from '#src/ground/database/transaction-scope.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { loadUndici } from '#src/ground/http/load-undici.ts';
import { createNameResolver } from '#src/ground/http/name-resolver.ts';
import { lookupOf } from '#src/ground/http/public-connector.ts';
import type { Logger } from '#src/ground/log.ts';
import { type TracedWork, traced } from '#src/ground/telemetry/traced-work.ts';
import { timers } from '#src/ground/work/scheduler.ts';
import { type Attempt, createAttempts } from './attempt.ts';
import type { BankHttpDeps, BankHttpSettings, BankRequest } from './bank-request.ts';
import { type BankAnswer, unavailable } from './classify-result.ts';
import { exchange, type WireRequest } from './exchange.ts';

/** Calls to a bank: HTTPS with our certificate, a token, a circuit breaker and one deadline. */
export interface BankHttp {
  /**
   * Sends a request; reads are retried until the deadline. Failures are answers, not errors. Throws
   * only when it is called inside a database transaction.
   */
  call(request: BankRequest): Promise<BankAnswer>;
  /** Waits for running calls, which end at their deadlines, and closes the connections. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const CONNECTIONS = 64;
/** How many calls may wait for each connection; further calls are `unavailable`. */
const CALLS_PER_CONNECTION_MAX = 16;
const IDLE_TIMEOUT_MS_MAX = 30_000;
const HEADER_BYTES_MAX = 32 * 1_024;
const BREAKER_FAILURES = 5;
const BREAKER_OPEN_MS = 5_000;
const READ_ATTEMPTS_MAX = 3;
const READ_RETRY_DELAY_MS = 100;

/** Opens the client of one account at one bank. Nothing is sent before the first call. */
export function openBankHttp(settings: BankHttpSettings, deps: BankHttpDeps): BankHttp {
  const { scheduler = timers } = deps;
  const timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
  const connections = settings.connections ?? CONNECTIONS;
  const agent = openAgent(settings, connections, timeoutMs);
  const startDeadline = () => scheduler.startDeadline(timeoutMs);
  const send = (request: WireRequest) => exchange(agent, request);
  const attempt = createAttempts(settings, deps, { send, startDeadline });
  const breaker = createBreaker<Attempt>({
    isFailure: ({ isFailure }) => isFailure,
    failures: BREAKER_FAILURES,
    openMs: settings.breakerOpenMs ?? BREAKER_OPEN_MS,
    logger: deps.logger,
  });
  const idle = Promise.withResolvers<void>();
  let callsUnderWay = 0;
  let isClosed = false;

  async function callInTime(request: BankRequest): Promise<BankAnswer> {
    const deadline = startDeadline();
    for (let attempts = 1; ; attempts += 1) {
      const { answer } = await breaker.run(() => attempt(request, deadline), notSent);
      const isLast = request.method !== 'GET' || attempts >= READ_ATTEMPTS_MAX;
      if (isLast || answer.kind !== 'unknown') return answer;
      const delayMs = randomInt(READ_RETRY_DELAY_MS, READ_RETRY_DELAY_MS * 2 ** attempts);
      if (delayMs >= deadline.leftMs()) return answer;
      await sleep(delayMs);
    }
  }

  return {
    call: async (request) => {
      assertOutsideTransaction();
      const isTooMany = callsUnderWay >= connections * CALLS_PER_CONNECTION_MAX;
      if (isClosed || isTooMany) return unavailable(1);
      callsUnderWay += 1;
      try {
        return await traced(callOf(request), () => callInTime(request));
      } finally {
        callsUnderWay -= 1;
        if (isClosed && callsUnderWay === 0) idle.resolve();
      }
    },
    close: async () => {
      isClosed = true;
      if (callsUnderWay > 0) await idle.promise;
      await agent.destroy();
    },
  };
}

/** The span of a call. The bank gets no `traceparent`, because it doesn't share our traces. */
function callOf({ operation, method }: BankRequest): TracedWork<BankAnswer> {
  return {
    kind: 'bank',
    name: operation,
    facts: { 'http.request.method': method },
    describe: ({ kind }) => ({
      'pix_gateway.outcome': kind,
      ...((kind === 'unknown' || kind === 'unavailable') && { 'error.type': kind }),
    }),
  };
}

function notSent(retryAfterSeconds: number): Attempt {
  return { answer: unavailable(retryAfterSeconds), isFailure: false };
}

function openAgent(settings: BankHttpSettings, connections: number, timeoutMs: number): Agent {
  const { Agent } = loadUndici();
  // Made once, because each connection would otherwise parse the certificates again.
  const secureContext = createSecureContext(bankTls(settings));
  return new Agent({
    connect: {
      secureContext,
      // NODE_TLS_REJECT_UNAUTHORIZED must not be able to switch the check off.
      rejectUnauthorized: true,
      timeout: timeoutMs,
      // A separate resolver, so that names chosen by merchants don't delay the bank's.
      lookup: lookupOf(createNameResolver({ servers: settings.nameServers })),
    },
    connections,
    // One request at a time on a connection, so that a slow request delays no other.
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveMaxTimeout: IDLE_TIMEOUT_MS_MAX,
    // Each attempt has its own timer.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

interface BreakerSettings<Result> {
  readonly isFailure: (result: Result) => boolean;
  /** The number of consecutive failures that open it. */
  readonly failures: number;
  /** How long it stays open before one call is tried, in milliseconds. */
  readonly openMs: number;
  readonly logger: Logger;
}

/** A circuit breaker: while the bank fails, calls to it are not sent. */
interface Breaker<Result> {
  /** Runs the call, or returns `refuse(seconds)` without running it. Throws the call's errors. */
  run(call: () => Promise<Result>, refuse: (retryAfterSeconds: number) => Result): Promise<Result>;
}

/** Opens after consecutive failures; after `openMs` one call decides whether it closes. */
function createBreaker<Result>(settings: BreakerSettings<Result>): Breaker<Result> {
  const policy = circuitBreaker(
    handleWhenResult((result) => settings.isFailure(result as Result)),
    { breaker: new ConsecutiveBreaker(settings.failures), halfOpenAfter: settings.openMs },
  );
  let openedAt = 0;
  policy.onBreak(() => {
    openedAt = performance.now();
    settings.logger.error('the bank does not answer: calls to it are suspended');
  });
  policy.onReset(() => settings.logger.info('the bank answers again'));
  const secondsLeft = (): number => {
    const leftMs = openedAt + settings.openMs - performance.now();
    return Math.max(1, Math.ceil(leftMs / SECOND_MS));
  };
  return {
    run: async (call, refuse) => {
      // The library would make these calls wait for the call that tests the bank.
      if (policy.state === CircuitState.HalfOpen) return refuse(1);
      try {
        return await policy.execute(call);
      } catch (error) {
        if (isBrokenCircuitError(error)) return refuse(secondsLeft());
        throw error;
      }
    },
  };
}
