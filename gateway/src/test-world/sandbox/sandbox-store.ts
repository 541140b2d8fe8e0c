import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HOME } from '#src/ground/database/statement-place.ts';

const CLAIM_DAY = {
  name: 'sandbox_claim_day',
  place: HOME,
  text: `insert into sandbox_resets (day, reset_at) values ($1::date, $2)
    on conflict do nothing returning day`,
};
const HAS_DAY = {
  name: 'sandbox_has_reset',
  place: HOME,
  text: `select exists (select from sandbox_resets where day = $1::date) as is_done,
    exists (select from sandbox_resets) as is_known`,
};

/** Claims the reset of a day (`2026-11-20`). Returns false if it was claimed before. */
export async function claimResetDay(tx: Transaction, day: string, at: Date): Promise<boolean> {
  return (await tx.query(CLAIM_DAY, [day, at])).length === 1;
}

/** Whether the reset of a day was claimed, and whether any reset was ever claimed. */
export async function readResetDay(
  database: Queryable,
  day: string,
): Promise<{ isDone: boolean; isKnown: boolean }> {
  const [row] = await database.query<{ is_done: boolean; is_known: boolean }>(HAS_DAY, [day]);
  return { isDone: row?.is_done ?? false, isKnown: row?.is_known ?? false };
}
