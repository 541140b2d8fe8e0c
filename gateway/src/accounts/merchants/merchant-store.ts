import type { Merchant } from '#src/ground/access/merchant.ts';
import { addToBucket, chooseBucket } from '#src/ground/database/bucket-members.ts';
import { type BucketId, HOME_BUCKET, isBucketId } from '#src/ground/database/buckets.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { type BasisPoints, basisPoints } from '#src/ground/money/basis-points.ts';
import type { MerchantStatus } from './merchant.ts';

const BASIS_POINTS: f.Field<BasisPoints> = {
  stored: 'bigint',
  isNullable: false,
  read: basisPoints,
};
/** The columns of a merchant. Only the stores of this room read them. */
export const MERCHANT = {
  merchantId: f.uuid,
  username: f.text,
  name: f.text,
  document: f.text,
  city: f.text,
  status: f.textOf<MerchantStatus>(),
  isSandbox: f.bool,
  feeRate: f.inColumn('fee_basis_points', BASIS_POINTS),
  feeFixed: f.inColumn('fee_fixed_centavos', f.centavos),
  payoutFee: f.inColumn('payout_fee_centavos', f.centavos),
  movesTo: f.orNull(f.text),
};
const ROW = shaped(MERCHANT, merchantOf);

/** The columns of the settlement terms, in the table of merchants. */
export const TERMS = {
  delayDays: f.inColumn('settlement_delay_days', f.count),
  inBusinessDays: f.inColumn('settlement_business_days', f.bool),
  reserveBasisPoints: f.count,
  reserveDays: f.count,
};

/** The merchant of a row, without other columns of the row. */
export function merchantOf(row: f.RecordOf<typeof MERCHANT>): Merchant {
  const { merchantId, username, name, document, city, status, isSandbox } = row;
  const { feeRate, feeFixed, payoutFee, movesTo } = row;
  return {
    merchantId,
    username,
    name,
    document,
    city,
    status,
    isSandbox,
    feePlan: { feeRate, feeFixed, payoutFee },
    ...(movesTo !== null && { isMoving: true }),
  };
}

const $ = paramsOf({
  ...MERCHANT,
  ...TERMS,
  createdAt: f.instant,
  bucketId: f.text,
  suspendedAt: f.orNull(f.instant),
  suspensionReason: f.orNull(f.text),
  to: f.text,
});
const IDS = param('merchantIds', f.listOf(f.uuid));

const insert = maybeOne(
  'merchant_insert',
  ROW,
  sql`insert into merchants (merchant_id, username, name, document, status, is_sandbox,
      fee_basis_points, fee_fixed_centavos, payout_fee_centavos, created_at, bucket_id)
    values (${$.merchantId}, ${$.username}, ${$.name}, ${$.document}, ${$.status},
      ${$.isSandbox}, ${$.feeRate}, ${$.feeFixed}, ${$.payoutFee}, ${$.createdAt},
      ${$.bucketId})
    on conflict do nothing returning *`,
);

/** Inserts a merchant. Undefined if its username is taken, or for a second sandbox. */
export async function insertMerchant(
  tx: Transaction,
  merchant: Merchant,
  createdAt: number,
): Promise<Merchant | undefined> {
  const bucketId = merchant.isSandbox ? HOME_BUCKET : await chooseBucket(tx);
  const inserted = await insert(tx, { ...merchant, ...merchant.feePlan, createdAt, bucketId });
  if (inserted) addToBucket(tx, bucketId, inserted.merchantId);
  return inserted;
}

/** The merchants with these usernames, in no order. Unknown usernames are omitted. */
export const selectMerchantsByUsername = many(
  'merchants_by_username',
  ROW,
  sql`select * from merchants where username = any(${param('usernames', f.listOf(f.text))})`,
);

/** The merchant with an id, or undefined. */
export const selectMerchantById = maybeOne(
  'merchant_by_id',
  ROW,
  sql`select * from merchants where merchant_id = ${$.merchantId}`,
);

/** The merchants with these ids, in no order. Unknown ids are omitted. */
export const selectMerchantsById = many(
  'merchants_by_id',
  ROW,
  sql`select * from merchants where merchant_id = any(${IDS})`,
);

/** The names of the merchants with these ids, in no order. */
export const selectNames = many(
  'merchants_select_names',
  { merchantId: f.uuid, username: f.text, name: f.text },
  sql`select merchant_id, username, name from merchants where merchant_id = any(${IDS})`,
);

/** How many merchants but the sandbox have an id from one on and below another. */
export const countOpenedMerchants = one(
  'merchants_count_opened',
  shaped({ count: f.count }, ({ count }) => count),
  sql`select count(*) as count from merchants
    where merchant_id >= ${$.merchantId.as('fromId')}
      and merchant_id < ${$.merchantId.as('beforeId')} and not is_sandbox`,
);

/** The sandbox account. Undefined before the first start inserted it. */
export const selectSandboxMerchant = maybeOne(
  'merchant_sandbox',
  ROW,
  sql`select * from merchants where is_sandbox`,
);

/** Locks a merchant until the transaction ends. Undefined if the username is unknown. */
export const lockMerchant = maybeOne(
  'merchant_lock',
  ROW,
  sql`select * from merchants where username = ${$.username} for update`,
);

const TO = $.status.as('to');
const updateStatus = maybeOne(
  'merchant_update_status',
  ROW,
  sql`update merchants set
      status = case status when 'suspended' then coalesce(status_before, ${TO}) else ${TO} end,
      status_before = case ${TO} when 'suspended' then status end,
      suspended_at = case ${TO} when 'suspended' then ${$.suspendedAt}::timestamptz end,
      suspension_reason = case ${TO} when 'suspended' then ${$.suspensionReason} end
    where username = ${$.username} and status = any(${param('from', f.listOf(MERCHANT.status))})
    returning *`,
);

/**
 * Changes a merchant's status if it is one of `from`. A suspended merchant gets the status from
 * before its suspension instead of `to`.
 * @returns the merchant; undefined if it has another status or the username is unknown.
 */
export function updateMerchantStatus(
  tx: Transaction,
  username: string,
  change: {
    readonly from: readonly MerchantStatus[];
    readonly to: MerchantStatus;
    readonly suspension?: { readonly at: number; readonly reason: string | null };
  },
): Promise<Merchant | undefined> {
  const { from, to, suspension } = change;
  return updateStatus(tx, {
    username,
    from,
    to,
    suspendedAt: suspension?.at ?? null,
    suspensionReason: suspension?.reason ?? null,
  });
}

/** Sets a merchant's CPF or CNPJ, after its approval. */
export const updateMerchantDocument = send(
  'merchant_update_document',
  sql`update merchants set document = ${$.document} where merchant_id = ${$.merchantId}`,
);

/** Sets the fees of charges and payouts created from now on. Undefined for unknown usernames. */
export const updateMerchantFee = maybeOne(
  'merchant_update_fee',
  ROW,
  sql`update merchants set fee_basis_points = ${$.feeRate}, fee_fixed_centavos = ${$.feeFixed},
      payout_fee_centavos = ${$.payoutFee}
    where username = ${$.username} returning *`,
);

/** The details of the first change of a merchant's fees in an audit log from an id on. */
export const selectFirstFeeChange = maybeOne(
  'fee_history_first_change',
  shaped(
    { details: f.orNull(f.json<Readonly<Record<string, unknown>>>()) },
    ({ details }) => details,
  ),
  sql`select details from audit_log
    where merchant_id = ${$.merchantId} and id >= ${$.merchantId.as('fromId')}
      and action = 'merchant.fee_changed'
    order by id limit 1`,
);

/** The settlement terms of a merchant; undefined when it doesn't exist. */
export const selectTerms = maybeOne(
  'merchant_settlement_terms',
  TERMS,
  sql`select ${f.columnsOf(TERMS, 'm')} from merchants m where m.merchant_id = ${$.merchantId}`,
);

/** Sends the update of a merchant's settlement terms. */
export const updateTerms = send(
  'merchant_update_settlement_terms',
  sql`update merchants set settlement_delay_days = ${$.delayDays},
      settlement_business_days = ${$.inBusinessDays},
      reserve_basis_points = ${$.reserveBasisPoints}, reserve_days = ${$.reserveDays}
    where merchant_id = ${$.merchantId}`,
);

const MOVING = { merchantId: f.uuid, isSandbox: f.bool, bucketId: f.text };

/** A merchant to move, with its bucket. */
export interface MovingMerchant extends f.RecordOf<typeof MOVING> {
  readonly bucketId: BucketId;
}

const lock = maybeOne(
  'merchant_move_lock',
  MOVING,
  sql`select merchant_id, is_sandbox, bucket_id, moves_to from merchants
    where username = ${$.username} for update`,
);

/** Locks a merchant and returns where it is; undefined for an unknown username. */
export async function lockToMove(
  tx: Transaction,
  username: string,
): Promise<MovingMerchant | undefined> {
  const locked = await lock(tx, { username });
  if (!locked || !isBucketId(locked.bucketId)) return undefined;
  return { ...locked, bucketId: locked.bucketId };
}

/** Marks a merchant as moving. Returns 0 when there is no such bucket, else 1. */
export const beginMove = countRows(
  'merchant_move_begin',
  sql`update merchants set moves_to = ${$.to}
    where merchant_id = ${$.merchantId}
      and exists (select from buckets where bucket_id = ${$.to})
    returning merchant_id`,
);

/** Sends an update: the merchant's move is cancelled. */
export const cancelMove = send(
  'merchant_move_cancel',
  sql`update merchants set moves_to = null where merchant_id = ${$.merchantId}`,
);

/** Sends an update: the merchant is in its new bucket. */
export const finishMove = send(
  'merchant_move_finish',
  sql`update merchants set bucket_id = ${$.to}, moves_to = null
    where merchant_id = ${$.merchantId}`,
);
