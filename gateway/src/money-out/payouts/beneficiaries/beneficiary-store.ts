import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  many,
  maybeOne,
  paramsOf,
  rowsOf,
  send,
  shaped,
  sql,
  valuesOf,
} from '#src/ground/database/sql.ts';
import type { PixKeyType } from '#src/ground/pix/pix-key.ts';
import { type Destination, nameOfDestination } from '../limits/payout-limit-store.ts';
import { SAVED_BENEFICIARIES_MAX, type SavedBeneficiary } from './saved-beneficiary.ts';

const ROW = {
  ...f.SCOPE,
  id: f.uuid,
  name: f.text,
  document: f.text,
  pixKey: f.text,
  pixKeyType: f.textOf<PixKeyType>(),
  perPayout: f.inColumn('per_payout_centavos', f.orNull(f.centavos)),
  perDay: f.inColumn('per_day_centavos', f.orNull(f.centavos)),
  createdAt: f.instant,
};
const BENEFICIARY = shaped(
  ROW,
  ({ perPayout, perDay, ...row }): SavedBeneficiary => ({ ...row, limits: { perPayout, perDay } }),
);
const $ = paramsOf({ ...ROW, at: f.instant });
const COLUMNS = f.columnsOf(ROW, 'b');
const IS_SAVED = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id = ${$.id} and removed_at is null`;

const selectOfDestinations = many(
  'payout_beneficiaries_of_destinations',
  BENEFICIARY,
  sql`select ${COLUMNS}
    from ${rowsOf('destinations', 'key', { ...f.SCOPE, pixKey: f.text })}
    join payout_beneficiaries b on b.saved_key = key.pix_key
      and b.merchant_id = key.merchant_id and b.environment = key.environment`,
);

/** The saved beneficiaries of a scope, newest first. */
export const selectBeneficiaries = many(
  'payout_beneficiaries_list',
  BENEFICIARY,
  sql`select ${COLUMNS} from payout_beneficiaries b
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and removed_at is null
    order by id desc limit ${String(SAVED_BENEFICIARIES_MAX)}`,
);

/** A saved beneficiary; undefined for a removed or unknown one. */
export const selectBeneficiary = maybeOne(
  'payout_beneficiary_select',
  BENEFICIARY,
  sql`select ${COLUMNS} from payout_beneficiaries b
    where ${IS_SAVED}`,
);

/** Sends the insert of a beneficiary. */
export const insertBeneficiary = send(
  'payout_beneficiary_insert',
  sql`insert into payout_beneficiaries (merchant_id, environment, id, name, document, pix_key,
      pix_key_type, per_payout_centavos, per_day_centavos, created_at)
    values (${valuesOf(ROW)})`,
);

/** Sends the change of a beneficiary's name and limits. */
export const updateBeneficiary = send(
  'payout_beneficiary_change',
  sql`update payout_beneficiaries
    set name = ${$.name}, per_payout_centavos = ${$.perPayout}, per_day_centavos = ${$.perDay}
    where ${IS_SAVED}`,
);

/** Sends the removal of a beneficiary. */
export const removeBeneficiaryRow = send(
  'payout_beneficiary_remove',
  sql`update payout_beneficiaries set removed_at = ${$.at}
    where ${IS_SAVED}`,
);

/** The saved beneficiaries of destinations, by `nameOfDestination`; unsaved keys are missing. */
export async function selectSavedDestinations(
  database: Queryable,
  wanted: readonly Destination[],
): Promise<ReadonlyMap<string, SavedBeneficiary>> {
  if (wanted.length === 0) return new Map();
  const unique = new Map(
    wanted.map((destination) => [nameOfDestination(destination), destination]),
  );
  const saved = await selectOfDestinations(database, { destinations: [...unique.values()] });
  return new Map(saved.map((beneficiary) => [nameOfDestination(beneficiary), beneficiary]));
}
