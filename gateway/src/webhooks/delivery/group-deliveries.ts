import { pixEventKinds } from '../pix-callbacks/pix-callback.ts';
import type { EventKind } from '../webhook-event.ts';
import type { DeliveryRow } from './lease-store.ts';

/** How many deliveries one request has at most. */
const TOGETHER_MAX = 100;
/**
 * From its fourth attempt on a delivery is sent alone, so that a Pix that its receiver refuses
 * doesn't keep others back.
 */
const ATTEMPTS_TOGETHER = 3;
const PIX_KINDS: ReadonlySet<EventKind> = new Set(pixEventKinds);

/** Deliveries that one request sends. */
export type Together = readonly [DeliveryRow, ...DeliveryRow[]];

/**
 * The deliveries that go in one request each: an event alone, and the call-backs of API Pix that
 * wait for the same endpoint together, in the order of their events.
 */
export function groupDeliveries(rows: readonly DeliveryRow[]): Together[] {
  const groups = Map.groupBy(rows, (row) => (canJoin(row) ? groupOf(row) : row.deliveryId));
  return [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((left, right) => (left.eventId < right.eventId ? -1 : 1));
    return chunksOf(sorted);
  });
}

function canJoin(row: DeliveryRow): boolean {
  const attempts = row.attemptCount - row.attemptsBeforeResend;
  const isPlain = row.trouble === null && attempts < ATTEMPTS_TOGETHER;
  return row.endpointFormat === 'api_pix' && isPlain && PIX_KINDS.has(row.kind);
}

function groupOf({ endpointId, testClockNow: now }: DeliveryRow): string {
  return `${endpointId} ${now}`;
}

function chunksOf(rows: readonly DeliveryRow[]): Together[] {
  const [first, ...others] = rows.slice(0, TOGETHER_MAX);
  if (!first) return [];
  return [[first, ...others], ...chunksOf(rows.slice(TOGETHER_MAX))];
}
