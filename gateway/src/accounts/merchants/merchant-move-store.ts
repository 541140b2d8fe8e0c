import { type BucketId, isBucketId } from '#src/ground/database/buckets.ts';
import type { Transaction } from '#src/ground/database/database.ts';

const LOCK = {
  name: 'merchant_move_lock',
  text: `select merchant_id, is_sandbox, bucket_id, moves_to from merchants
    where username = $1 for update`,
};
const BEGIN = {
  name: 'merchant_move_begin',
  text: `update merchants set moves_to = $2
    where merchant_id = $1 and exists (select from buckets where bucket_id = $2)
    returning merchant_id`,
};
const CANCEL = {
  name: 'merchant_move_cancel',
  text: 'update merchants set moves_to = null where merchant_id = $1',
};
const FINISH = {
  name: 'merchant_move_finish',
  text: 'update merchants set bucket_id = $2, moves_to = null where merchant_id = $1',
};

/** A merchant to move, with its bucket. */
export interface MovingMerchant {
  readonly merchantId: string;
  readonly isSandbox: boolean;
  readonly bucketId: BucketId;
  /** The target bucket of a move that has begun. */
  readonly movesTo: string | null;
}

/** Locks a merchant and returns where it is; undefined for an unknown username. */
export async function lockToMove(
  tx: Transaction,
  username: string,
): Promise<MovingMerchant | undefined> {
  const [row] = await tx.query<{
    merchant_id: string;
    is_sandbox: boolean;
    bucket_id: string;
    moves_to: string | null;
  }>(LOCK, [username]);
  if (!row || !isBucketId(row.bucket_id)) return undefined;
  const { merchant_id: merchantId, is_sandbox: isSandbox, bucket_id: bucketId } = row;
  return { merchantId, isSandbox, bucketId, movesTo: row.moves_to };
}

/** Marks a merchant as moving; false when there is no such bucket. */
export async function beginMove(
  tx: Transaction,
  merchantId: string,
  to: BucketId,
): Promise<boolean> {
  return (await tx.query(BEGIN, [merchantId, to])).length > 0;
}

/** Sends an update: the merchant's move is cancelled. */
export function cancelMove(tx: Transaction, merchantId: string): void {
  tx.send(CANCEL, [merchantId]);
}

/** Sends an update: the merchant is in its new bucket. */
export function finishMove(tx: Transaction, merchantId: string, to: BucketId): void {
  tx.send(FINISH, [merchantId, to]);
}
