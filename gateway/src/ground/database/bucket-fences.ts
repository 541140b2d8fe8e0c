import type { BucketId } from './bucket-id.ts';
import type { Transaction } from './database-types.ts';

/**
 * Tables whose rows are inserted without the lock of another row of their merchant in the bucket.
 * Their foreign key to `bucket_merchants` refuses a write for a merchant that is in another bucket;
 * all other writes of a merchant wait for a row of these tables first. With one bucket no merchant
 * can be elsewhere, so the keys are made with the second bucket. Partitioned tables have none: to
 * drop a partition would lock `bucket_merchants`. So the log of requests may lose a minute of a
 * merchant that moves.
 */
export const FENCED_TABLES = [
  'api_pix_locations',
  'api_pix_lots',
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

const UNFENCED = {
  name: 'bucket_unfenced',
  text: `select format('alter table %I.%I add constraint %I foreign key (merchant_id)'
        ' references %I.bucket_merchants not valid', $1::text, name, name || '_bucket_member', $1)
      as statement
    from unnest($2::text[]) as name
    where not exists (
      select from pg_constraint where conname = name || '_bucket_member'
        and connamespace = $1::regnamespace
    )`,
};

/** Gives a bucket those of its foreign keys to `bucket_merchants` that it lacks. */
export async function addFences(tx: Transaction, bucketId: BucketId): Promise<void> {
  const rows = await tx.query<{ statement: string }>(UNFENCED, [bucketId, FENCED_TABLES]);
  for (const { statement } of rows) await tx.script(statement);
}
