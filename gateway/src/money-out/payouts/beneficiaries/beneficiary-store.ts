import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { centavosOrNull } from '#src/ground/money/centavos.ts';
import type { PixKeyType } from '#src/ground/pix/pix-key.ts';
import { type Destination, nameOfDestination } from '../limits/payout-limit-store.ts';
import {
  type BeneficiaryLimits,
  SAVED_BENEFICIARIES_MAX,
  type SavedBeneficiary,
} from './saved-beneficiary.ts';

interface BeneficiaryRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly name: string;
  readonly document: string;
  readonly pix_key: string;
  readonly pix_key_type: PixKeyType;
  readonly per_payout_centavos: bigint | null;
  readonly per_day_centavos: bigint | null;
  readonly created_at: number;
}

const COLUMNS = `b.merchant_id, b.environment, b.id, b.name, b.document, b.pix_key, b.pix_key_type,
  b.per_payout_centavos, b.per_day_centavos, b.created_at`;
const SELECT_SAVED = {
  name: 'payout_beneficiaries_of_destinations',
  text: `select ${COLUMNS}
    from json_to_recordset($1) as key (merchant_id uuid, environment text, pix_key text)
    join payout_beneficiaries b on b.saved_key = key.pix_key
      and b.merchant_id = key.merchant_id and b.environment = key.environment`,
};
const LIST = {
  name: 'payout_beneficiaries_list',
  text: `select ${COLUMNS} from payout_beneficiaries b
    where merchant_id = $1 and environment = $2 and removed_at is null
    order by id desc limit ${SAVED_BENEFICIARIES_MAX}`,
};
const SELECT_ONE = {
  name: 'payout_beneficiary_select',
  text: `select ${COLUMNS} from payout_beneficiaries b
    where merchant_id = $1 and environment = $2 and id = $3 and removed_at is null`,
};
const INSERT = {
  name: 'payout_beneficiary_insert',
  text: `insert into payout_beneficiaries (merchant_id, environment, id, name, document, pix_key,
      pix_key_type, per_payout_centavos, per_day_centavos, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};
const CHANGE = {
  name: 'payout_beneficiary_change',
  text: `update payout_beneficiaries
    set name = $4, per_payout_centavos = $5, per_day_centavos = $6
    where merchant_id = $1 and environment = $2 and id = $3 and removed_at is null`,
};
const REMOVE = {
  name: 'payout_beneficiary_remove',
  text: `update payout_beneficiaries set removed_at = $4
    where merchant_id = $1 and environment = $2 and id = $3 and removed_at is null`,
};

/** The saved beneficiaries of destinations, by `nameOfDestination`; unsaved keys are missing. */
export async function selectSavedDestinations(
  database: Queryable,
  destinations: readonly Destination[],
): Promise<ReadonlyMap<string, SavedBeneficiary>> {
  if (destinations.length === 0) return new Map();
  const unique = new Map(
    destinations.map(({ merchantId, environment, pixKey }) => [
      nameOfDestination({ merchantId, environment, pixKey }),
      { merchant_id: merchantId, environment, pix_key: pixKey },
    ]),
  );
  const values = [JSON.stringify([...unique.values()])];
  const rows = await database.query<BeneficiaryRow>(SELECT_SAVED, values);
  return new Map(
    rows.map(beneficiaryOf).map((beneficiary) => [nameOfDestination(beneficiary), beneficiary]),
  );
}

/** The saved beneficiaries of a scope, newest first. */
export async function selectBeneficiaries(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<SavedBeneficiary[]> {
  const rows = await database.query<BeneficiaryRow>(LIST, [merchantId, environment]);
  return rows.map(beneficiaryOf);
}

/** Selects a saved beneficiary; undefined for a removed or unknown one. */
export async function selectBeneficiary(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  id: string,
): Promise<SavedBeneficiary | undefined> {
  const [row] = await database.query<BeneficiaryRow>(SELECT_ONE, [merchantId, environment, id]);
  return row && beneficiaryOf(row);
}

/** Sends the insert of a beneficiary. */
export function insertBeneficiary(tx: Transaction, beneficiary: SavedBeneficiary): void {
  const { merchantId, environment, id, name, document, pixKey, pixKeyType, limits } = beneficiary;
  tx.send(INSERT, [
    merchantId,
    environment,
    id,
    name,
    document,
    pixKey,
    pixKeyType,
    limits.perPayout,
    limits.perDay,
    new Date(beneficiary.createdAt),
  ]);
}

/** Sends the change of a beneficiary's name and limits. */
export function updateBeneficiary(
  tx: Transaction,
  { merchantId, environment, id }: SavedBeneficiary,
  { name, limits }: { readonly name: string; readonly limits: BeneficiaryLimits },
): void {
  tx.send(CHANGE, [merchantId, environment, id, name, limits.perPayout, limits.perDay]);
}

/** Sends the removal of a beneficiary. */
export function removeBeneficiaryRow(
  tx: Transaction,
  { merchantId, environment, id }: SavedBeneficiary,
  at: Date,
): void {
  tx.send(REMOVE, [merchantId, environment, id, at]);
}

function beneficiaryOf(row: BeneficiaryRow): SavedBeneficiary {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    name: row.name,
    document: row.document,
    pixKey: row.pix_key,
    pixKeyType: row.pix_key_type,
    limits: {
      perPayout: centavosOrNull(row.per_payout_centavos),
      perDay: centavosOrNull(row.per_day_centavos),
    },
    createdAt: row.created_at,
  };
}
