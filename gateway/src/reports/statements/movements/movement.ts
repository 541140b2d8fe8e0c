import type { Account, PostingKind } from '#src/ledger/chart-of-accounts.ts';
import type { EntrySubject, StatementEntry } from '../statement.ts';

/**
 * The change of a merchant's total by one posting. The total is what the platform owes the
 * merchant: available, reserved, blocked and pending settlement, less debt. A posting between these
 * accounts is no movement: a payout is a movement when the bank has sent it, not when it is
 * reserved. Amounts are signed centavos: `gross` + `splits` + `fee` = `net`.
 */
export interface Movement {
  /** The sequence of its entry in the account `bank`; never changes. */
  readonly sequence: bigint;
  readonly kind: PostingKind;
  readonly referenceId: string;
  /** The amount that came in, before splits and fee; negative when it went out. */
  readonly gross: bigint;
  /** The shares of a charge's recipients; zero or negative. */
  readonly splits: bigint;
  /** Negative for a fee, positive for a returned fee. */
  readonly fee: bigint;
  readonly net: bigint;
  /** The merchant's total after the movement. */
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
    sequence,
    kind,
    referenceId,
    createdAt,
    subject,
    fee,
    net,
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
