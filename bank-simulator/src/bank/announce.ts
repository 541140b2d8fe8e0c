import { createIdentifier } from '../identifiers.ts';
import type { Callback, EventWebhook } from '../state/records.ts';
import { type Bank, now } from './bank.ts';
import { CALLBACK_FAULT_KINDS, type Operation } from './faults.ts';
import type { Json } from './represent.ts';

const LATE_MS = 2000;

const EVENTS = {
  rec: { operation: 'recurrenceCallback', list: 'recs' },
  cobr: { operation: 'recurringChargeCallback', list: 'cobsr' },
} as const;

/**
 * Queues a call-back when the key has a webhook: `{"pix": [...]}`, the event as it is now. Call it
 * in the transaction that changes the event's record.
 */
export function announce(bank: Bank, key: string, pix: Json): void {
  if (bank.state.webhooks.get(key) === undefined) return;
  queue(bank, { key, body: { pix: [pix] } }, 'callback');
}

/** Queues a call-back about a recurrence or a recurring charge, as `announce` does. */
export function announceEvent(bank: Bank, events: EventWebhook['events'], record: Json): void {
  if (bank.state.eventWebhooks.get(events) === undefined) return;
  const { operation, list } = EVENTS[events];
  queue(bank, { key: events, events, body: { [list]: [record] } }, operation);
}

interface Event {
  readonly key: string;
  readonly events?: EventWebhook['events'];
  readonly body: Json;
}

function queue(bank: Bank, { body, ...address }: Event, operation: Operation): void {
  const faults = bank.faults.take(operation, CALLBACK_FAULT_KINDS);
  const kinds = faults.map(({ kind }) => kind);
  const overtaken = faults.find(({ kind }) => kind === 'callback_overtaken');
  const late = overtaken ?? faults.find(({ kind }) => kind === 'callback_late');
  const createdAt = now(bank);
  const callback: Omit<Callback, 'id'> = {
    ...address,
    body: JSON.stringify(body),
    status: kinds.includes('callback_lost') ? 'lost' : 'waiting',
    createdAt,
    nextAttemptAt: late === undefined ? createdAt : createdAt + (late.delayMs ?? LATE_MS),
    attempts: 0,
    ...(overtaken === undefined ? {} : { isHeld: true }),
  };
  const copies = kinds.includes('callback_doubled') ? 2 : 1;
  for (let copy = 0; copy < copies; copy += 1) {
    const id = createIdentifier();
    bank.state.callbacks.put({ ...callback, id });
    if (callback.status === 'waiting') bank.agenda.callbacks.add(id);
  }
}
