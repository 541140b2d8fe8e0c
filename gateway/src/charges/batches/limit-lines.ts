import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { sumLinesSince } from './charge-batch-store.ts';

/** A batch that is about to be stored. */
interface NewLines extends LedgerScope {
  readonly lineCount: number;
  /** Milliseconds. */
  readonly createdAt: number;
}

/**
 * The refusal `charge_batch_daily_limit` of a batch with which its scope would have more lines in
 * 24 hours than `linesPerDay`; undefined if they fit. The batches of the scope wait for each other
 * until the transaction ends.
 */
export async function refusalOfLines(
  tx: Transaction,
  batch: NewLines,
  linesPerDay: number,
): Promise<Refusal | undefined> {
  const used = await sumLinesSince(tx, batch, firstIdAt(batch.createdAt - DAY_MS));
  if (used + batch.lineCount <= linesPerDay) return undefined;
  const left = Math.max(0, linesPerDay - used);
  const message = fieldText(({ linesLeft }) => linesLeft(left));
  return new Refusal('charge_batch_daily_limit', { fields: [{ field: 'charges', message }] });
}
