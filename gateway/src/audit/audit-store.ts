import type { Transaction } from '#src/platform/database.ts';
import type { Actor } from './actor.ts';
import type { Change } from './record-change.ts';

const INSERT = {
  name: 'audit_insert',
  text: `insert into audit_log (id, merchant_id, actor_kind, actor_id, actor_name, actor_address,
      action, subject, details, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

/** Sends one line of the audit log; the commit waits for it. */
export function insertChange(
  tx: Transaction,
  entry: { id: string; actor: Actor; change: Change; at: number },
): void {
  const { id, actor, change, at } = entry;
  tx.send(INSERT, [
    id,
    change.merchantId,
    actor.kind,
    actor.id,
    actor.name,
    actor.address,
    change.action,
    change.subject,
    change.details === undefined ? null : JSON.stringify(change.details),
    new Date(at),
  ]);
}
