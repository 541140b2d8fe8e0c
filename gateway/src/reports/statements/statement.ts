import type { StoredTerms } from '#src/charges/due/due-terms.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import * as f from '#src/ground/database/fields.ts';
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

export const ENTRY_SUBJECT = {
  id: f.uuid,
  /** The charge or payout of the same scope. */
  transactionId: f.orNull(f.uuid),
  /** The payer, the beneficiary, or the other merchant. */
  name: f.orNull(f.text),
  document: f.orNull(f.text),
  /**
   * The merchant's own reference; for a transfer its description, for an adjustment or a hold of an
   * operator its reason and reference.
   */
  externalId: f.orNull(f.text),
  endToEndId: f.orNull(f.text),
  utm: f.orNull(f.json<Readonly<Record<string, string>>>()),
};
/** The transaction, transfer or adjustment behind an entry, as far as the merchant may know it. */
export interface EntrySubject extends f.RecordOf<typeof ENTRY_SUBJECT> {
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

export const ENTRY = {
  sequence: f.bigint,
  kind: f.textOf<PostingKind>(),
  referenceId: f.uuid,
  amount: f.inColumn('amount_centavos', f.centavos),
  balanceAfter: f.inColumn('balance_after_centavos', f.centavos),
  createdAt: f.instant,
};
/** An entry of an account in the ledger. */
export type Entry = f.RecordOf<typeof ENTRY>;

/** An entry of a statement. */
export interface StatementEntry extends Entry {
  /** Undefined for an entry without a subject, such as a reset of the sandbox. */
  readonly subject: EntrySubject | undefined;
}
