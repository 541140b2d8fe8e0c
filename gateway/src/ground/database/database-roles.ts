import pg from 'pg';
import type { Database, Queryable } from './database.ts';
import { COORDINATOR } from './statement-place.ts';

/** The names of the schemas of buckets. */
const BUCKETS = '^b[0-9]+$';
// make_partitions takes the same lock, so that no table is made while rights are granted.
const RIGHTS_LOCK = 7_316_002;
const LOCK = { name: 'rights_lock', text: 'select pg_advisory_xact_lock($1)' };
const WHO = {
  name: 'rights_who',
  place: COORDINATOR,
  text: `select current_user as name, tables.relowner is null as is_empty,
      coalesce(pg_has_role(current_user, tables.relowner, 'usage'), false) as is_owner
    from (select) one
    left join pg_class tables on tables.oid = to_regclass('public.schema_migrations')`,
};
// An owner can disable triggers, and a superuser has the rights of every owner.
const CAN_CHANGE_LEDGER = {
  name: 'rights_can_change_ledger',
  text: `select bool_or(pg_has_role(current_user, c.relowner, 'usage')
      or has_table_privilege(c.oid, 'update, delete, truncate, trigger')) as can_change
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relname in ('ledger_entries', 'ledger_postings', 'audit_log')
      and (n.nspname = 'public' or n.nspname ~ '${BUCKETS}')`,
};
const ROLE_EXISTS = { name: 'rights_role', text: 'select from pg_roles where rolname = $1' };

/**
 * The rights of the gateway's role on each table: select and insert on append-only tables, select
 * on tables that only migrations write, and select, insert, update and delete on all others. It may
 * not truncate tables or create triggers. A partition has the rights of its table.
 */
const WANTED = `
  select c.oid, c.oid::regclass as name, n.nspname as schema, c.relispartition as is_partition,
    case
      when root.name in ('ledger_entries', 'ledger_postings', 'audit_log',
        'balance_hold_movements', 'debts', 'debt_repayments',
        'balance_adjustments', 'balance_adjustment_keys', 'incoming_payment_returns')
        then array['select', 'insert']
      -- On a cluster a change of merchants locks the table that they refer to.
      when root.name = 'buckets' and exists (select from pg_extension where extname = 'citus')
        then array['select', 'update']
      when root.name in ('schema_migrations', 'buckets', 'bucket_migrations',
        'partitioned_tables', 'ledger_openings', 'sandbox_checkpoints') then array['select']
      when root.name in ('ledger_accounts', 'balance_holds', 'operator_proposals',
        'incoming_payment_assignments')
        then array['select', 'insert', 'update']
      else array['select', 'insert', 'update', 'delete'] end as rights
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  cross join lateral (
    select relname::text as name from pg_class
    where oid = coalesce(pg_partition_root(c.oid), c.oid)
  ) root
  where (n.nspname in ('public', 'auth') or n.nspname ~ '${BUCKETS}') and c.relkind in ('r', 'p')`;

// Statements name the table, so the rights on a partition are not used. The worker makes partitions
// each day, and the next start gives them their rights.
const MISSING_RIGHTS = {
  name: 'rights_missing',
  text: `select format('%s on %s', kind, name) as missing
    from (${WANTED}) wanted cross join unnest(rights) kind
    where not is_partition and not has_table_privilege(oid, kind) order by 1 limit 5`,
};

// Only different rights are changed: each change makes every session read the definition again.
function rightsScript(role: string): string {
  const name = pg.escapeLiteral(role);
  return `do $rights$
declare
  runtime constant text := ${name};
  one record;
  bucket text;
begin
  for bucket in select nspname from pg_namespace where nspname ~ '${BUCKETS}' loop
    execute format('grant usage on schema %I to %I', bucket, runtime);
  end loop;
  if has_schema_privilege(runtime, 'public', 'create') then
    revoke create on schema public from public;
    execute format('revoke create on schema public from %I', runtime);
  end if;
  execute format('grant usage on schema public, auth to %I', runtime);
  execute format('grant execute on all functions in schema public to %I', runtime);
  execute format('grant usage on all sequences in schema public, auth to %I', runtime);
  for one in
    select wanted.*, kind, kind = any(rights) as is_wanted from (${WANTED}) wanted
    cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger',
      'references']) as kind
    where has_table_privilege(runtime, oid, kind) <> (kind = any(rights))
  loop
    execute format(case when one.is_wanted then 'grant %s on %s to %I'
      else 'revoke %s on %s from %I' end, one.kind, one.name, runtime);
  end loop;
end
$rights$`;
}

export interface WorkingRole {
  readonly name: string;
  /** The role owns the tables, so it has all rights and can't lose any. */
  readonly isOwner: boolean;
  /** The database has no tables of the gateway yet. */
  readonly isEmpty: boolean;
}

/** The role of this connection. Throws when the database returns none. */
export async function workingRole(database: Queryable): Promise<WorkingRole> {
  const [row] = await database.query<{ name: string; is_owner: boolean; is_empty: boolean }>(
    WHO,
    [],
  );
  if (!row) throw new Error('the database returned no facts about its role');
  return { name: row.name, isOwner: row.is_owner, isEmpty: row.is_empty };
}

/**
 * Grants the gateway's role its rights, as the owner, after the migrations. Several processes that
 * start at once do it one after the other. Throws errors of the database.
 */
export async function grantRuntimeRights(owner: Database, role: string): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.query(LOCK, [RIGHTS_LOCK]);
    if ((await tx.query(ROLE_EXISTS, [role])).length === 0) {
      throw new Error(`the role ${role} doesn't exist`);
    }
    await tx.script(rightsScript(role));
  });
}

/** Whether this connection's role could change entries of the ledger or of the audit log. */
export async function canChangeLedger(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ can_change: boolean }>(CAN_CHANGE_LEDGER, []);
  return row?.can_change ?? true;
}

/** Up to five rights that this connection's role lacks to work: `insert on b0.charges`. */
export async function findMissingRights(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ missing: string }>(MISSING_RIGHTS, []);
  return rows.map(({ missing }) => missing);
}
