import type { Queryable } from '#src/ground/database/database.ts';
import { firstIdAt } from '#src/ground/ids.ts';

const FIRST_CHANGE = {
  name: 'fee_history_first_change',
  text: `select details from audit_log
    where merchant_id = $1 and id >= $2 and action = 'merchant.fee_changed'
    order by id limit 1`,
};

/** The details of the first change of a merchant's fees from an instant on; undefined for none. */
export async function selectFirstFeeChange(
  database: Queryable,
  merchantId: string,
  from: number,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const values = [merchantId, firstIdAt(from)];
  const [row] = await database.query<{ details: Record<string, unknown> | null }>(
    FIRST_CHANGE,
    values,
  );
  return row?.details ?? undefined;
}
