import type { Clock } from '#src/ground/clock.ts';
import type { SandboxConfig } from '#src/ground/config/config.ts';
import { MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import type { HttpClient, HttpOutcome } from '#src/ground/http/http-client.ts';
import type { TracedWork, WorkFacts } from '#src/ground/telemetry/traced-work.ts';
import { pixCallbackUrl } from '../pix-callbacks/pix-callback-url.ts';
import {
  type CallbackReceiver,
  type PixWriter,
  receiverOf,
  resourceOf,
} from '../pix-callbacks/write-pix-body.ts';
import type { EventKind } from '../webhook-event.ts';
import { createSecret } from '../webhook-secret.ts';
import type { Together } from './group-deliveries.ts';
import type { DeliveryRow } from './lease-store.ts';
import { ATTEMPT_TIMEOUT_MS } from './retry-schedule.ts';
import { type Signed, signWebhook, standardHeaders, standardNames } from './sign-webhook.ts';

/** The age of the signature for `old_time`: receivers refuse more than 300 seconds. */
const OLD_MS = 10 * MINUTE_MS;

export interface SendDeps {
  readonly clock: Clock;
  /** The sandbox has its own connections, limit of look-ups and rules for targets. */
  readonly httpClients: {
    readonly merchants: HttpClient;
    readonly sandbox: HttpClient;
    /** It has our certificate, if the operator configured one. */
    readonly apiPix: HttpClient;
  };
  readonly pixWriter: PixWriter;
  readonly secretBox: SecretBox;
  readonly sandbox: Pick<SandboxConfig, 'webhookSecret'>;
  readonly userAgent: string;
}

/** The URL of a delivery: the current URL of its endpoint, or the `webhook_url` of a request. */
export function urlOf({ endpointUrl, url }: DeliveryRow): string {
  return endpointUrl ?? url;
}

/** The result of a delivery that was posted, its signatures, and when it was signed. */
export interface SentDelivery {
  readonly outcome: HttpOutcome;
  /** The headers x-service-signature and webhook-signature, one a line; null: nothing was sent. */
  readonly signature: string | null;
  /** Milliseconds since 1970, by the real time. */
  readonly startedAt: number;
}

/**
 * Posts a delivery, outside any transaction, and signs it when a connection of its host is free.
 * The signature has the real time, which receivers compare with their own clock. Several call-backs
 * of API Pix are one request.
 * @throws {CallNotMade} if too many names are being looked up, or too many calls wait for the host.
 * @throws {Error} if a secret can't be opened.
 */
export async function sendDelivery(deps: SendDeps, together: Together): Promise<SentDelivery> {
  const [delivery] = together;
  const { trouble, kind, eventId, deliveryId } = delivery;
  const secrets =
    trouble === 'wrong_secret' ? [createSecret()] : secretsOf(deps, delivery, deps.clock.now());
  const { url, body, client } = await messageOf(deps, together, secrets);
  const { userAgent } = deps;
  let signature: string | null = null;
  let startedAt = deps.clock.now();
  const headers = () => {
    startedAt = deps.clock.now();
    const signedAt = trouble === 'old_time' ? startedAt - OLD_MS : startedAt;
    const signed = { body, secrets, atSeconds: Math.floor(signedAt / SECOND_MS) };
    const isPix = isCallback(delivery);
    const named = { kind, eventId, deliveryId, isPix, signature: signWebhook(signed) };
    const sent = webhookHeaders(named, signed, userAgent);
    signature = [named.signature, sent['webhook-signature'] ?? []].flat().join('\n');
    return sent;
  };
  const outcome = await client.post({
    url,
    body,
    headers,
    owner: delivery.merchantId,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
  });
  return { outcome, signature, startedAt };
}

interface Message {
  readonly url: string;
  readonly body: string;
  readonly client: HttpClient;
}

async function messageOf(
  { httpClients, pixWriter }: SendDeps,
  together: Together,
  [secret = '']: readonly string[],
): Promise<Message> {
  const [delivery] = together;
  const { endpointId } = delivery;
  const url = urlOf(delivery);
  const receiver = receiverOfDelivery(delivery);
  if (!receiver) {
    const client = endpointId === null ? httpClients.sandbox : httpClients.merchants;
    return { url, body: delivery.body, client };
  }
  const bodies = together.map((row) => row.body);
  const body = await pixWriter.write(receiver, bodies);
  const resource = resourceOf(receiver);
  return { url: pixCallbackUrl(url, { body, secret, resource }), body, client: httpClients.apiPix };
}

/** The receiver of call-backs that a delivery is for; undefined for an event. */
export function receiverOfDelivery(delivery: DeliveryRow): CallbackReceiver | undefined {
  const { merchantId, environment, endpointFormat: format, pixKey } = delivery;
  return receiverOf({ merchantId, environment, format, pixKey });
}

function isCallback({ endpointFormat: format }: DeliveryRow): boolean {
  return format !== null && format !== 'events';
}

/** The telemetry span of an attempt, without data of the merchant and without the address. */
export function traceOf({ kind }: Pick<DeliveryRow, 'kind'>): TracedWork<SentDelivery> {
  return { kind: 'delivery', name: kind, describe };
}

const FAILED_FROM = 300;

function describe({ outcome }: SentDelivery): WorkFacts {
  if (outcome.kind === 'failed') return { 'error.type': outcome.reason };
  const { status } = outcome.answer;
  const failure = status < FAILED_FROM ? {} : { 'error.type': String(status) };
  return { 'http.response.status_code': status, ...failure };
}

/** What the headers of a webhook name. */
interface NamedDelivery {
  readonly kind: EventKind;
  readonly deliveryId: string;
  /** Whether it is a call-back of API Pix, which has neither a kind nor an id. */
  readonly isPix: boolean;
  readonly signature: string;
}

/** The headers of a webhook: ours, and those of Standard Webhooks. */
export function webhookHeaders(
  of: NamedDelivery & { readonly eventId: string },
  signed: Signed,
  userAgent: string,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    ...ownHeaders(of),
    ...(!of.isPix && standardHeaders(of.eventId, signed)),
  };
}

/**
 * The headers of an attempt, as they were sent.
 * @param of `signature` has the lines that `sendDelivery` returned; attempts of versions before
 *   Standard Webhooks have one
 */
export function sentHeaders(
  of: NamedDelivery & { readonly eventId: string },
): Record<string, string> {
  const [signature = '', standard] = of.signature.split('\n');
  const [, seconds = ''] = /^t=(\d+)/.exec(signature) ?? [];
  return {
    ...ownHeaders({ ...of, signature }),
    ...(standard !== undefined && standardNames(of.eventId, seconds, standard)),
  };
}

/** The headers with the kind, the delivery id and our signature of a webhook. */
function ownHeaders(of: NamedDelivery): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(!of.isPix && { 'x-service-event': of.kind, 'x-service-delivery': of.deliveryId }),
    'x-service-signature': of.signature,
  };
}

function secretsOf(deps: SendDeps, delivery: DeliveryRow, now: number): string[] {
  const { endpointId, sealedSecret, sealedPreviousSecret } = delivery;
  if (endpointId === null || sealedSecret === null) return [deps.sandbox.webhookSecret];
  const secrets = [deps.secretBox.open(sealedSecret, endpointId)];
  const isOverlap = (delivery.previousSecretExpiresAt ?? 0) > now;
  if (sealedPreviousSecret && isOverlap) {
    secrets.push(deps.secretBox.open(sealedPreviousSecret, endpointId));
  }
  return secrets;
}
