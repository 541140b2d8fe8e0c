import type { StoredTerms } from '#src/charges/due/due-terms.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { type Account, accounts, type PostingKind } from '#src/ledger/chart-of-accounts.ts';

/** The accounts that have a statement: those of the merchant's balances, and its debt. */
export const statementAccounts = [
  accounts.available,
  accounts.reserved,
  accounts.blocked,
  accounts.pendingSettlement,
  accounts.debt,
] as const;

export type StatementAccount = (typeof statementAccounts)[number];

/** One account of a ledger scope. */
export interface AnyAccount extends LedgerScope {
  readonly account: Account;
}

/** One account of a ledger scope that has a statement. */
export interface ScopeAccount extends AnyAccount {
  readonly account: StatementAccount;
}

/** A period; instants in milliseconds, the end exclusive. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/**
 * The entries of an account in a period, by their sequences, which have no gaps: each entry is in
 * exactly one of adjacent periods. Empty when `last` is before `first`. Balances in centavos.
 */
export interface EntryRange {
  readonly first: bigint;
  readonly last: bigint;
  /** The balance before the first entry. */
  readonly opening: bigint;
  /** The balance after the last entry. */
  readonly closing: bigint;
}

/** The transaction, transfer or adjustment behind an entry, as far as the merchant may know it. */
export interface EntrySubject {
  readonly id: string;
  /** The charge or payout of the same scope. */
  readonly transactionId: string | null;
  /** The payer, the beneficiary, or the other merchant. */
  readonly name: string | null;
  readonly document: string | null;
  /**
   * The merchant's own reference; for a transfer its description, for an adjustment or a hold of an
   * operator its reason and reference.
   */
  readonly externalId: string | null;
  readonly endToEndId: string | null;
  readonly utm: Readonly<Record<string, string>> | null;
  /** The fee of a charge or payout, in centavos. */
  readonly fee?: bigint;
  /** The sum of a charge's shares, in centavos. */
  readonly shares?: bigint;
  /** The terms of a charge with a due date. */
  readonly due?: StoredTerms | null;
}

/**
 * The due date of the charge whose payment an entry books; undefined for every other entry, and for
 * a cycle of a subscription, which is no charge with a due date.
 */
export function dueOfPayment({
  kind,
  subject,
}: Pick<StatementEntry, 'kind' | 'subject'>): EntrySubject['due'] {
  return kind === 'charge_paid' && !subject?.due?.cycle ? subject?.due : undefined;
}

/** An entry of a statement. Amounts in centavos, the instant in milliseconds. */
export interface StatementEntry {
  readonly sequence: bigint;
  readonly kind: PostingKind;
  readonly referenceId: string;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly createdAt: number;
  /** Undefined for an entry without a subject, such as a reset of the sandbox. */
  readonly subject: EntrySubject | undefined;
}
