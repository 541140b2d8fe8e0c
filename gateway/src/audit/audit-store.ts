import type { Actor } from '#src/access/actor.ts';
import type { Queryable, Transaction } from '#src/platform/database/database.ts';
import type { Change } from './change.ts';

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

export interface AuditRow extends Record<string, unknown> {
  readonly id: string;
  readonly username: string | null;
  readonly actor_kind: Actor['kind'];
  readonly actor_name: string;
  readonly actor_address: string | null;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>> | null;
  readonly created_at: number;
}

/** What of the log is looked for; undefined is everything. */
export interface AuditFilter {
  readonly beforeId: string;
  readonly fromId: string;
  readonly merchantId?: string | undefined;
  readonly username?: string | undefined;
  readonly actorName?: string | undefined;
  /** A whole action, or its noun: `webhook`. */
  readonly action?: string | undefined;
  readonly limit: number;
}

/** Lines of the log, newest first. */
export function selectChanges(database: Queryable, filter: AuditFilter): Promise<AuditRow[]> {
  return database.query<AuditRow>(SELECT, [
    filter.beforeId,
    filter.fromId,
    filter.merchantId ?? null,
    filter.username ?? null,
    filter.actorName ?? null,
    filter.action ?? null,
    filter.limit,
  ]);
}

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
