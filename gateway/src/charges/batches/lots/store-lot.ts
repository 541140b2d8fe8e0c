import type { Caller } from '#src/ground/access/merchant.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type CheckedLine, PROCESSING_BATCHES_MAX } from '../charge-batch.ts';
import { countOpenBatches, insertBatch } from '../charge-batch-store.ts';
import { newBatch, storeLines } from '../create-batch.ts';
import { refusalOfLines } from '../limit-lines.ts';
import type { Lot, LotKey, ResentLine } from './lot.ts';
import { insertLotLines, resendLines } from './lot-line-store.ts';
import { acceptLot, countChangingLots, insertLot, lockLot } from './lot-store.ts';

/** Rolls a transaction back: another request was faster. */
class Overtaken extends Error {}

/** A new lot: its lines are checked, and each has the txid of the same place. */
export interface LotToCreate extends LotKey {
  readonly caller: Caller;
  readonly number: number;
  readonly description: string;
  readonly requestDigest: Buffer;
  readonly lines: readonly CheckedLine[];
  readonly txids: readonly string[];
  /** The lines that the scope may have in batches and lots of 24 hours. */
  readonly linesPerDay: number;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Stores a lot with the batch that makes its charges, in one transaction. Returns whether it did:
 * false when another request has taken the lot's id, its number or a txid meanwhile. Refuses
 * `too_many_charge_batches` and `charge_batch_daily_limit`.
 */
export function createLot(database: Database, lot: LotToCreate): Promise<boolean> {
  return unlessOvertaken(() =>
    database.transaction(async (tx) => {
      const { caller, lines, now, requestDigest, txids, linesPerDay } = lot;
      const { merchantId, environment, name, number, description } = lot;
      const batchId = await storeBatch(tx, { caller, name, lines, linesPerDay, now });
      const isStored = await insertLot(tx, {
        merchantId,
        environment,
        name,
        number,
        description,
        requestDigest,
        lineCount: lines.length,
        clientId: caller.clientId,
        createdAt: now,
      });
      if (!isStored) throw new Overtaken();
      const key = { merchantId, environment, number };
      if (!(await insertLotLines(tx, key, { batchId, txids }))) throw new Overtaken();
    }),
  );
}

/** A further request for a lot, which had counted `lot.requestCount` requests when it was read. */
export interface LotToResend {
  readonly caller: Caller;
  readonly lot: Lot;
  readonly description: string;
  readonly requestDigest: Buffer;
  /** The lines whose charges were refused, checked again. */
  readonly recreated: readonly CheckedLine[];
  /** The lines whose charges exist. */
  readonly changed: readonly ResentLine[];
  /** The lines that the scope may have in batches and lots of 24 hours. */
  readonly linesPerDay: number;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Stores the changes of a lot's charges, and another batch for the charges that were refused, in
 * one transaction. Returns whether it did: false when another request came first. Refuses
 * `too_many_charge_batches` and `charge_batch_daily_limit`.
 */
export function resendLot(database: Database, resent: LotToResend): Promise<boolean> {
  return unlessOvertaken(() =>
    database.transaction(async (tx) => {
      const { caller, lot, recreated, changed, linesPerDay, now } = resent;
      const locked = await lockLot(tx, lot);
      if (locked?.requestCount !== lot.requestCount) throw new Overtaken();
      const lines = [...changed];
      if (recreated.length > 0) {
        const { name } = lot;
        const batch = { caller, name, lines: recreated, linesPerDay, now };
        const batchId = await storeBatch(tx, batch);
        lines.push(...recreated.map(({ line }) => ({ line, batchId })));
      }
      const isWaiting = changed.some(({ change }) => change !== undefined);
      if (isWaiting && (await countChangingLots(tx, lot)).count >= PROCESSING_BATCHES_MAX) {
        throw new Refusal('too_many_charge_batches');
      }
      resendLines(tx, lot, lines);
      const { description, requestDigest } = resent;
      acceptLot(tx, { ...lot, description, requestDigest, dueAt: isWaiting ? now : null });
    }),
  );
}

interface BatchOfLot
  extends Pick<LotToCreate, 'caller' | 'name' | 'lines' | 'linesPerDay' | 'now'> {}

/** Stores the batch of a lot; the panel shows it by the lot's id. Returns the batch's id. */
async function storeBatch(
  tx: Transaction,
  { caller, name, lines, linesPerDay, now }: BatchOfLot,
): Promise<string> {
  const { processing } = await countOpenBatches(tx, caller);
  if (processing >= PROCESSING_BATCHES_MAX) throw new Refusal('too_many_charge_batches');
  const batch = newBatch({ caller, externalId: name }, lines, now);
  const tooManyLines = await refusalOfLines(tx, batch, linesPerDay);
  if (tooManyLines) throw tooManyLines;
  insertBatch(tx, { batch, by: null });
  storeLines(tx, batch, lines, { keepsRefused: false });
  return batch.id;
}

async function unlessOvertaken(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Overtaken) return false;
    throw error;
  }
}
