import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';

const COUNT = {
  name: 'payouts_count_failed',
  text: `select count(*) as count from (
      select from payouts
      where status = 'failed' and merchant_id = $1 and environment = $2 and id >= $3
      limit $4
    ) failed`,
};

/** Counts failed payouts from an id on, at most `countMax`. */
export async function countFailed(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { fromId, countMax }: { fromId: string; countMax: number },
): Promise<number> {
  const values = [merchantId, environment, fromId, countMax];
  const [row] = await database.query<{ count: bigint }>(COUNT, values);
  return Number(row?.count ?? 0n);
}
