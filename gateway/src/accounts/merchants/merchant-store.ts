import type { Merchant } from '#src/ground/access/merchant.ts';
import { addToBucket, chooseBucket } from '#src/ground/database/bucket-members.ts';
import { HOME_BUCKET } from '#src/ground/database/buckets.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { basisPoints } from '#src/ground/money/basis-points.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { FeePlan, MerchantStatus } from './merchant.ts';

export interface MerchantRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly username: string;
  readonly name: string;
  readonly document: string;
  readonly city: string;
  readonly status: MerchantStatus;
  readonly is_sandbox: boolean;
  readonly fee_basis_points: bigint;
  readonly fee_fixed_centavos: bigint;
  readonly payout_fee_centavos: bigint;
  readonly moves_to: string | null;
}

/** The columns of `merchantFromRow` and the bucket, for the statement that each request runs. */
export const MERCHANT_COLUMNS = `m.merchant_id, m.username, m.name, m.document, m.city, m.status,
      m.is_sandbox, m.fee_basis_points, m.fee_fixed_centavos, m.payout_fee_centavos, m.moves_to,
      m.bucket_id`;

const INSERT = {
  name: 'merchant_insert',
  text: `insert into merchants (merchant_id, username, name, document, status, is_sandbox,
      fee_basis_points, fee_fixed_centavos, payout_fee_centavos, created_at, bucket_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict do nothing returning *`,
};
const SELECT_BY_USERNAMES = {
  name: 'merchants_by_username',
  text: 'select * from merchants where username = any($1)',
};
const SELECT_BY_ID = {
  name: 'merchant_by_id',
  text: 'select * from merchants where merchant_id = $1',
};
const SELECT_BY_IDS = {
  name: 'merchants_by_id',
  text: 'select * from merchants where merchant_id = any($1)',
};
const SELECT_SANDBOX = {
  name: 'merchant_sandbox',
  text: 'select * from merchants where is_sandbox',
};
const UPDATE_STATUS = {
  name: 'merchant_update_status',
  text: `update merchants set
      status = case status when 'suspended' then coalesce(status_before, $2) else $2 end,
      status_before = case $2 when 'suspended' then status end,
      suspended_at = case $2 when 'suspended' then $4::timestamptz end,
      suspension_reason = case $2 when 'suspended' then $5 end
    where username = $1 and status = any($3) returning *`,
};
const UPDATE_DOCUMENT = {
  name: 'merchant_update_document',
  text: 'update merchants set document = $2 where merchant_id = $1',
};
const UPDATE_FEE = {
  name: 'merchant_update_fee',
  text: `update merchants set fee_basis_points = $2, fee_fixed_centavos = $3,
      payout_fee_centavos = $4
    where username = $1 returning *`,
};
const LOCK = {
  name: 'merchant_lock',
  text: 'select * from merchants where username = $1 for update',
};

/** Inserts a merchant. Undefined if its username is taken, or for a second sandbox. */
export async function insertMerchant(
  tx: Transaction,
  merchant: Merchant,
  createdAt: number,
): Promise<Merchant | undefined> {
  const bucketId = merchant.isSandbox ? HOME_BUCKET : await chooseBucket(tx);
  const [row] = await tx.query<MerchantRow>(INSERT, [
    merchant.merchantId,
    merchant.username,
    merchant.name,
    merchant.document,
    merchant.status,
    merchant.isSandbox,
    merchant.feePlan.feeRate,
    merchant.feePlan.feeFixed,
    merchant.feePlan.payoutFee,
    new Date(createdAt),
    bucketId,
  ]);
  if (!row) return undefined;
  addToBucket(tx, bucketId, row.merchant_id);
  return merchantFromRow(row);
}

/** The merchants with these usernames, in no order. Unknown usernames are omitted. */
export async function selectMerchantsByUsername(
  database: Queryable,
  usernames: readonly string[],
): Promise<Merchant[]> {
  const rows = await database.query<MerchantRow>(SELECT_BY_USERNAMES, [usernames]);
  return rows.map(merchantFromRow);
}

/** The merchant with an id, or undefined. */
export async function selectMerchantById(
  database: Queryable,
  merchantId: string,
): Promise<Merchant | undefined> {
  const [row] = await database.query<MerchantRow>(SELECT_BY_ID, [merchantId]);
  return row && merchantFromRow(row);
}

/** The merchants with these ids, in no order. Unknown ids are omitted. */
export async function selectMerchantsById(
  database: Queryable,
  ids: readonly string[],
): Promise<Merchant[]> {
  const rows = await database.query<MerchantRow>(SELECT_BY_IDS, [ids]);
  return rows.map(merchantFromRow);
}

/** The sandbox account. Undefined before the first start inserted it. */
export async function selectSandboxMerchant(database: Queryable): Promise<Merchant | undefined> {
  const [row] = await database.query<MerchantRow>(SELECT_SANDBOX, []);
  return row && merchantFromRow(row);
}

/** Locks a merchant until the transaction ends. Undefined if the username is unknown. */
export async function lockMerchant(
  tx: Transaction,
  username: string,
): Promise<Merchant | undefined> {
  const [row] = await tx.query<MerchantRow>(LOCK, [username]);
  return row && merchantFromRow(row);
}

/**
 * Changes a merchant's status if it is one of `from`. A suspended merchant gets the status from
 * before its suspension instead of `to`.
 * @returns the merchant; undefined if it has another status or the username is unknown.
 */
export async function updateMerchantStatus(
  tx: Transaction,
  username: string,
  change: {
    readonly from: readonly MerchantStatus[];
    readonly to: MerchantStatus;
    readonly suspension?: { readonly at: number; readonly reason: string | null };
  },
): Promise<Merchant | undefined> {
  const { from, to, suspension } = change;
  const suspendedAt = suspension ? new Date(suspension.at) : null;
  const values = [username, to, from, suspendedAt, suspension?.reason ?? null];
  const [row] = await tx.query<MerchantRow>(UPDATE_STATUS, values);
  return row && merchantFromRow(row);
}

/** Sets a merchant's CPF or CNPJ, after its approval. */
export function updateMerchantDocument(
  tx: Transaction,
  merchantId: string,
  document: string,
): void {
  tx.send(UPDATE_DOCUMENT, [merchantId, document]);
}

/** Sets the fees of charges and payouts created from now on. Undefined for unknown usernames. */
export async function updateMerchantFee(
  tx: Transaction,
  username: string,
  { feeRate, feeFixed, payoutFee }: FeePlan,
): Promise<Merchant | undefined> {
  const [row] = await tx.query<MerchantRow>(UPDATE_FEE, [username, feeRate, feeFixed, payoutFee]);
  return row && merchantFromRow(row);
}

/** The merchant of a row of `merchants`, for the stores of this feature. */
export function merchantFromRow(row: MerchantRow): Merchant {
  return {
    merchantId: row.merchant_id,
    username: row.username,
    name: row.name,
    document: row.document,
    city: row.city,
    status: row.status,
    isSandbox: row.is_sandbox,
    feePlan: {
      feeRate: basisPoints(row.fee_basis_points),
      feeFixed: centavos(row.fee_fixed_centavos),
      payoutFee: centavos(row.payout_fee_centavos),
    },
    ...(row.moves_to !== null && { isMoving: true }),
  };
}
