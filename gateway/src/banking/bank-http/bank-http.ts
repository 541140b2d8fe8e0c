import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { assertOutsideTransaction } from '#src/platform/database/transaction-scope.ts';
import { createNameResolver } from '#src/platform/http/name-resolver.ts';
import { lookupOf } from '#src/platform/http/public-connector.ts';
import { type Attempt, createAttempts } from './attempt.ts';
import type { BankHttpDeps, BankHttpSettings, BankRequest } from './bank-request.ts';
import { createBreaker } from './breaker.ts';
import { type BankAnswer, unavailable } from './classify-result.ts';
import { exchange } from './exchange.ts';

/** The one way to a bank: HTTPS with our certificate, a token, a breaker and one deadline. */
export interface BankHttp {
  /**
   * Asks once; reads are tried again within their time. Trouble is an answer, not an error.
   * Throws inside a database transaction.
   */
  call(request: BankRequest): Promise<BankAnswer>;
  /** Waits for the calls under way, each of which its time ends, and closes the connections. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const CONNECTIONS = 64;
/** How many callers may wait for each connection before the next is told that it's too many. */
const CALLS_PER_CONNECTION_MAX = 16;
const IDLE_TIMEOUT_MS_MAX = 30_000;
const HEADER_BYTES_MAX = 32 * 1_024;
const BREAKER_FAILURES = 5;
const BREAKER_OPEN_MS = 5_000;
const READ_ATTEMPTS_MAX = 3;
const READ_RETRY_DELAY_MS = 100;

/** Opens the way to one account at one bank; nothing is sent before the first call. */
export function openBankHttp(settings: BankHttpSettings, deps: BankHttpDeps): BankHttp {
  const timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
  const connections = settings.connections ?? CONNECTIONS;
  const agent = openAgent(settings, connections, timeoutMs);
  const attempt = createAttempts(settings, deps, (request) => exchange(agent, request));
  const breaker = createBreaker<Attempt>({
    isFailure: ({ isTrouble }) => isTrouble,
    failures: BREAKER_FAILURES,
    openMs: settings.breakerOpenMs ?? BREAKER_OPEN_MS,
    logger: deps.logger,
  });
  const idle = Promise.withResolvers<void>();
  let callsUnderWay = 0;
  let isClosed = false;

  async function callInTime(request: BankRequest): Promise<BankAnswer> {
    const deadline = performance.now() + timeoutMs;
    for (let attempts = 1; ; attempts += 1) {
      const { answer } = await breaker.run(() => attempt(request, deadline), notTried);
      const isLast = request.method !== 'GET' || attempts >= READ_ATTEMPTS_MAX;
      if (isLast || answer.kind !== 'unknown') return answer;
      const delayMs = randomInt(READ_RETRY_DELAY_MS, READ_RETRY_DELAY_MS * 2 ** attempts);
      if (performance.now() + delayMs >= deadline) return answer;
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
        return await callInTime(request);
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

function notTried(retryAfterSeconds: number): Attempt {
  return { answer: unavailable(retryAfterSeconds), isTrouble: false };
}

function openAgent(settings: BankHttpSettings, connections: number, timeoutMs: number): Agent {
  const { clientCertificate: own, passphrase, certificateAuthority } = settings;
  return new Agent({
    connect: {
      ...(own?.kind === 'pem' && { cert: own.certificate, key: own.key }),
      ...(own?.kind === 'pkcs12' && { pfx: own.bundle }),
      ...(passphrase !== undefined && { passphrase }),
      ...(certificateAuthority && { ca: certificateAuthority }),
      minVersion: 'TLSv1.2',
      timeout: timeoutMs,
      // A resolver of its own: names that merchants choose must not delay the bank's.
      lookup: lookupOf(createNameResolver({ servers: settings.nameServers })),
    },
    connections,
    // One request at a time on a connection: the slow one must not hold others back.
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveMaxTimeout: IDLE_TIMEOUT_MS_MAX,
    // One timer an attempt covers the whole of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
