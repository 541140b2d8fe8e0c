import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { firstIdAt, instantOfId } from '#src/ground/ids.ts';
import { lockEventsOf, writeErasedEvents } from './erase-event-store.ts';
import { readBodies } from './event-bodies.ts';

/**
 * Erases personal data from the events of resources: `erase` gets the data of each event and
 * returns it without a person. Id, kind, sequence and position stay, so feeds and receivers see the
 * same events. The excerpts of the receivers' answers are removed, because an answer may repeat the
 * event.
 */
export async function eraseEvents(
  tx: Transaction,
  scope: LedgerScope,
  resourceIds: readonly string[],
  erase: (data: Readonly<Record<string, unknown>>) => object,
): Promise<void> {
  const oldest = resourceIds.toSorted()[0];
  if (oldest === undefined) return;
  const fromId = firstIdAt(instantOfId(oldest));
  const events = await lockEventsOf(tx, { ...scope, resourceIds, fromId });
  if (events.length === 0) return;
  const bodies = await readBodies(
    tx,
    events.map((event) => ({ ...scope, ...event })),
  );
  const erased = [...bodies].map(([id, body]) => {
    const event = JSON.parse(body) as { readonly data: Readonly<Record<string, unknown>> };
    return { id, body: JSON.stringify({ ...event, data: erase(event.data) }) };
  });
  writeErasedEvents(tx, scope, erased);
}
