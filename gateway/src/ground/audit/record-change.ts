import type { Actor } from '../access/actor.ts';
import type { Transaction } from '../database/database.ts';
import { recordedAt } from '../database/test-time.ts';
import { createId } from '../ids.ts';
import { insertChange } from './audit-store.ts';
import type { Change } from './change.ts';

/**
 * Records a change in the audit log, in the transaction of the change. `at` is in ms. Changes by
 * visitors of the public sandbox are not recorded: the log is kept for ever, so they would fill it.
 */
export function recordChange(tx: Transaction, by: Actor, change: Change, at: number): void {
  if (by.isVisitor) return;
  const instant = recordedAt(tx, at);
  insertChange(tx, {
    id: createId(instant),
    merchantId: change.merchantId,
    actorKind: by.kind,
    actorId: by.id,
    actorName: by.name,
    actorAddress: by.address,
    action: change.action,
    subject: change.subject,
    details: change.details ?? null,
    createdAt: instant,
  });
}
