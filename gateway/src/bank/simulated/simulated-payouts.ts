import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { bankFor } from '../choose-bank.ts';
import { destinationOf, UNANSWERED_MS } from './payout-destinations.ts';

/** When the receiving bank sends back a payout to `devolvido@sandbox.com`. */
const RETURN_AFTER_MS = DAY_MS;

/** A payout to settle at the simulated bank. */
export interface PayoutOrder {
  readonly id: string;
  readonly pixKey: string;
  readonly createdAt: number;
}

/** How a payout ended at the bank. */
export type PayoutResult =
  | EndedPayoutResult
  /** The bank gives no answer before `until`; then the payout ends as `later`. */
  | { readonly kind: 'unanswered'; readonly until: number; readonly later: EndedPayoutResult };

type EndedPayoutResult =
  | {
      readonly kind: 'paid';
      readonly endToEndId: string;
      /** When the receiving bank sends the money back (milliseconds). */
      readonly returnsAt?: number;
    }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** The payouts of test keys. Throws for `live`, which never uses the simulated bank. */
export function simulatedPayouts(environment: Environment) {
  const { receivePayment } = bankFor(environment);
  return {
    /** Whether the key is the test key to which payouts fail for lack of balance. */
    refusesForBalance: (pixKey: string): boolean =>
      destinationOf(pixKey).kind === 'without_balance',
    /** When the bank answers about a payout at the earliest (milliseconds). */
    answersAt,
    /** The result of a payout at an instant (milliseconds). */
    settle: (payout: PayoutOrder, at: number): PayoutResult =>
      resultOf(payout, at, receivePayment(at)),
  };
}

function resultOf(payout: PayoutOrder, at: number, endToEndId: string): PayoutResult {
  const destination = destinationOf(payout.pixKey);
  const paid = { kind: 'paid', endToEndId } as const;
  if (destination.kind === 'refused') {
    return { kind: 'failed', code: destination.code, message: destination.message };
  }
  if (destination.kind === 'returned') return { ...paid, returnsAt: at + RETURN_AFTER_MS };
  const until = answersAt(payout);
  return at < until ? { kind: 'unanswered', until, later: paid } : paid;
}

function answersAt({ pixKey, createdAt }: PayoutOrder): number {
  return destinationOf(pixKey).kind === 'unanswered' ? createdAt + UNANSWERED_MS : createdAt;
}
