import type { Outcome } from '#src/banking/live-bank.ts';

const QUESTIONS_AT_ONCE = 8;

/** The bank could not be asked: there is nothing to compare with, and it is tried again. */
export class BankUnavailableError extends Error {
  override readonly name = 'BankUnavailableError';
}

/** What of one kind was compared. */
export interface Compared<One> {
  readonly count: number;
  readonly discrepancies: readonly One[];
}

/** What the bank requireDone. Throws BankUnavailableError when it is no answer. */
export function requireDone<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value;
  if (outcome.kind === 'refused') throw new BankUnavailableError(outcome.refusal.message);
  if (outcome.kind === 'unknown') throw new BankUnavailableError(outcome.reason);
  throw new BankUnavailableError('O banco não está disponível no momento.');
}

/** Whether the bank requireDone in a form that we don't know, and will the next time too. */
export function isUnreadable(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'unknown' && outcome.isUnreadable === true;
}

/** Asks the bank about each item, some at once. */
export async function compareEach<Item, One>(
  items: readonly Item[],
  compare: (item: Item) => Promise<readonly One[]>,
): Promise<Compared<One>> {
  const discrepancies: One[] = [];
  for (let start = 0; start < items.length; start += QUESTIONS_AT_ONCE) {
    const some = items.slice(start, start + QUESTIONS_AT_ONCE);
    discrepancies.push(...(await Promise.all(some.map(compare))).flat());
  }
  return { count: items.length, discrepancies };
}
