import type { Period } from '#src/bank/live-bank.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { PartCounts } from './discrepancy.ts';

const SELECT = {
  name: 'reconciliation_part_select',
  text: `select received_count, payout_count, refund_count from reconciliation_parts
    where bank = $1 and day = $2::date and from_at = $3 and to_at = $4 and made_at >= $5`,
};
const UPSERT = {
  name: 'reconciliation_part_upsert',
  text: `insert into reconciliation_parts (bank, day, from_at, to_at, made_at, received_count,
      payout_count, refund_count)
    values ($1, $2::date, $3, $4, $5, $6, $7, $8)
    on conflict (bank, day, from_at) do update set to_at = excluded.to_at,
      made_at = excluded.made_at, received_count = excluded.received_count,
      payout_count = excluded.payout_count, refund_count = excluded.refund_count`,
};
const DELETE = {
  name: 'reconciliation_parts_delete',
  text: 'delete from reconciliation_parts where bank = $1 and day = $2::date',
};

/** One part of the comparison of a day. */
export interface PartKey {
  readonly bank: string;
  readonly day: string;
  readonly part: Period;
}

interface CountsRow extends Record<string, unknown> {
  readonly received_count: bigint;
  readonly payout_count: bigint;
  readonly refund_count: bigint;
}

/** How much was compared in a part that was made since an instant; undefined for none. */
export async function selectPart(
  database: Queryable,
  { bank, day, part }: PartKey,
  madeSince: Date,
): Promise<PartCounts | undefined> {
  const values = [bank, day, new Date(part.from), new Date(part.to), madeSince];
  const [row] = await database.query<CountsRow>(SELECT, values);
  return (
    row && {
      receivedCount: Number(row.received_count),
      payoutCount: Number(row.payout_count),
      refundCount: Number(row.refund_count),
    }
  );
}

export async function upsertPart(
  database: Queryable,
  { bank, day, part }: PartKey,
  { receivedCount, payoutCount, refundCount }: PartCounts,
  madeAt: Date,
): Promise<void> {
  const counts = [receivedCount, payoutCount, refundCount].map(BigInt);
  const values = [bank, day, new Date(part.from), new Date(part.to), madeAt, ...counts];
  await database.query(UPSERT, values);
}

export async function deleteParts(database: Queryable, bank: string, day: string): Promise<void> {
  await database.query(DELETE, [bank, day]);
}
