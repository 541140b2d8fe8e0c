import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxConfig } from '#src/config.ts';
import type { Batcher } from '#src/platform/batcher.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { SecretBox } from '#src/platform/encryption.ts';
import type { HttpClient, HttpOutcome } from '#src/platform/http-client.ts';
import type { Deferral } from './defer-deliveries.ts';
import type { AttemptOutcome } from './record-attempts.ts';
import { signWebhook } from './sign-webhook.ts';
import type { DeliveryKey, DeliveryRow } from './webhook-store.ts';

const TIMEOUT_MS = 10_000;
const SECOND_MS = 1_000;
/** How many attempts may be under way at once to one address, and for one book. */
const IN_FLIGHT_PER_URL_MAX = 64;
const IN_FLIGHT_PER_BOOK_MAX = 400;
/** A busy address gets this long to free a place before the delivery steps back into the queue. */
const CROWDED_PAUSE_MS = 20;
const CROWDED_DELAY_MS_MAX = 10_000;

export interface DeliveryNeeds {
  readonly clock: Clock;
  readonly httpClient: HttpClient;
  readonly secretBox: SecretBox;
  readonly sandbox: Pick<SandboxConfig, 'webhookSecret'>;
  readonly userAgent: string;
  readonly load: Batcher<DeliveryKey, DeliveryRow | undefined>;
  readonly record: Batcher<AttemptOutcome, void>;
  readonly defer: Batcher<Deferral, void>;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Makes one attempt of a delivery. May run twice: a delivery that is no longer owed is left alone. */
export type DeliverEvent = (key: DeliveryKey) => Promise<void>;

export function createEventDelivery(needs: DeliveryNeeds): DeliverEvent {
  const inFlight = new Map<string, number>();

  function enter(places: readonly Place[]): boolean {
    if (places.some(({ name, max }) => (inFlight.get(name) ?? 0) >= max)) return false;
    for (const { name } of places) inFlight.set(name, (inFlight.get(name) ?? 0) + 1);
    return true;
  }

  function leave(places: readonly Place[]): void {
    for (const { name } of places) {
      const count = (inFlight.get(name) ?? 1) - 1;
      if (count === 0) inFlight.delete(name);
      else inFlight.set(name, count);
    }
  }

  return async (key) => {
    const delivery = await needs.load.add(key);
    if (delivery?.status !== 'pending') return;
    if (delivery.endpoint_status === 'paused' && delivery.endpoint_id !== null) {
      await needs.defer.add({ key, pausedEndpointId: delivery.endpoint_id });
      return;
    }
    const places = placesOf(delivery);
    if (!enter(places)) {
      await pause(CROWDED_PAUSE_MS);
      if (!enter(places)) {
        const delayMs = Math.ceil(needs.random() * CROWDED_DELAY_MS_MAX);
        await needs.defer.add({ key, delayMs });
        return;
      }
    }
    try {
      const startedAt = needs.clock.now();
      const outcome = await send(needs, delivery, startedAt);
      await needs.record.add({ key, delivery, startedAt, outcome });
    } finally {
      leave(places);
    }
  };
}

interface Place {
  readonly name: string;
  readonly max: number;
}

// A slow address may fill its own places and no others; and one book's addresses can't fill them all.
function placesOf(delivery: DeliveryRow): Place[] {
  return [
    { name: delivery.endpoint_url ?? delivery.url, max: IN_FLIGHT_PER_URL_MAX },
    { name: `${delivery.merchant_id} ${delivery.environment}`, max: IN_FLIGHT_PER_BOOK_MAX },
  ];
}

function send(needs: DeliveryNeeds, delivery: DeliveryRow, now: number): Promise<HttpOutcome> {
  const { body } = delivery;
  const signature = signWebhook(body, secretsOf(needs, delivery, now), Math.floor(now / SECOND_MS));
  return needs.httpClient.post({
    url: delivery.endpoint_url ?? delivery.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': needs.userAgent,
      'x-service-event': delivery.kind,
      'x-service-delivery': delivery.delivery_id,
      'x-service-signature': signature,
    },
    body,
    timeoutMs: TIMEOUT_MS,
  });
}

function secretsOf(needs: DeliveryNeeds, delivery: DeliveryRow, now: number): string[] {
  const { endpoint_id: endpointId, sealed_secret, sealed_previous_secret } = delivery;
  if (endpointId === null || sealed_secret === null) return [needs.sandbox.webhookSecret];
  const secrets = [needs.secretBox.open(sealed_secret, endpointId)];
  const isOverlap = (delivery.previous_secret_expires_at ?? 0) > now;
  if (sealed_previous_secret && isOverlap) {
    secrets.push(needs.secretBox.open(sealed_previous_secret, endpointId));
  }
  return secrets;
}
