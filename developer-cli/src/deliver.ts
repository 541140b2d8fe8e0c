import { createHash } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ATTEMPT_TIMEOUT_MS } from '../../gateway/src/webhooks/delivery/retry-schedule.ts';
import { signWebhook, standardHeaders } from '../../gateway/src/webhooks/delivery/sign-webhook.ts';
import { reasonOf } from './call.ts';
import { Failure } from './failure.ts';
import { version } from './version.ts';

const EXCERPT_BYTES_MAX = 2_000;

/** An event as the gateway sends it. `body` are the exact bytes of its webhook. */
export interface DeliveredEvent {
  readonly id: string;
  readonly kind: string;
  readonly body: string;
}

/** Where events go, and the secret that signs them. */
export interface Target {
  readonly url: URL;
  readonly secret: string;
  /** Whether a certificate that can't be verified is accepted. */
  readonly skipsVerification: boolean;
}

/** The result of one request to the user's server. `status` is null if it did not answer. */
export interface Attempt {
  readonly status: number | null;
  readonly durationMs: number;
  /** The beginning of the answer's body, or why there was no answer. */
  readonly told: string;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** Reads the address of the user's server; "4000" and "localhost:4000/x" are enough. */
export function parseTarget(text: string): URL {
  const full = /^\d+$/.test(text) ? `http://localhost:${text}` : text;
  const address = /^https?:\/\//.test(full) ? full : `http://${full}`;
  if (URL.canParse(address)) return new URL(address);
  throw new Failure('usage', `"${text}" não é um endereço: use http://localhost:3000/webhooks`);
}

/** The headers of the gateway's webhooks, in their order. */
export function webhookHeaders(
  { id, kind, body }: DeliveredEvent,
  { url, secret }: Pick<Target, 'url' | 'secret'>,
  now = Date.now(),
): Readonly<Record<string, string | number>> {
  const signed = { body, secrets: [secret], atSeconds: Math.floor(now / 1_000) };
  return {
    host: url.host,
    'content-type': 'application/json',
    'user-agent': `pix-gateway/${version}`,
    'x-service-event': kind,
    'x-service-delivery': deliveryId(id, url.href),
    'x-service-signature': signWebhook(signed),
    ...standardHeaders(id, signed),
    'content-length': Buffer.byteLength(body),
  };
}

/** The id of an event's delivery to an address: the same for each attempt and each run. */
export function deliveryId(eventId: string, url: string): string {
  const hash = createHash('sha256').update(`${eventId} ${url}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hash[3] ?? '0', 16) % 4];
  const head = `${eventId.slice(0, 14)}7${hash.slice(0, 3)}`;
  return `${head}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

/**
 * Posts an event as the gateway does: ten seconds, no redirects. Never throws; the signal ends it
 * without an answer.
 */
export function deliver(
  event: DeliveredEvent,
  target: Target,
  signal?: AbortSignal,
): Promise<Attempt> {
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  const headers = webhookHeaders(event, target);
  const startedAt = performance.now();
  const timePassed = () => Math.round(performance.now() - startedAt);
  const send = target.url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const fail = (error: unknown) =>
      resolve({ status: null, durationMs: timePassed(), told: reasonOf(error), headers });
    const outgoing = send(target.url, {
      method: 'POST',
      headers,
      rejectUnauthorized: !target.skipsVerification,
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      let told = '';
      incoming.setEncoding('utf8').on('data', (text: string) => {
        if (told.length < EXCERPT_BYTES_MAX) told += text.slice(0, EXCERPT_BYTES_MAX);
      });
      incoming.on('error', fail);
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? null, durationMs: timePassed(), told, headers }),
      );
    });
    outgoing.end(event.body);
  });
}

/** Whether an attempt counts as a delivery. */
export function isDelivered({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}
