import { type BucketId, HOME_BUCKET } from './bucket-id.ts';
import type { Database, Queryable, Transaction } from './database-types.ts';
import { readBuckets } from './migrate-buckets.ts';

/**
 * Tables whose rows are inserted without the lock of another row of their merchant in the bucket.
 * Their foreign key to `bucket_merchants` refuses a write for a merchant that is in another bucket;
 * all other writes of a merchant wait for a row of these tables first. With one bucket no merchant
 * can be elsewhere, so the keys are made with the second bucket, and those of newer tables by the
 * start that brings the table. Partitioned tables have none: to drop a partition would lock
 * `bucket_merchants`. So the log of requests may lose a minute of a merchant that moves.
 */
export const FENCED_TABLES = [
  'api_pix_locations',
  'api_pix_lots',
  'api_pix_returns',
  'charge_batches',
  'charge_drafts',
  'charges',
  'closing_settings',
  'customer_cursors',
  'customer_notes',
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
  'subscription_locations',
  'subscriptions',
  'test_clock_items',
  'transfers',
  'webhook_alarms',
  'webhook_endpoints',
  'webhook_exams',
] as const;

/** Advisory lock of transactions that make a bucket or its fences. */
const BUCKETS_LOCK = 7_316_003;
const LOCK = { name: 'buckets_lock', text: 'select pg_advisory_xact_lock($1)' };
const UNFENCED = {
  name: 'bucket_unfenced',
  text: `select name from unnest($2::text[]) as name
    where not exists (
      select from pg_constraint where conname = name || '_bucket_member'
        and connamespace = $1::regnamespace
    )`,
};
const COMPLETE_MEMBERS = {
  name: 'bucket_complete_members',
  text: `insert into ${HOME_BUCKET}.bucket_merchants (merchant_id)
    select merchant_id from public.merchants where bucket_id = '${HOME_BUCKET}'
    on conflict do nothing`,
};

/** Waits until no other transaction makes a bucket or its fences. */
export async function lockBuckets(tx: Transaction): Promise<void> {
  await tx.query(LOCK, [BUCKETS_LOCK]);
}

/** Gives the first bucket its fences, before the second one is made. */
export async function fenceHome(tx: Transaction): Promise<void> {
  await tx.query(COMPLETE_MEMBERS, []);
  await addFences(tx, HOME_BUCKET);
}

/**
 * Gives a bucket those of its foreign keys to `bucket_merchants` that it lacks. They are not
 * validated, so rows that exist are not read.
 */
export async function addFences(
  tx: Transaction,
  bucketId: BucketId,
  tables: readonly string[] = FENCED_TABLES,
): Promise<void> {
  for (const table of await unfenced(tx, bucketId, tables)) {
    await tx.script(`alter table ${bucketId}.${table} add constraint ${table}_bucket_member
      foreign key (merchant_id) references ${bucketId}.bucket_merchants not valid`);
  }
}

/**
 * Gives the buckets of an installation with several the fences of tables that are newer than the
 * buckets, each in its own transaction, which locks one table and `bucket_merchants`.
 * @param run repeats a transaction while its tables are in use.
 */
export async function completeFences(
  owner: Database,
  run: (work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const bucketIds = await readBuckets(owner);
  if (bucketIds.length < 2) return;
  for (const bucketId of bucketIds) {
    for (const table of await unfenced(owner, bucketId, FENCED_TABLES)) {
      await run(() =>
        owner.transaction(async (tx) => {
          await lockBuckets(tx);
          await addFences(tx, bucketId, [table]);
        }),
      );
    }
  }
}

/** Which tables of a bucket lack their fence. */
async function unfenced(
  database: Queryable,
  bucketId: BucketId,
  tables: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>(UNFENCED, [bucketId, tables]);
  return rows.map(({ name }) => name);
}
