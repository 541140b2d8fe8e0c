import type { Period } from '#src/bank/live-bank.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import type { ComparedPart } from './discrepancy.ts';
import { selectPart, upsertPart } from './reconciliation-store.ts';

/** A part that was compared longer ago is compared again, because data may have changed since. */
const VALID_MS = HOUR_MS;

/** One part of the comparison of a day. */
export interface PartKey {
  readonly bank: string;
  readonly day: string;
  readonly part: Period;
}

/** A part in which an earlier comparison found no discrepancy; undefined when there is none. */
export async function readCleanPart(
  database: Queryable,
  { bank, day, part }: PartKey,
  now: number,
): Promise<ComparedPart | undefined> {
  const counts = await selectPart(database, { bank, day, ...part, madeSince: now - VALID_MS });
  return counts && { ...counts, discrepancies: [] };
}

/** Saves a part without discrepancies. A part with some is compared again by the next attempt. */
export async function saveCleanPart(
  database: Queryable,
  { bank, day, part }: PartKey,
  { compared, madeAt }: { compared: ComparedPart; madeAt: number },
): Promise<void> {
  if (compared.discrepancies.length > 0) return;
  await upsertPart(database, { ...compared, bank, day, ...part, madeAt });
}
