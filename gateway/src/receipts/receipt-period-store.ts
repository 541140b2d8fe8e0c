import type { Queryable } from '#src/platform/database.ts';

const READ = {
  name: 'receipt_period_read',
  text: 'select complete_until from receipt_periods where bank = $1',
};
const KEEP = {
  name: 'receipt_period_keep',
  text: `insert into receipt_periods (bank, complete_until) values ($1, $2)
    on conflict (bank) do update set
      complete_until = greatest(receipt_periods.complete_until, excluded.complete_until)`,
};

/** Up to when everything that a bank received is booked; undefined before the first time. */
export async function readCompleteUntil(
  database: Queryable,
  bank: string,
): Promise<number | undefined> {
  const [row] = await database.query<{ complete_until: number }>(READ, [bank]);
  return row?.complete_until;
}

export async function keepCompleteUntil(
  database: Queryable,
  bank: string,
  until: Date,
): Promise<void> {
  await database.query(KEEP, [bank, until]);
}
