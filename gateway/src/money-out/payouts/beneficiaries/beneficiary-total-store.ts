import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';

const KEY = 'merchant_id uuid, environment text, starts_on date, pix_key text';
const SAME_KEY = `(t.merchant_id, t.environment, t.starts_on, t.pix_key)
  = (row.merchant_id, row.environment, row.starts_on, row.pix_key)`;
const SELECT = {
  name: 'payout_beneficiary_totals_select',
  text: `select t.merchant_id, t.environment, t.starts_on::text, t.pix_key, t.requested_centavos
    from json_to_recordset($1) as row (${KEY}) join payout_beneficiary_totals t on ${SAME_KEY}`,
};
const ADD = {
  name: 'payout_beneficiary_totals_add',
  text: `insert into payout_beneficiary_totals as t
      (merchant_id, environment, starts_on, pix_key, requested_centavos, limit_centavos)
    select merchant_id, environment, starts_on, pix_key, amount_centavos, limit_centavos
    from json_to_recordset($1) as row (${KEY}, amount_centavos bigint, limit_centavos bigint)
    on conflict (merchant_id, environment, starts_on, pix_key) do update set
      requested_centavos = t.requested_centavos + excluded.requested_centavos,
      limit_centavos = excluded.limit_centavos`,
};
const SUBTRACT = {
  name: 'payout_beneficiary_totals_subtract',
  text: `update payout_beneficiary_totals t
    set requested_centavos = t.requested_centavos - row.amount_centavos
    from json_to_recordset($1) as row (${KEY}, amount_centavos bigint) where ${SAME_KEY}`,
};
const DELETE = {
  name: 'payout_beneficiary_totals_delete',
  place: HERE,
  text: `delete from payout_beneficiary_totals
    where (merchant_id, environment, starts_on, pix_key) in (
      select merchant_id, environment, starts_on, pix_key from payout_beneficiary_totals
      where starts_on < $1 order by starts_on limit $2
    ) returning starts_on`,
};

/** The total of one Pix key in one day of Brasília. */
export interface BeneficiaryTotalKey extends LedgerScope {
  readonly startsOn: string;
  readonly pixKey: string;
}

/** An amount in centavos to add to a total, or to subtract from it. */
export interface BeneficiaryTotalChange extends BeneficiaryTotalKey {
  readonly amount: bigint;
  /** The limit that an addition is counted against; null is none. */
  readonly limit: bigint | null;
}

/** The name of a total in maps. */
export function nameOfBeneficiaryTotal(key: BeneficiaryTotalKey): string {
  return `${key.merchantId} ${key.environment} ${key.startsOn} ${key.pixKey}`;
}

interface TotalRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly starts_on: string;
  readonly pix_key: string;
  readonly requested_centavos: bigint;
}

/** Selects requested sums in centavos by `nameOfBeneficiaryTotal`; zeros may be missing. */
export async function selectBeneficiaryTotals(
  database: Queryable,
  keys: readonly BeneficiaryTotalKey[],
): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map();
  const unique = new Map(keys.map((key) => [nameOfBeneficiaryTotal(key), keyRow(key)]));
  const rows = await database.query<TotalRow>(SELECT, [JSON.stringify([...unique.values()])]);
  return new Map(
    rows.map((row) => [
      nameOfBeneficiaryTotal({
        merchantId: row.merchant_id,
        environment: row.environment,
        startsOn: row.starts_on,
        pixKey: row.pix_key,
      }),
      row.requested_centavos,
    ]),
  );
}

/** Sends additions. Each total at most once. */
export function addToBeneficiaryTotals(
  tx: Transaction,
  changes: readonly BeneficiaryTotalChange[],
): void {
  send(tx, ADD, changes);
}

/** Sends subtractions. Each total at most once. */
export function subtractFromBeneficiaryTotals(
  tx: Transaction,
  changes: readonly BeneficiaryTotalChange[],
): void {
  send(tx, SUBTRACT, changes);
}

/** Deletes the oldest totals of days before a day; returns how many. */
export async function deleteBeneficiaryTotals(
  database: Queryable,
  beforeDay: string,
  limit: number,
): Promise<number> {
  return (await database.query(DELETE, [beforeDay, limit])).length;
}

function send(
  tx: Transaction,
  statement: typeof ADD,
  changes: readonly BeneficiaryTotalChange[],
): void {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({
    ...keyRow(change),
    amount_centavos: change.amount.toString(),
    limit_centavos: change.limit?.toString() ?? null,
  }));
  tx.send(statement, [JSON.stringify(rows)]);
}

function keyRow({ merchantId, environment, startsOn, pixKey }: BeneficiaryTotalKey) {
  return { merchant_id: merchantId, environment, starts_on: startsOn, pix_key: pixKey };
}
