import type { Queryable } from '#src/ground/database/database.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import type { ComparedPart } from './discrepancy.ts';
import { deleteParts, type PartKey, selectPart, upsertPart } from './reconciliation-part-store.ts';

/** A part that was compared longer ago is compared again, because data may have changed since. */
const VALID_MS = HOUR_MS;

/** A part in which an earlier comparison found no discrepancy; undefined when there is none. */
export async function readCleanPart(
  database: Queryable,
  key: PartKey,
  now: number,
): Promise<ComparedPart | undefined> {
  const counts = await selectPart(database, key, new Date(now - VALID_MS));
  return counts && { ...counts, discrepancies: [] };
}

/** Saves a part without discrepancies. A part with some is compared again by the next attempt. */
export async function saveCleanPart(
  database: Queryable,
  key: PartKey,
  { compared, madeAt }: { compared: ComparedPart; madeAt: number },
): Promise<void> {
  if (compared.discrepancies.length > 0) return;
  await upsertPart(database, key, compared, new Date(madeAt));
}

/** Deletes the parts of a day whose report was saved. */
export async function deleteCleanParts(
  database: Queryable,
  { bank, day }: { bank: string; day: string },
): Promise<void> {
  await deleteParts(database, bank, day);
}
