import type { Queryable } from '#src/platform/database/database.ts';

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

/** A part of a day in which nothing differed, by how much was compared. */
export interface CleanPartRow extends Record<string, unknown> {
  readonly received_count: bigint;
  readonly payout_count: bigint;
  readonly refund_count: bigint;
}

export interface PartPlace {
  readonly bank: string;
  readonly day: string;
  readonly from: Date;
  readonly to: Date;
}

export async function selectPart(
  database: Queryable,
  { bank, day, from, to }: PartPlace,
  madeSince: Date,
): Promise<CleanPartRow | undefined> {
  return (await database.query<CleanPartRow>(SELECT, [bank, day, from, to, madeSince]))[0];
}

export async function upsertPart(
  database: Queryable,
  { bank, day, from, to }: PartPlace,
  part: CleanPartRow & { readonly made_at: Date },
): Promise<void> {
  const { made_at: madeAt, received_count: received, payout_count: payouts } = part;
  const values = [bank, day, from, to, madeAt, received, payouts, part.refund_count];
  await database.query(UPSERT, values);
}

export async function deleteParts(database: Queryable, bank: string, day: string): Promise<void> {
  await database.query(DELETE, [bank, day]);
}
