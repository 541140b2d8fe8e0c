import type { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { TLSSocket } from 'node:tls';
import { createNameResolver } from '#src/ground/http/name-resolver.ts';
import { lookupOf } from '#src/ground/http/public-connector.ts';
import type { ClockReading } from './clock-difference.ts';

const TIMEOUT_MS = 5_000;
/** The header `Date` has whole seconds. */
const DATE_EXACT_TO_MS = 1_000;

/** How a server is asked: with a client certificate, or with another authority. */
export interface AskOptions {
  readonly now: () => number;
  readonly nameServers?: readonly string[] | undefined;
  readonly tls?: object;
}

/** The certificate and the time of a server. */
export interface ServerWords {
  readonly certificate: X509Certificate | undefined;
  /** Why a client would refuse the certificate; undefined when it wouldn't. */
  readonly refusal: string | undefined;
  readonly clock: ClockReading | undefined;
}

/** Sends HEAD to a https address. Rejects when no answer comes within 5 seconds. */
export function askServer(address: string, options: AskOptions): Promise<ServerWords> {
  const { now, nameServers, tls } = options;
  const startedAt = now();
  const { promise, resolve, reject } = Promise.withResolvers<ServerWords>();
  const asked = request(address, {
    method: 'HEAD',
    agent: false,
    // Wrong certificates must be readable too, and the request contains no secret.
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
    lookup: lookupOf(createNameResolver({ servers: nameServers })),
    ...tls,
  });
  asked.on('response', (response) => {
    response.resume();
    const { socket, headers } = response;
    const theirs = Date.parse(headers.date ?? '');
    const clock = { startedAt, endedAt: now(), theirs, exactToMs: DATE_EXACT_TO_MS };
    const secure = socket instanceof TLSSocket ? socket : undefined;
    resolve({
      certificate: secure?.getPeerX509Certificate(),
      refusal: secure?.authorized === false ? String(secure.authorizationError) : undefined,
      clock: Number.isNaN(theirs) ? undefined : clock,
    });
    asked.destroy();
  });
  asked.on('timeout', () => asked.destroy(new Error('não respondeu a tempo')));
  asked.on('error', reject);
  asked.end();
  return promise;
}
