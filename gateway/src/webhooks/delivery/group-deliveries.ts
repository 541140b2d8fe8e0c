import { pixEventKinds } from '../pix-callbacks/pix-callback.ts';
import type { EventKind } from '../webhook-event.ts';
import type { DeliveryRow } from './lease-store.ts';

/** How many deliveries one request has at most. */
const TOGETHER_MAX = 100;
/**
 * From its fourth attempt on a delivery is sent alone, so that a Pix that its receiver refuses
 * doesn't keep others back.
 */
const ATTEMPTS_TOGETHER = 3n;
const PIX_KINDS: ReadonlySet<EventKind> = new Set(pixEventKinds);

/** Deliveries that one request sends. */
export type Together = readonly [DeliveryRow, ...DeliveryRow[]];

/**
 * The deliveries that go in one request each: an event alone, and the call-backs of API Pix that
 * wait for the same endpoint together, in the order of their events.
 */
export function groupDeliveries(rows: readonly DeliveryRow[]): Together[] {
  const groups = Map.groupBy(rows, (row) => (canJoin(row) ? groupOf(row) : row.delivery_id));
  return [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((left, right) => (left.event_id < right.event_id ? -1 : 1));
    return chunksOf(sorted);
  });
}

function canJoin(row: DeliveryRow): boolean {
  const attempts = row.attempt_count - row.attempts_before_resend;
  const isPlain = row.trouble === null && attempts < ATTEMPTS_TOGETHER;
  return row.endpoint_format === 'api_pix' && isPlain && PIX_KINDS.has(row.kind);
}

function groupOf({ endpoint_id: endpointId, test_clock_now: now }: DeliveryRow): string {
  return `${endpointId} ${now}`;
}

function chunksOf(rows: readonly DeliveryRow[]): Together[] {
  const [first, ...others] = rows.slice(0, TOGETHER_MAX);
  if (!first) return [];
  return [[first, ...others], ...chunksOf(rows.slice(TOGETHER_MAX))];
}
