import type { Period } from '#src/banking/live-bank.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { HOUR_MS } from '#src/platform/durations.ts';
import type { ComparedPart } from './discrepancy.ts';
import {
  deleteParts,
  type PartPlace,
  selectPart,
  upsertPart,
} from './reconciliation-part-store.ts';

/** A part that was compared longer ago is compared again: much may have changed since. */
const KEPT_MS = HOUR_MS;

interface PartKey {
  readonly bank: string;
  readonly day: string;
  readonly part: Period;
}

/** A part of a day in which an earlier try found no difference; undefined for none. */
export async function readCleanPart(
  database: Queryable,
  key: PartKey,
  now: number,
): Promise<ComparedPart | undefined> {
  const row = await selectPart(database, placeOf(key), new Date(now - KEPT_MS));
  return (
    row && {
      receivedCount: Number(row.received_count),
      payoutCount: Number(row.payout_count),
      refundCount: Number(row.refund_count),
      differences: [],
    }
  );
}

/** Keeps a part in which nothing differs. A difference is looked at again, for it may be mended. */
export async function keepCleanPart(
  database: Queryable,
  key: PartKey,
  { compared, madeAt }: { compared: ComparedPart; madeAt: number },
): Promise<void> {
  if (compared.differences.length > 0) return;
  await upsertPart(database, placeOf(key), {
    made_at: new Date(madeAt),
    received_count: BigInt(compared.receivedCount),
    payout_count: BigInt(compared.payoutCount),
    refund_count: BigInt(compared.refundCount),
  });
}

/** Forgets the parts of a day whose report is made. */
export async function forgetParts(
  database: Queryable,
  { bank, day }: { bank: string; day: string },
): Promise<void> {
  await deleteParts(database, bank, day);
}

function placeOf({ bank, day, part }: PartKey): PartPlace {
  return { bank, day, from: new Date(part.from), to: new Date(part.to) };
}
