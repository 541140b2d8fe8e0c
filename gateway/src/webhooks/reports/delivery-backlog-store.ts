import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type HealthBounds, IS_RETRYING, LAST_ATTEMPT_SINCE } from './endpoint-health-store.ts';

// Reads the newest undelivered deliveries by their own index, each with its last attempt.
const COUNT = {
  name: 'webhook_count_backlog',
  text: `select
      (select count(*) from (
        select from webhook_deliveries d
        where ${IS_RETRYING} and d.merchant_id = $4 and d.environment = $5 limit $3
      ) waiting) as retrying,
      (select count(*) from (
        select d.merchant_id, d.environment, d.event_id, d.id, d.attempt_count
        from webhook_deliveries d
        where d.status = 'failed' and d.merchant_id = $4 and d.environment = $5
          and d.event_id >= $2
        order by d.event_id desc limit $3
      ) exhausted
      cross join lateral (${LAST_ATTEMPT_SINCE}) last_attempt) as failed`,
};

/** How many deliveries wait for a retry, and how many were exhausted since an instant. */
export async function countDeliveryBacklog(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { since, fromEventId, countMax }: HealthBounds,
): Promise<{ retrying: number; failed: number }> {
  const values = [since, fromEventId, countMax, merchantId, environment];
  const [row] = await database.query<{ retrying: bigint; failed: bigint }>(COUNT, values);
  return { retrying: Number(row?.retrying ?? 0n), failed: Number(row?.failed ?? 0n) };
}
