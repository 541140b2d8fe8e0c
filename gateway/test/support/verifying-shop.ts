import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Cleanup } from './cleanup.ts';
import { type ReceivedWebhook, startWebhookSink, type WebhookSink } from './webhook-sink.ts';

const TOLERANCE_SECONDS = 300;

/** What a shop forgets to check. */
export interface ShopFaults {
  readonly ignoresTime?: boolean;
  readonly ignoresSignature?: boolean;
  readonly readsFirstSignatureOnly?: boolean;
  readonly failsOnRepeats?: boolean;
  readonly failsOnOlderSequence?: boolean;
}

export interface Shop extends WebhookSink {
  /** Sets the secret and what the shop forgets. */
  configure(settings: { readonly secret: string } & ShopFaults): void;
  /** Leaves the next webhook without an answer, and calls back when it has arrived. */
  hold(onArrival: () => void): void;
  /** The webhooks that the shop accepted, as `event sequence`. */
  readonly accepted: readonly string[];
}

/** A merchant's program that verifies webhooks as the guide says. `now` is in milliseconds. */
export async function startVerifyingShop(
  context: Cleanup,
  now: () => number = Date.now,
): Promise<Shop> {
  const sink = await startWebhookSink(context);
  const accepted: string[] = [];
  let settings: { secret: string } & ShopFaults = { secret: '' };
  const seen = new Set<string>();
  const sequences = new Map<string, number>();
  let held: (() => void) | undefined;
  sink.answerWith((webhook, response) => {
    if (held) {
      held();
      held = undefined;
      return;
    }
    const status = statusOf(webhook, settings, { now, seen, sequences });
    if (status < 300) accepted.push(`${webhook.event.event} ${webhook.event.sequence}`);
    response.writeHead(status).end(status < 300 ? 'ok' : 'recusado');
  });
  return Object.assign(sink, {
    accepted,
    hold: (onArrival: () => void) => {
      held = onArrival;
    },
    configure: (next: typeof settings) => {
      settings = next;
    },
  });
}

interface ShopState {
  readonly now: () => number;
  readonly seen: Set<string>;
  readonly sequences: Map<string, number>;
}

function statusOf(
  webhook: ReceivedWebhook,
  settings: { readonly secret: string } & ShopFaults,
  { now, seen, sequences }: ShopState,
): number {
  if (!settings.ignoresSignature && !isSigned(webhook, settings, now())) return 401;
  const { id, sequence, data } = webhook.event;
  const resource = String(data.internal_id);
  if (settings.failsOnRepeats && seen.has(id)) return 500;
  if (settings.failsOnOlderSequence && sequence < (sequences.get(resource) ?? 0)) return 409;
  seen.add(id);
  sequences.set(resource, sequence);
  return 200;
}

function isSigned(
  { headers, rawBody }: ReceivedWebhook,
  { secret, ignoresTime, readsFirstSignatureOnly }: { readonly secret: string } & ShopFaults,
  now: number,
): boolean {
  const parts = String(headers['x-service-signature'])
    .split(',')
    .map((part) => part.split('=', 2) as [string, string]);
  const at = Number(parts.find(([name]) => name === 't')?.[1]);
  if (!ignoresTime && Math.abs(now / 1_000 - at) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${at}.${rawBody}`).digest();
  const given = parts.filter(([name]) => name === 'v1').map(([, hex]) => Buffer.from(hex, 'hex'));
  const tried = readsFirstSignatureOnly ? given.slice(0, 1) : given;
  return tried.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}
