import { type BucketId, HOME_BUCKET } from './bucket-id.ts';
import type { Queryable, Transaction } from './database-types.ts';

/**
 * Tables whose rows are inserted without the lock of another row of their merchant in the bucket.
 * Their foreign key to `bucket_merchants` refuses a write for a merchant that is in another bucket;
 * all other writes of a merchant wait for a row of these tables first. With one bucket no merchant
 * can be elsewhere, so the keys are made with the second bucket. Partitioned tables have none: to
 * drop a partition would lock `bucket_merchants`. So the log of requests may lose a minute of a
 * merchant that moves.
 */
export const FENCED_TABLES = [
  'charge_drafts',
  'charges',
  'event_feeds',
  'fee_days',
  'ledger_accounts',
  'merchant_notes',
  'payment_link_holds',
  'payment_links',
  'payment_notice_cursors',
  'payment_page_looks',
  'payout_approval_servers',
  'payout_limits',
  'payouts',
  'product_images',
  'products',
  'refund_days',
  'request_records',
  'search_chunks',
  'test_clock_items',
  'transfers',
  'webhook_alarms',
  'webhook_endpoints',
  'webhook_exams',
] as const;

const TABLES = {
  name: 'bucket_structure_tables',
  text: `select format('create table %I.%I (like ${HOME_BUCKET}.%I including comments'
        ' including compression including constraints including defaults including generated'
        ' including identity including statistics including storage)', $1::text, relname, relname)
      || case relkind when 'p' then ' partition by ' || pg_get_partkeydef(oid) else '' end
      || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') as statement
    from pg_class
    where relnamespace = '${HOME_BUCKET}'::regnamespace and relkind in ('r', 'p')
      and not relispartition
    order by relname`,
};
// Keys are made before the foreign keys that refer to them.
const CONSTRAINTS = {
  name: 'bucket_structure_constraints',
  text: `select format('alter table %I.%I add constraint %I %s', $1::text, c.relname, o.conname,
      replace(pg_get_constraintdef(o.oid), 'REFERENCES ${HOME_BUCKET}.',
        format('REFERENCES %I.', $1::text))) as statement
    from pg_constraint o join pg_class c on c.oid = o.conrelid
    where c.relnamespace = '${HOME_BUCKET}'::regnamespace and not c.relispartition
      and o.contype in ('p', 'u', 'x', 'f') and o.conparentid = 0
    order by o.contype = 'f', c.relname, o.conname`,
};
const INDEXES = {
  name: 'bucket_structure_indexes',
  text: `select regexp_replace(pg_get_indexdef(x.indexrelid), ' ON (ONLY )?${HOME_BUCKET}\\.',
      format(' ON %I.', $1::text)) as statement
    from pg_index x join pg_class c on c.oid = x.indrelid
    where c.relnamespace = '${HOME_BUCKET}'::regnamespace and not c.relispartition
      and not exists (
        select from pg_constraint o where o.conindid = x.indexrelid and o.contype in ('p', 'u', 'x')
      )
    order by 1`,
};
const TRIGGERS = {
  name: 'bucket_structure_triggers',
  text: `select replace(pg_get_triggerdef(t.oid), ' ON ${HOME_BUCKET}.',
      format(' ON %I.', $1::text)) as statement
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = '${HOME_BUCKET}'::regnamespace and not c.relispartition
      and not t.tgisinternal and t.tgparentid = 0
    order by 1`,
};
const UNFENCED = {
  name: 'bucket_structure_unfenced',
  text: `select format('alter table ${HOME_BUCKET}.%I add constraint %I foreign key (merchant_id)'
        ' references ${HOME_BUCKET}.bucket_merchants not valid', name, name || '_bucket_member')
      as statement
    from unnest($1::text[]) as name
    where not exists (
      select from pg_constraint where conname = name || '_bucket_member'
        and connamespace = '${HOME_BUCKET}'::regnamespace
    )`,
};

/** The statements that give the first bucket its foreign keys to `bucket_merchants`. */
export async function statementsOfFence(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ statement: string }>(UNFENCED, [FENCED_TABLES]);
  return rows.map(({ statement }) => statement);
}

/**
 * The statements that make the tables of a new bucket: those of the first bucket, read from the
 * catalogs, so that there is no second description. Partitions are not among them.
 */
export async function statementsOfBucket(
  tx: Transaction,
  bucketId: BucketId,
): Promise<readonly string[]> {
  // With this path the catalogs return names with their schema.
  await tx.script('set local search_path = pg_catalog');
  const statements: string[] = [];
  for (const query of [TABLES, CONSTRAINTS, INDEXES, TRIGGERS]) {
    const rows = await tx.query<{ statement: string }>(query, [bucketId]);
    statements.push(...rows.map(({ statement }) => statement));
  }
  return statements;
}
