import type { SandboxConfig } from '#src/config.ts';
import { MINUTE_MS, SECOND_MS } from '#src/platform/durations.ts';
import type { SecretBox } from '#src/platform/encryption/encryption.ts';
import type { HttpClient, HttpOutcome } from '#src/platform/http/http-client.ts';
import type { TracedWork, WorkFacts } from '#src/platform/telemetry/traced-work.ts';
import type { EventKind } from '../webhook-event.ts';
import { createSecret } from '../webhook-secret.ts';
import type { DeliveryRow } from './lease-store.ts';
import { ATTEMPT_TIMEOUT_MS } from './retry-schedule.ts';
import { signWebhook } from './sign-webhook.ts';

/** How old the signature of `old_time` is: receivers refuse one of more than 300 seconds. */
const OLD_MS = 10 * MINUTE_MS;

export interface SendDeps {
  /** The sandbox has connections, look-ups and target rules of its own. */
  readonly httpClients: { readonly merchants: HttpClient; readonly sandbox: HttpClient };
  readonly secretBox: SecretBox;
  readonly sandbox: Pick<SandboxConfig, 'webhookSecret'>;
  readonly userAgent: string;
}

/** Where a delivery is sent: the URL that its endpoint has now, or that of the request. */
export function urlOf({ endpoint_url, url }: DeliveryRow): string {
  return endpoint_url ?? url;
}

/**
 * Signs a delivery and posts it, outside any transaction. Throws TooManyLookups when it was not
 * sent, and an error when a secret can't be opened.
 */
export function sendDelivery(
  deps: SendDeps,
  delivery: DeliveryRow,
  now: number,
): Promise<HttpOutcome> {
  const { body } = delivery;
  const { trouble } = delivery;
  const secrets = trouble === 'wrong_secret' ? [createSecret()] : secretsOf(deps, delivery, now);
  const signedAt = trouble === 'old_time' ? now - OLD_MS : now;
  const signature = signWebhook(body, secrets, Math.floor(signedAt / SECOND_MS));
  const { merchants, sandbox } = deps.httpClients;
  const client = delivery.endpoint_id === null ? sandbox : merchants;
  return client.post({
    url: urlOf(delivery),
    headers: deliveryHeaders({
      ...{ kind: delivery.kind, deliveryId: delivery.delivery_id, signature },
      userAgent: deps.userAgent,
    }),
    body,
    owner: delivery.merchant_id,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
  });
}

/** The span of an attempt: nothing of the merchant or of its address. */
export function traceOf({ kind }: Pick<DeliveryRow, 'kind'>): TracedWork<HttpOutcome> {
  return { kind: 'delivery', name: kind, describe };
}

const FAILED_FROM = 300;

function describe(outcome: HttpOutcome): WorkFacts {
  if (outcome.kind === 'failed') return { 'error.type': outcome.reason };
  const { status } = outcome.answer;
  const failure = status < FAILED_FROM ? {} : { 'error.type': String(status) };
  return { 'http.response.status_code': status, ...failure };
}

/** The headers of a webhook. */
export function deliveryHeaders(of: {
  readonly kind: EventKind;
  readonly deliveryId: string;
  readonly signature: string;
  readonly userAgent: string;
}): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': of.userAgent,
    'x-service-event': of.kind,
    'x-service-delivery': of.deliveryId,
    'x-service-signature': of.signature,
  };
}

function secretsOf(deps: SendDeps, delivery: DeliveryRow, now: number): string[] {
  const { endpoint_id: endpointId, sealed_secret, sealed_previous_secret } = delivery;
  if (endpointId === null || sealed_secret === null) return [deps.sandbox.webhookSecret];
  const secrets = [deps.secretBox.open(sealed_secret, endpointId)];
  const isOverlap = (delivery.previous_secret_expires_at ?? 0) > now;
  if (sealed_previous_secret && isOverlap) {
    secrets.push(deps.secretBox.open(sealed_previous_secret, endpointId));
  }
  return secrets;
}
