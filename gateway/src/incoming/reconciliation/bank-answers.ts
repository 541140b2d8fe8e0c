import type { Outcome } from '#src/bank/live-bank.ts';
import { reasonOfOutcome } from '#src/bank/outcome.ts';
import type { Discrepancy } from './discrepancy.ts';

const REQUESTS_AT_ONCE = 8;

/** The bank did not answer, so nothing can be compared; the comparison is tried again later. */
export class BankUnavailableError extends Error {
  override readonly name = 'BankUnavailableError';
}

/** The result of comparing the items of one kind. */
export interface Compared {
  readonly count: number;
  readonly discrepancies: readonly Discrepancy[];
}

/** The value of an outcome. Throws BankUnavailableError for every outcome but `done`. */
export function requireDone<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value;
  throw new BankUnavailableError(reasonOfOutcome(outcome));
}

/** The bank's record of one item, or the reason why it was not read. */
export type Shown<Value> =
  | { readonly kind: 'shown'; readonly value: Value }
  | { readonly kind: 'unread'; readonly reason: string };

/**
 * Asks the bank about one item, a second time after an unclear answer. An item without a clear
 * answer is `unread`, so that the others are compared. Throws BankUnavailableError when the bank is
 * not available.
 */
export async function askAbout<Value>(ask: () => Promise<Outcome<Value>>): Promise<Shown<Value>> {
  const first = await ask();
  const isFinal = first.kind === 'done' || (first.kind === 'unknown' && first.isUnreadable);
  const outcome = isFinal ? first : await ask();
  if (outcome.kind === 'done') return { kind: 'shown', value: outcome.value };
  const reason = reasonOfOutcome(outcome);
  if (outcome.kind === 'unavailable') throw new BankUnavailableError(reason);
  return { kind: 'unread', reason };
}

/** Compares each item with the bank, eight at once. Throws what `compare` throws. */
export async function compareEach<Item>(
  items: readonly Item[],
  compare: (item: Item) => Promise<readonly Discrepancy[]>,
): Promise<Compared> {
  const discrepancies: Discrepancy[] = [];
  for (let start = 0; start < items.length; start += REQUESTS_AT_ONCE) {
    const some = items.slice(start, start + REQUESTS_AT_ONCE);
    discrepancies.push(...(await Promise.all(some.map(compare))).flat());
  }
  return { count: items.length, discrepancies };
}
