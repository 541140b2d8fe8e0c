import { createIdentifier } from '../identifiers.ts';
import type { Callback } from '../state/records.ts';
import { type Bank, now } from './bank.ts';
import { CALLBACK_FAULT_KINDS } from './faults.ts';
import type { Json } from './represent.ts';

const LATE_MS = 2000;

/**
 * Queues a call-back when the key has a webhook: `{"pix": [...]}`, the event as it is now. Call it
 * in the transaction that changes the event's record.
 */
export function announce(bank: Bank, key: string, pix: Json): void {
  const webhook = bank.state.webhooks.get(key);
  if (webhook === undefined) return;
  const faults = bank.faults.take('callback', CALLBACK_FAULT_KINDS);
  const kinds = faults.map(({ kind }) => kind);
  const overtaken = faults.find(({ kind }) => kind === 'callback_overtaken');
  const late = overtaken ?? faults.find(({ kind }) => kind === 'callback_late');
  const createdAt = now(bank);
  const callback: Omit<Callback, 'id'> = {
    key,
    body: JSON.stringify({ pix: [pix] }),
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
