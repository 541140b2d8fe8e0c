import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { BucketId } from '#src/ground/database/buckets.ts';
import type { Database } from '#src/ground/database/database.ts';
import { type MovedRows, moveRows } from '#src/ground/database/move-rows.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import {
  beginMove,
  cancelMove,
  finishMove,
  lockToMove,
  type MovingMerchant,
} from './merchant-store.ts';

/** The pause after a merchant was marked as moving, in which requests from before end. */
const DRAIN_MS = 1_000;

export interface MoveDeps extends DatabaseAndClock {
  /** The same database with the rights of the tables' owner, without a time limit. */
  readonly owner: Database;
}

/** `unknown bucket`: there is no such bucket. `there already`: the merchant is in it. */
export type Moved = MovedRows | 'unknown bucket' | 'there already';

/**
 * Moves a merchant with all its rows to another bucket. Until the move has ended, changes of the
 * merchant are refused with 503. The rows move in one transaction, so after a crash all are in one
 * bucket and a repeated call continues. Refuses `merchant_not_found` and `sandbox_forbidden`.
 */
export async function moveMerchant(
  { database, owner, clock }: MoveDeps,
  { username, to }: { readonly username: string; readonly to: BucketId },
  by: Actor,
): Promise<Moved> {
  const merchant = await owner.transaction(async (tx) => {
    const locked = await lockToMove(tx, username);
    if (!locked) throw new Refusal('merchant_not_found');
    if (locked.isSandbox) throw new Refusal('sandbox_forbidden');
    if (locked.bucketId === to) {
      cancelMove(tx, locked);
      return 'there already';
    }
    const { merchantId } = locked;
    return (await beginMove(tx, { merchantId, to })) === 1 ? locked : 'unknown bucket';
  });
  if (typeof merchant === 'string') return merchant;
  await pause(DRAIN_MS);
  try {
    return await moveAll(owner, { username, merchant, to }, { by, now: clock.now() });
  } catch (error) {
    await owner.transaction(async (tx) => cancelMove(tx, merchant));
    throw error;
  } finally {
    database.buckets.forget();
  }
}

function moveAll(
  owner: Database,
  { username, merchant, to }: { username: string; merchant: MovingMerchant; to: BucketId },
  { by, now }: { by: Actor; now: number },
): Promise<MovedRows> {
  const { merchantId, bucketId: from } = merchant;
  return owner.transaction(async (tx) => {
    const locked = await lockToMove(tx, username);
    if (locked?.bucketId !== from) throw new Error('the merchant was moved by another command');
    const moved = await moveRows(tx, merchantId, { from, to });
    finishMove(tx, { merchantId, to });
    const details = { from, to };
    recordChange(tx, by, { action: 'merchant.moved', merchantId, subject: username, details }, now);
    return moved;
  });
}
