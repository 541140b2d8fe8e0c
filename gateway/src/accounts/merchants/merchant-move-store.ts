import { type BucketId, isBucketId } from '#src/ground/database/buckets.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, maybeOne, paramsOf, send, sql } from '#src/ground/database/sql.ts';

const MOVING = { merchantId: f.uuid, isSandbox: f.bool, bucketId: f.text };

/** A merchant to move, with its bucket. */
export interface MovingMerchant extends f.RecordOf<typeof MOVING> {
  readonly bucketId: BucketId;
}

const $ = paramsOf({ merchantId: f.uuid, username: f.text, to: f.text });

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
