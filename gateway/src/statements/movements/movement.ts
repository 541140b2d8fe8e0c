import type { Account, PostingKind } from '#src/ledger/chart-of-accounts.ts';
import type { EntrySubject, StatementEntry } from '../statement.ts';

/**
 * What a posting changes of all that the platform owes a merchant (its total: available, reserved,
 * blocked, pending settlement and debt together). Money that only changes its account is no
 * movement: a payout is one when the bank has sent it, not when it was reserved. Amounts are signed
 * centavos: `gross` + `splits` + `fee` = `net`.
 */
export interface Movement {
  /** Its number, which doesn't change: that of its entry in the account `bank`. */
  readonly sequence: bigint;
  readonly kind: PostingKind;
  readonly referenceId: string;
  /** What the payer paid, or what somebody else got. */
  readonly gross: bigint;
  /** What the recipients of a charge's split got; zero or negative. */
  readonly splits: bigint;
  /** Negative for a fee, positive for one that was given back. */
  readonly fee: bigint;
  readonly net: bigint;
  /** The merchant's total after it. */
  readonly balanceAfter: bigint;
  readonly createdAt: number;
  readonly subject: EntrySubject | undefined;
}

/** The movements of a period, and the merchant's total before and after it. */
export interface MovementRange {
  readonly first: bigint;
  readonly last: bigint;
  readonly opening: bigint;
  readonly closing: bigint;
  /** How many entries each account had when the range was found. */
  readonly counts: ReadonlyMap<Account, bigint>;
}

/** The movement of an entry of the account `bank`. `before` is the merchant's total before it. */
export function movementOf(entry: StatementEntry, before: bigint): Movement {
  const { sequence, kind, referenceId, createdAt, subject } = entry;
  const shares = kind === 'charge_paid' ? (subject?.shares ?? 0n) : 0n;
  const fee = feeOf(entry);
  const net = fee - entry.amount;
  return {
    ...{ sequence, kind, referenceId, createdAt, subject, fee, net },
    gross: shares - entry.amount,
    splits: -shares,
    balanceAfter: before + net,
  };
}

function feeOf({ kind, subject }: StatementEntry): bigint {
  const fee = subject?.fee ?? 0n;
  if (kind === 'charge_paid' || kind === 'payout_paid') return -fee;
  return kind === 'payout_resolution_reversed' ? fee : 0n;
}
