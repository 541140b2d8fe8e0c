import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { type Centavos, centavos } from '#src/money/centavos.ts';
import type { Queryable, Transaction } from '#src/platform/database/database.ts';
import { accounts, PLATFORM_MERCHANT_ID } from './chart-of-accounts.ts';
import { insertLatePayment, selectUnseen } from './late-payment-store.ts';
import { lockForPosting } from './post.ts';
import { type LateKind, paidLate, paidLateByPlatform } from './posting.ts';

const COUNT_MAX = 1_000;
const LATE_ACCOUNTS = [accounts.available, accounts.bank] as const;
const PLATFORM_ACCOUNTS = [accounts.operator, accounts.bank] as const;
const POSTING_KINDS: Readonly<Record<LatePayment['kind'], LateKind>> = {
  payout: 'payout_paid_late',
  refund: 'refund_paid_late',
};

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
 * balance, and the platform pays the rest from its own account. Runs in the transaction that
 * changes the state of the payout or refund. Refuses `balance_limit_reached`.
 * @returns the amount that the platform pays, in centavos.
 */
export async function bookLatePayment(
  tx: Transaction,
  { kind, merchantId, environment, id, amount, bearers }: LatePayment,
  now: number,
): Promise<Centavos> {
  const platform = { merchantId: PLATFORM_MERCHANT_ID, environment, isSandbox: false };
  const locked = await lockForPosting(tx, [
    ...bearers.map((bearer) => ({
      ...{ merchantId: bearer.merchantId, environment, isSandbox: false, accounts: LATE_ACCOUNTS },
    })),
    { ...platform, accounts: PLATFORM_ACCOUNTS },
  ]);
  let uncovered = 0n;
  const add = (posting: Parameters<typeof locked.add>[0]): void => {
    if (!locked.add(posting)) throw new Error(`the late ${kind} ${id} was not posted`);
  };
  for (const bearer of bearers) {
    const subject = { merchantId: bearer.merchantId, environment, referenceId: id };
    const has = locked.balance(subject, accounts.available);
    const part = has < bearer.amount ? has : bearer.amount;
    add(paidLate(subject, POSTING_KINDS[kind], part));
    uncovered += bearer.amount - part;
  }
  if (uncovered > 0n) {
    const subject = { ...platform, referenceId: id };
    add(paidLateByPlatform(subject, POSTING_KINDS[kind], centavos(uncovered)));
  }
  locked.write(now);
  insertLatePayment(tx, {
    ...{ merchant_id: merchantId, environment: 'live', id, kind },
    ...{ amount_centavos: amount, uncovered_centavos: uncovered, found_at: new Date(now) },
  });
  return centavos(uncovered);
}

/** A late payment as an operator sees it. Amounts in centavos. */
export interface UnseenLatePayment {
  readonly kind: LatePayment['kind'];
  readonly id: string;
  readonly amount: Centavos;
  /** The part that the platform paid. */
  readonly uncovered: Centavos;
  /** In milliseconds. */
  readonly foundAt: number;
}

/** The late payments that no operator has marked as seen, oldest first. */
export async function listUnseenLatePayments(
  database: Queryable,
  limit: number,
): Promise<UnseenLatePayment[]> {
  return (await selectUnseen(database, limit)).map((row) => ({
    ...{ kind: row.kind, id: row.id, foundAt: row.found_at },
    amount: centavos(row.amount_centavos),
    uncovered: centavos(row.uncovered_centavos),
  }));
}

/** Counts the late payments that no operator has marked as seen, to a thousand at most. */
export async function countUnseenLatePayments(database: Queryable): Promise<number> {
  return (await selectUnseen(database, COUNT_MAX)).length;
}
