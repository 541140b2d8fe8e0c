import type { Outcome } from '#src/banking/live-bank.ts';

const REQUESTS_AT_ONCE = 8;

/** The bank did not answer, so nothing can be compared; the comparison is tried again later. */
export class BankUnavailableError extends Error {
  override readonly name = 'BankUnavailableError';
}

/** The result of comparing the items of one kind. */
export interface Compared<One> {
  readonly count: number;
  readonly discrepancies: readonly One[];
}

/** The value of an outcome. Throws BankUnavailableError for every outcome but `done`. */
export function requireDone<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value;
  if (outcome.kind === 'refused') throw new BankUnavailableError(outcome.refusal.message);
  if (outcome.kind === 'unknown') throw new BankUnavailableError(outcome.reason);
  throw new BankUnavailableError('O banco não está disponível no momento.');
}

/** Whether the bank answered in an unknown form, as it would the next time too. */
export function isUnreadable(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'unknown' && outcome.isUnreadable === true;
}

/** Compares each item with the bank, eight at once. Throws what `compare` throws. */
export async function compareEach<Item, One>(
  items: readonly Item[],
  compare: (item: Item) => Promise<readonly One[]>,
): Promise<Compared<One>> {
  const discrepancies: One[] = [];
  for (let start = 0; start < items.length; start += REQUESTS_AT_ONCE) {
    const some = items.slice(start, start + REQUESTS_AT_ONCE);
    discrepancies.push(...(await Promise.all(some.map(compare))).flat());
  }
  return { count: items.length, discrepancies };
}
