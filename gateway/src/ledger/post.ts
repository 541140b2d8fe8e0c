import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { BALANCE_CENTAVOS_MAX, type Centavos, centavos } from '#src/money/centavos.ts';
import type { Transaction } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import {
  type Account,
  mayBeNegative,
  type Posting,
  type PostingKind,
} from './chart-of-accounts.ts';
import {
  type AccountKey,
  type AccountRow,
  type EntryRow,
  insertEntries,
  insertPostings,
  lockAccounts,
  openAccounts,
  updateAccounts,
} from './ledger-store.ts';

const writtenPostings = new Map<PostingKind, number>();

/** How many postings of each kind this process has written, for the metrics. */
export function countWrittenPostings(): ReadonlyMap<PostingKind, number> {
  return writtenPostings;
}

/** Accounts that are locked until the transaction ends, with their balances in memory. */
export interface LockedAccounts {
  /** The balance with the added postings. Throws when the account was not locked. */
  balance(scope: LedgerScope, account: Account): Centavos;
  /**
   * Adds a posting. Returns false and adds nothing when an account that may not be negative would
   * go below zero. Refuses `balance_limit_reached` when an account would hold more than
   * BALANCE_CENTAVOS_MAX. Throws when an account was not locked.
   */
  add(posting: Posting): boolean;
  /** Sends all added postings. Call it once and last; the commit waits for it. */
  write(at: number): void;
}

/** The accounts of a scope to lock. The sandbox's `available` may go below zero. */
export interface ScopeToLock extends LedgerScope {
  readonly isSandbox: boolean;
  readonly accounts: readonly Account[];
}

/**
 * Locks accounts until the transaction ends, so that no other posting changes a balance between its
 * read and its write. Accounts that don't exist yet are opened.
 */
export async function lockForPosting(
  tx: Transaction,
  scopes: readonly ScopeToLock[],
): Promise<LockedAccounts> {
  const keys = uniqueKeys(scopes);
  let rows = await lockAccounts(tx, [...keys.values()]);
  if (rows.length < keys.size) {
    const known = new Set(rows.map((row) => rowName(row)));
    await openAccounts(
      tx,
      [...keys].filter(([name]) => !known.has(name)).map(([, key]) => key),
    );
    rows = await lockAccounts(tx, [...keys.values()]);
  }
  return lockedAccounts(tx, new Map(rows.map((row) => [rowName(row), row])));
}

type KeyToOpen = AccountKey & { readonly mayBeNegative: boolean };

function uniqueKeys(scopes: readonly ScopeToLock[]): Map<string, KeyToOpen> {
  const keys = new Map<string, KeyToOpen>();
  for (const { merchantId, environment, isSandbox, accounts } of scopes) {
    for (const account of accounts) {
      keys.set(`${merchantId} ${environment} ${account}`, {
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
  return `${row.merchant_id} ${row.environment} ${row.account}`;
}

/** A movement towards zero is allowed, also on an account that is beyond the limit already. */
function isBeyondLimit({ row, amount }: { row: AccountRow; amount: bigint }): boolean {
  const balance = row.balance_centavos + amount;
  return amount < 0n ? balance < -BALANCE_CENTAVOS_MAX : balance > BALANCE_CENTAVOS_MAX;
}

function lockedAccounts(tx: Transaction, rows: Map<string, AccountRow>): LockedAccounts {
  const postings: { kind: PostingKind }[] = [];
  const entries: EntryRow[] = [];
  const touched = new Set<AccountRow>();

  function locate(scope: LedgerScope, account: Account): AccountRow {
    const row = rows.get(`${scope.merchantId} ${scope.environment} ${account}`);
    if (!row) throw new Error(`account ${account} was not locked before it was posted to`);
    return row;
  }

  return {
    balance: (scope, account) => centavos(locate(scope, account).balance_centavos),
    add(posting) {
      const movements = posting.entries.map((entry) => ({
        row: locate(posting, entry.account),
        amount: entry.amount,
      }));
      const isRefused = movements.some(
        ({ row, amount }) =>
          amount < 0n && !row.may_be_negative && row.balance_centavos + amount < 0n,
      );
      if (isRefused) return false;
      if (movements.some(isBeyondLimit)) throw new Refusal('balance_limit_reached');
      const about = {
        merchant_id: posting.merchantId,
        environment: posting.environment,
        reference_id: posting.referenceId,
        kind: posting.kind,
      };
      postings.push(about);
      for (const { row, amount } of movements) {
        row.balance_centavos += amount;
        row.entry_count += 1n;
        touched.add(row);
        entries.push({
          ...about,
          account: row.account,
          sequence: row.entry_count.toString(),
          amount_centavos: amount.toString(),
          balance_after_centavos: row.balance_centavos.toString(),
        });
      }
      return true;
    },
    write(at) {
      if (postings.length === 0) return;
      insertPostings(tx, postings, new Date(at));
      if (entries.length > 0) {
        insertEntries(tx, entries, new Date(at));
        updateAccounts(tx, [...touched]);
      }
      for (const { kind } of postings) {
        writtenPostings.set(kind, (writtenPostings.get(kind) ?? 0) + 1);
      }
    },
  };
}
