import type { Book } from '#src/ledger/chart-of-accounts.ts';
import type { Queryable } from '#src/platform/database.ts';

// The newest of those in trouble are looked at, by their own index, each with its last attempt.
const COUNT = {
  name: 'webhook_count_trouble',
  text: `select
      (select count(*) from (
        select from webhook_deliveries
        where status = 'pending' and attempt_count > 0 and merchant_id = $1 and environment = $2
        limit $5
      ) waiting) as retrying,
      (select count(*) from (
        select d.merchant_id, d.environment, d.event_id, d.id, d.attempt_count
        from webhook_deliveries d
        where d.status = 'failed' and d.merchant_id = $1 and d.environment = $2
          and d.event_id >= $3
        order by d.event_id desc limit $5
      ) given_up
      cross join lateral (
        select from webhook_attempts a where a.merchant_id = given_up.merchant_id
          and a.environment = given_up.environment and a.event_id = given_up.event_id
          and a.delivery_id = given_up.id and a.attempt = given_up.attempt_count
          and a.started_at >= $4
        offset 0
      ) last_attempt) as failed`,
};

/** How many deliveries are being tried again, and how many were given up since an instant. */
export async function countTrouble(
  database: Queryable,
  { merchantId, environment }: Book,
  { fromEventId, since, countMax }: { fromEventId: string; since: Date; countMax: number },
): Promise<{ retrying: number; failed: number }> {
  const values = [merchantId, environment, fromEventId, since, countMax];
  const [row] = await database.query<{ retrying: bigint; failed: bigint }>(COUNT, values);
  return { retrying: Number(row?.retrying ?? 0n), failed: Number(row?.failed ?? 0n) };
}
