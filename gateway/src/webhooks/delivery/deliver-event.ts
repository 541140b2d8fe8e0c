import type { SandboxConfig } from '#src/config.ts';
import type { Clock } from '#src/platform/clock.ts';
import { SECOND_MS } from '#src/platform/durations.ts';
import type { SecretBox } from '#src/platform/encryption/encryption.ts';
import type { HttpClient, HttpOutcome } from '#src/platform/http/http-client.ts';
import { TooManyLookups } from '#src/platform/http/name-resolver.ts';
import type { Batcher } from '#src/platform/work/batcher.ts';
import type { DeliveryKey, DeliveryRow } from '../webhook-store.ts';
import type { Deferral } from './defer-deliveries.ts';
import { createDeliverySlots } from './delivery-slots.ts';
import type { AttemptOutcome } from './record-attempts.ts';
import { ATTEMPT_TIMEOUT_MS } from './retry-schedule.ts';
import { signWebhook } from './sign-webhook.ts';

/** The longest pause of a delivery that found no slot; short for a URL that answers others. */
const DEFER_DELAY_MS_MAX = { busy: 1_000, silent: 10_000 };

export interface DeliveryDeps {
  readonly clock: Clock;
  /** The sandbox has connections, look-ups and target rules of its own. */
  readonly httpClients: { readonly merchants: HttpClient; readonly sandbox: HttpClient };
  readonly secretBox: SecretBox;
  readonly sandbox: Pick<SandboxConfig, 'webhookSecret'>;
  readonly userAgent: string;
  readonly load: Batcher<DeliveryKey, DeliveryRow | undefined>;
  readonly record: Batcher<AttemptOutcome, void>;
  readonly defer: Batcher<Deferral, void>;
  /** How many attempts this process makes at once. */
  readonly deliveriesAtOnce: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Makes one attempt of a delivery. Safe to run twice: only a pending delivery is attempted. */
export type DeliverEvent = (key: DeliveryKey) => Promise<void>;

/** Makes the function that attempts deliveries. Its slots are shared by all of this process. */
export function createEventDelivery(deps: DeliveryDeps): DeliverEvent {
  const slots = createDeliverySlots(deps.deliveriesAtOnce);
  const deferBy = (key: DeliveryKey, delayMsMax: number): Promise<void> =>
    deps.defer.add({ key, delayMs: Math.ceil(deps.random() * delayMsMax) });
  return async (key) => {
    const delivery = await deps.load.add(key);
    if (delivery?.status !== 'pending') return;
    if (delivery.endpoint_status === 'paused' && delivery.endpoint_id !== null) {
      await deps.defer.add({ key, pausedEndpointId: delivery.endpoint_id });
      return;
    }
    const slot = {
      url: delivery.endpoint_url ?? delivery.url,
      scope: `${delivery.merchant_id} ${delivery.environment}`,
    };
    const acquisition = await slots.acquire(slot);
    if (acquisition !== 'acquired') {
      await deferBy(key, DEFER_DELAY_MS_MAX[acquisition]);
      return;
    }
    const startedAt = deps.clock.now();
    // The slot is freed before the result is written: other deliveries wait for it.
    const outcome = await send(deps, delivery, startedAt)
      .catch(undefinedWithoutLookup)
      .finally(() => slots.release(slot));
    if (outcome === undefined) {
      await deferBy(key, DEFER_DELAY_MS_MAX.busy);
      return;
    }
    await deps.record.add({ key, delivery, startedAt, outcome });
  };
}

function undefinedWithoutLookup(error: unknown): undefined {
  if (!(error instanceof TooManyLookups)) throw error;
}

function send(deps: DeliveryDeps, delivery: DeliveryRow, now: number): Promise<HttpOutcome> {
  const { body } = delivery;
  const signature = signWebhook(body, secretsOf(deps, delivery, now), Math.floor(now / SECOND_MS));
  const { merchants, sandbox } = deps.httpClients;
  const client = delivery.endpoint_id === null ? sandbox : merchants;
  return client.post({
    url: delivery.endpoint_url ?? delivery.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': deps.userAgent,
      'x-service-event': delivery.kind,
      'x-service-delivery': delivery.delivery_id,
      'x-service-signature': signature,
    },
    body,
    owner: delivery.merchant_id,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
  });
}

function secretsOf(deps: DeliveryDeps, delivery: DeliveryRow, now: number): string[] {
  const { endpoint_id: endpointId, sealed_secret, sealed_previous_secret } = delivery;
  if (endpointId === null || sealed_secret === null) return [deps.sandbox.webhookSecret];
  const secrets = [deps.secretBox.open(sealed_secret, endpointId)];
  const isOverlap = (delivery.previous_secret_expires_at ?? 0) > now;
  if (sealed_previous_secret && isOverlap) {
    secrets.push(deps.secretBox.open(sealed_previous_secret, endpointId));
  }
  return secrets;
}
