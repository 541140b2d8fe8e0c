import type { Actor, ActorKind } from '../access/actor.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import type { AuditAction, AuditEntry, Change, ChangeDetails } from './change.ts';

const INSERT = {
  name: 'audit_insert',
  text: `insert into audit_log (id, merchant_id, actor_kind, actor_id, actor_name, actor_address,
      action, subject, details, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

const SELECT = {
  name: 'audit_select',
  text: `select a.id, m.username, a.actor_kind, a.actor_name, a.actor_address, a.action, a.subject,
      a.details, a.created_at
    from audit_log a left join merchants m on m.merchant_id = a.merchant_id
    where a.id < $1 and a.id >= $2
      and ($3::uuid is null or a.merchant_id = $3)
      and ($4::text is null
        or a.merchant_id = (select merchant_id from merchants where username = $4))
      and ($5::text is null or a.actor_name = $5)
      and ($6::text is null or split_part(a.action, '.', 1) = split_part($6, '.', 1)
        and (a.action = $6 or starts_with(a.action, $6 || '.')))
    order by a.id desc limit $7`,
};

interface AuditRow extends Record<string, unknown> {
  readonly id: string;
  readonly username: string | null;
  readonly actor_kind: ActorKind;
  readonly actor_name: string;
  readonly actor_address: string | null;
  readonly action: AuditAction;
  readonly subject: string;
  readonly details: ChangeDetails | null;
  readonly created_at: number;
}

/** Filters entries of the audit log. An undefined field does not restrict them. */
export interface AuditFilter {
  readonly beforeId: string;
  readonly fromId: string;
  readonly merchantId?: string | undefined;
  readonly username?: string | undefined;
  readonly actorName?: string | undefined;
  /** A whole action such as `webhook.created`, or its noun: `webhook`. */
  readonly action?: string | undefined;
  readonly limit: number;
}

/** Entries of the audit log, newest first. */
export async function selectChanges(
  database: Queryable,
  filter: AuditFilter,
): Promise<AuditEntry[]> {
  const rows = await database.query<AuditRow>(SELECT, [
    filter.beforeId,
    filter.fromId,
    filter.merchantId ?? null,
    filter.username ?? null,
    filter.actorName ?? null,
    filter.action ?? null,
    filter.limit,
  ]);
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    actorKind: row.actor_kind,
    actorName: row.actor_name,
    actorAddress: row.actor_address,
    action: row.action,
    subject: row.subject,
    details: row.details,
    createdAt: row.created_at,
  }));
}

/** Sends the insert of one entry of the audit log. The commit waits for it. */
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
