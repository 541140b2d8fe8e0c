import type { Transaction } from '#src/ground/database/database.ts';
import type { BankRefusal, Outcome } from '../outcome.ts';
import type { OrderKey } from './order.ts';
import type { Orders } from './order-statements.ts';

/** Why an order failed: our code, and the message for the merchant. */
export interface OrderFailure {
  readonly code: string;
  readonly message: string;
}

/** A payout or refund to withdraw, with the failure that it gets. */
export interface Withdrawal extends OrderKey {
  readonly failure: OrderFailure;
}

/**
 * Fails orders that were not sent, in the caller's transaction, which has locked them. Orders that
 * the bank may have, as in a restored database, are withdrawn instead: the worker asks the bank,
 * whose answer decides whether they fail. Throws when an order had ended: a bug.
 */
export async function failUnsent<Unsent extends Withdrawal>(
  tx: Transaction,
  { kind, withdraw }: Orders,
  { unsent, at }: { readonly unsent: readonly Unsent[]; readonly at: Date },
  settle: (
    failed: readonly (Unsent & { readonly status: 'failed' })[],
  ) => Promise<readonly unknown[]>,
): Promise<void> {
  const rows = unsent
    .map(({ merchantId, environment, id, failure: { code, message } }) => ({
      merchantId,
      environment,
      id,
      code,
      message,
    }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  const withdrawn = await withdraw(tx, { unsent: rows, at });
  const ids = new Set(withdrawn.map(({ id }) => id));
  const failed = unsent.filter(({ id }) => !ids.has(id));
  const settled = await settle(failed.map((order) => ({ ...order, status: 'failed' })));
  if (settled.length !== failed.length) throw new Error(`a ${kind} that was not sent had ended`);
}

/** The answer to a withdrawn order that the bank doesn't have. */
export function refusalOfWithdrawn({
  code,
  message,
}: OrderFailure): Extract<Outcome<never>, { kind: 'refused' }> {
  const refusal: BankRefusal = { code, message, bankWords: '' };
  return { kind: 'refused', refusal };
}
