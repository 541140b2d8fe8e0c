import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, param, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';

const KEY = { ...f.SCOPE, startsOn: f.day, pixKey: f.text };
const SUBTRACTION = { ...KEY, amount: f.inColumn('amount_centavos', f.bigint) };
const ADDITION = { ...SUBTRACTION, limit: f.inColumn('limit_centavos', f.orNull(f.bigint)) };

/** The total of one Pix key in one day of Brasília. */
export type BeneficiaryTotalKey = f.RecordOf<typeof KEY>;
/**
 * An amount in centavos to add to a total, or to subtract from it, and the limit that an addition
 * is counted against; null is none.
 */
export type BeneficiaryTotalChange = f.RecordOf<typeof ADDITION>;

const SAME_KEY = `(t.merchant_id, t.environment, t.starts_on, t.pix_key)
  = (row.merchant_id, row.environment, row.starts_on, row.pix_key)`;

const selectRequested = many(
  'payout_beneficiary_totals_select',
  { ...KEY, requested: f.inColumn('requested_centavos', f.bigint) },
  sql`select t.merchant_id, t.environment, t.starts_on::text, t.pix_key, t.requested_centavos
    from ${rowsOf('keys', 'row', KEY)} join payout_beneficiary_totals t on ${SAME_KEY}`,
);
const add = send(
  'payout_beneficiary_totals_add',
  sql`insert into payout_beneficiary_totals as t
      (merchant_id, environment, starts_on, pix_key, requested_centavos, limit_centavos)
    select merchant_id, environment, starts_on, pix_key, amount_centavos, limit_centavos
    from ${rowsOf('changes', 'row', ADDITION)}
    on conflict (merchant_id, environment, starts_on, pix_key) do update set
      requested_centavos = t.requested_centavos + excluded.requested_centavos,
      limit_centavos = excluded.limit_centavos`,
);
const subtract = send(
  'payout_beneficiary_totals_subtract',
  sql`update payout_beneficiary_totals t
    set requested_centavos = t.requested_centavos - row.amount_centavos
    from ${rowsOf('changes', 'row', SUBTRACTION)} where ${SAME_KEY}`,
);

/** Deletes the oldest totals of days before a day; returns how many. */
export const deleteBeneficiaryTotals = countRows(
  'payout_beneficiary_totals_delete',
  sql`delete from payout_beneficiary_totals
    where (merchant_id, environment, starts_on, pix_key) in (
      select merchant_id, environment, starts_on, pix_key from payout_beneficiary_totals
      where starts_on < ${param('beforeDay', f.day)} order by starts_on
      limit ${param('limit', f.count)}
    ) returning starts_on`,
  HERE,
);

/** The name of a total in maps. */
export function nameOfBeneficiaryTotal(key: BeneficiaryTotalKey): string {
  return `${key.merchantId} ${key.environment} ${key.startsOn} ${key.pixKey}`;
}

/** Selects requested sums in centavos by `nameOfBeneficiaryTotal`; zeros may be missing. */
export async function selectBeneficiaryTotals(
  database: Queryable,
  keys: readonly BeneficiaryTotalKey[],
): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map();
  const unique = new Map(keys.map((key) => [nameOfBeneficiaryTotal(key), key]));
  const totals = await selectRequested(database, { keys: [...unique.values()] });
  return new Map(totals.map((total) => [nameOfBeneficiaryTotal(total), total.requested]));
}

/** Sends additions. Each total at most once. */
export function addToBeneficiaryTotals(
  tx: Transaction,
  changes: readonly BeneficiaryTotalChange[],
): void {
  if (changes.length > 0) add(tx, { changes });
}

/** Sends subtractions. Each total at most once. */
export function subtractFromBeneficiaryTotals(
  tx: Transaction,
  changes: readonly BeneficiaryTotalChange[],
): void {
  if (changes.length > 0) subtract(tx, { changes });
}
