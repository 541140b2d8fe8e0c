import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { CommitFirst } from '#src/ground/database/commit-first.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { recordedAt } from '#src/ground/database/test-time.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { type Account, accounts, mayBeNegative, type Posting } from './chart-of-accounts.ts';
import type { DebitParts } from './hold-postings.ts';
import { type HoldRow, selectHoldsForPosting } from './hold-store.ts';
import {
  type Debit,
  type HoldToOpen,
  holdState,
  openHold,
  releaseHold,
  type Take,
  takeMoney,
  useCredit,
  writeHolds,
} from './holds.ts';
import { accountName, openJournal } from './journal.ts';
import { type AccountKey, type AccountRow, lockAccounts, openAccounts } from './ledger-store.ts';

/** The accounts to lock for `hold` and `release`. */
export const HOLD_ACCOUNTS = [accounts.available, accounts.blocked] as const;

/** The accounts to lock for `take` and `debit`. */
export const DEBIT_ACCOUNTS = [
  accounts.available,
  accounts.blocked,
  accounts.debt,
  accounts.bank,
] as const;

/** Accounts that are locked until the transaction ends, with their balances in memory. */
export interface LockedAccounts {
  /** The balance with the added postings. Throws when the account was not locked. */
  balance(scope: LedgerScope, account: Account): Centavos;
  /**
   * Adds a posting. Returns false and adds nothing when an account that may not be negative would
   * go below zero. Refuses `balance_limit_reached` when an account would hold more than
   * BALANCE_CENTAVOS_MAX. Throws when an account was not locked.
   *
   * The rule of credits: a credit to `available` first repays the scope's debt (`debt_repaid`) and
   * then covers open holds that are not fully blocked, oldest first (`balance_blocked`). These
   * postings are added with it, so `available` may afterwards hold less than the credit.
   */
  add(posting: Posting): boolean;
  /**
   * Opens a hold: blocks up to `amount` of `available`; later credits cover the rest. Needs
   * HOLD_ACCOUNTS. Throws when the amount is not positive; `write` fails the transaction when the
   * hold exists already.
   * @returns the amount that is blocked now, in centavos; zero when `available` has nothing.
   */
  hold(scope: LedgerScope, hold: HoldToOpen): Centavos;
  /**
   * The hold wants `amount` less, or nothing more without `amount`, and is closed when it wants
   * nothing. What is blocked beyond that returns to `available`, where the rule of credits applies.
   * A hold that is not fully blocked first loses what it lacks: 60 blocked of 100, less 30, wants
   * 70 and releases nothing. Does nothing for a closed hold. Needs HOLD_ACCOUNTS; throws when the
   * hold's id was not in `holdIds` of the scope.
   * @returns the amount that was released, in centavos.
   */
  release(scope: LedgerScope, holdId: string, amount?: Centavos): Centavos;
  /**
   * Money leaves the scope's money at the bank (posting `kind`, once for each reference): from what
   * the hold has blocked, then from `available` as far as it goes; the rest becomes debt. The hold
   * wants so much less, and is closed when it wants nothing; a closed hold pays nothing. Without
   * `holdId` it is `debit`. In the sandbox `available` pays the rest, below zero. Needs
   * DEBIT_ACCOUNTS; throws when the amount is not positive, or when the hold's id was not in
   * `holdIds` of the scope. Refuses `balance_limit_reached`.
   * @returns the part that each account paid.
   */
  take(scope: LedgerScope, take: Take): DebitParts;
  /**
   * Money leaves the scope's money at the bank (posting `kind`, once for each reference): from
   * `available` as far as it goes; the rest becomes debt. Otherwise as `take`.
   */
  debit(scope: LedgerScope, debit: Debit): DebitParts;
  /** Sends all that was added. Call it once and last; the commit waits for it. */
  write(at: number): void;
}

/** The accounts of a scope to lock. The sandbox's `available` may go below zero. */
export interface ScopeToLock extends LedgerScope {
  readonly isSandbox: boolean;
  readonly accounts: readonly Account[];
  /** The holds that `release` and `take` will use. */
  readonly holdIds?: readonly string[] | undefined;
}

/**
 * Locks accounts until the transaction ends, so that no other posting changes a balance between its
 * read and its write. Accounts that don't exist yet are opened first: the transaction then runs
 * again (CommitFirst). A caller that locks `blocked` or `debt` of a scope must lock its `available`
 * too, because holds and debts change only under the lock of `available`.
 */
export async function lockForPosting(
  tx: Transaction,
  scopes: readonly ScopeToLock[],
): Promise<LockedAccounts> {
  const keys = uniqueKeys(scopes);
  const rows = await lockAccounts(tx, [...keys.values()]);
  const named = new Map(rows.map((row) => [rowName(row), row]));
  if (named.size < keys.size) {
    const missing = [...keys].filter(([name]) => !named.has(name)).map(([, key]) => key);
    // A new account can come before a locked one in the order of locks. If this transaction opened
    // it, a transaction that waits for it could hold an account that this one locks next.
    throw new CommitFirst((first) => openAccounts(first.in(tx.bucketId), { accounts: missing }));
  }
  return lockedAccounts(tx, named, await lockUncovered(tx, named, scopes));
}

/** Locks debt and holds of scopes that have any, and reads the holds; adds the rows to `named`. */
async function lockUncovered(
  tx: Transaction,
  named: Map<string, AccountRow>,
  scopes: readonly ScopeToLock[],
): Promise<HoldRow[]> {
  const uncovered = [...named.values()]
    .filter((row) => row.uncovered > 0n)
    .map(({ merchantId, environment }) => ({ merchantId, environment }));
  const keys = scopes.flatMap(({ merchantId, environment, holdIds = [] }) =>
    holdIds.map((id) => ({ merchantId, environment, id })),
  );
  if (uncovered.length === 0 && keys.length === 0) return [];
  const missing = uncovered
    .flatMap((scope) => [accounts.blocked, accounts.debt].map((account) => ({ ...scope, account })))
    .filter(({ account, ...scope }) => !named.has(accountName(scope, account)));
  for (const row of missing.length > 0 ? await lockAccounts(tx, missing) : []) {
    named.set(rowName(row), row);
  }
  return selectHoldsForPosting(tx, { uncovered, keys });
}

type KeyToOpen = AccountKey & { readonly mayBeNegative: boolean };

function uniqueKeys(scopes: readonly ScopeToLock[]): Map<string, KeyToOpen> {
  const keys = new Map<string, KeyToOpen>();
  for (const { isSandbox, accounts: names, ...scope } of scopes) {
    const { merchantId, environment } = scope;
    for (const account of names) {
      keys.set(accountName(scope, account), {
        merchantId,
        environment,
        account,
        mayBeNegative: mayBeNegative(account, isSandbox),
      });
    }
  }
  return keys;
}

function rowName(row: AccountRow): string {
  return accountName(row, row.account);
}

function lockedAccounts(
  tx: Transaction,
  rows: ReadonlyMap<string, AccountRow>,
  holds: readonly HoldRow[],
): LockedAccounts {
  const journal = openJournal(rows);
  const state = holdState(journal, holds);
  return {
    balance: (scope, account) => journal.locate(scope, account).balance,
    add(posting) {
      const posted = journal.add(posting);
      if (!posted) return false;
      const isCredit = posting.entries.some(
        ({ account, amount }) => account === accounts.available && amount > 0n,
      );
      if (isCredit) useCredit(state, posting, posted);
      return true;
    },
    hold: (scope, hold) => openHold(state, scope, hold),
    release: (scope, holdId, amount) => releaseHold(state, scope, { holdId, amount }),
    take: (scope, take) => takeMoney(state, scope, take),
    debit: (scope, { kind, referenceId, amount }) =>
      takeMoney(state, scope, { kind, referenceId, amount }),
    write(at) {
      // The entries of an account stay in the order of their instants.
      const instant = recordedAt(tx, at);
      journal.write(tx, instant);
      writeHolds(tx, state, new Date(instant));
    },
  };
}
