import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type Centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import { insertLatePayment, selectUnseen } from './late-payment-store.ts';
import { DEBIT_ACCOUNTS, lockForPosting } from './post.ts';

const COUNT_MAX = 1_000;
const POSTING_KINDS = { payout: 'payout_paid_late', refund: 'refund_paid_late' } as const;

/** A payout or refund of live money that the bank made after it had failed here. */
export interface LatePayment extends LedgerScope {
  readonly kind: 'payout' | 'refund';
  readonly id: string;
  readonly amount: Centavos;
  /** The merchants who pay it, and the part of each; the parts sum to the amount. */
  readonly bearers: readonly { readonly merchantId: string; readonly amount: Centavos }[];
}

/**
 * Books a late payment, so that ledger and bank agree. Each bearer pays up to its available
 * balance and owes the rest. Runs in the transaction that changes the state of the payout or
 * refund. Refuses `balance_limit_reached`.
 * @returns the amount that the bearers owe for it, in centavos.
 */
export async function bookLatePayment(
  tx: Transaction,
  { kind, merchantId, environment, id, amount, bearers }: LatePayment,
  now: number,
): Promise<Centavos> {
  const locked = await lockForPosting(
    tx,
    bearers.map((bearer) => ({
      merchantId: bearer.merchantId,
      environment,
      isSandbox: false,
      accounts: DEBIT_ACCOUNTS,
    })),
  );
  const debts = bearers.map((bearer) => {
    const scope = { merchantId: bearer.merchantId, environment };
    const debit = { kind: POSTING_KINDS[kind], referenceId: id, amount: bearer.amount };
    return locked.debit(scope, debit).debt;
  });
  const debt = sumCentavos(debts);
  locked.write(now);
  insertLatePayment(tx, {
    merchantId,
    environment: 'live',
    id,
    kind,
    amount,
    debt,
    foundAt: now,
  });
  return debt;
}

/** A late payment as an operator sees it. Amounts in centavos. */
export interface UnseenLatePayment {
  readonly kind: LatePayment['kind'];
  readonly id: string;
  readonly amount: Centavos;
  /** The part that the balances did not cover, and that the merchants owe. */
  readonly debt: Centavos;
  /** In milliseconds. */
  readonly foundAt: number;
}

/** The late payments that no operator has marked as seen, oldest first. */
export async function listUnseenLatePayments(
  database: Queryable,
  limit: number,
): Promise<UnseenLatePayment[]> {
  return (await selectUnseen(database, { limit })).map(({ kind, id, foundAt, amount, debt }) => ({
    kind,
    id,
    foundAt,
    amount,
    debt,
  }));
}

/** Counts the late payments that no operator has marked as seen, to a thousand at most. */
export async function countUnseenLatePayments(database: Queryable): Promise<number> {
  return (await selectUnseen(database, { limit: COUNT_MAX })).length;
}
