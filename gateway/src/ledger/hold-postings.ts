import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { buildPosting, type PostingSubject } from './build-posting.ts';
import { accounts, type Posting, type PostingKind } from './chart-of-accounts.ts';

/** A hold blocks money: it stays the merchant's, and can't be withdrawn. */
export function balanceBlocked(subject: PostingSubject, amount: Centavos): Posting {
  return buildPosting(subject, 'balance_blocked', [
    [accounts.available, centavos(-amount)],
    [accounts.blocked, amount],
  ]);
}

/** A hold releases money. */
export function balanceReleased(subject: PostingSubject, amount: Centavos): Posting {
  return buildPosting(subject, 'balance_released', [
    [accounts.blocked, centavos(-amount)],
    [accounts.available, amount],
  ]);
}

/** A credit repays debt. */
export function debtRepaid(subject: PostingSubject, amount: Centavos): Posting {
  return buildPosting(subject, 'debt_repaid', [
    [accounts.available, centavos(-amount)],
    [accounts.debt, amount],
  ]);
}

/** The part of a debit that each account pays, in centavos; the sum leaves `bank`. */
export interface DebitParts {
  readonly blocked: Centavos;
  readonly available: Centavos;
  /** The part that the merchant now owes. */
  readonly debt: Centavos;
}

/** Money leaves the scope and the bank; several accounts pay for it. */
export function debited(
  subject: PostingSubject,
  kind: PostingKind,
  { blocked, available, debt }: DebitParts,
): Posting {
  return buildPosting(subject, kind, [
    [accounts.blocked, centavos(-blocked)],
    [accounts.available, centavos(-available)],
    [accounts.debt, centavos(-debt)],
    [accounts.bank, centavos(blocked + available + debt)],
  ]);
}
