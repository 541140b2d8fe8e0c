import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { BALANCE_CENTAVOS_MAX, type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { type Account, accounts, type Posting, type PostingKind } from './chart-of-accounts.ts';
import { addFees, type FeesOfDay } from './fee-day-store.ts';
import type { PostingRow } from './hold-store.ts';
import {
  type AccountRow,
  insertEntries,
  insertPostings,
  type NewEntry,
  updateAccounts,
} from './ledger-store.ts';

const writtenPostings = new Map<PostingKind, number>();

/** How many postings of each kind this process has written, for the metrics. */
export function countWrittenPostings(): ReadonlyMap<PostingKind, number> {
  return writtenPostings;
}

/** Stands for the reference of a posting until `write` gives it a new id. */
export const NEW_REFERENCE = '';

export function accountName({ merchantId, environment }: LedgerScope, account: string): string {
  return `${merchantId} ${environment} ${account}`;
}

/** The postings of a transaction and the balances of its locked accounts, in memory. */
export interface Journal {
  /** The row of a locked account. Throws when it was not locked. */
  locate(scope: LedgerScope, account: Account): AccountRow;
  /** The row of a locked account, undefined when it was not locked or doesn't exist. */
  find(scope: LedgerScope, account: Account): AccountRow | undefined;
  /** Writes the row although no entry changed it. */
  touch(row: AccountRow): void;
  /**
   * Adds a posting; undefined when an account that may not be negative would go below zero.
   * Refuses `balance_limit_reached`. Throws when an account was not locked.
   */
  add(posting: Posting): PostingRow | undefined;
  /** Gives postings without a reference an id of this instant, then sends all of them. */
  write(tx: Transaction, at: number): void;
}

/** A journal of locked accounts, by their names. */
export function openJournal(rows: ReadonlyMap<string, AccountRow>): Journal {
  const postings: PostingRow[] = [];
  const entries: NewEntry[] = [];
  const touched = new Set<AccountRow>();
  const fees = new Map<AccountRow, Centavos>();
  const find = (scope: LedgerScope, account: Account): AccountRow | undefined =>
    rows.get(accountName(scope, account));
  const locate = (scope: LedgerScope, account: Account): AccountRow => {
    const row = find(scope, account);
    if (!row) throw new Error(`account ${account} was not locked before it was posted to`);
    return row;
  };
  return {
    locate,
    find,
    touch: (row) => touched.add(row),
    add(posting) {
      const movements = posting.entries.map(({ account, amount }) => ({
        row: locate(posting, account),
        amount,
      }));
      if (movements.some(isOverdraft)) return undefined;
      if (movements.some(isBeyondLimit)) throw new Refusal('balance_limit_reached');
      const about = rowOf(posting);
      postings.push(about);
      for (const { row, amount } of movements) {
        row.balance = centavos(row.balance + amount);
        row.entryCount += 1n;
        touched.add(row);
        if (row.account === accounts.fees) fees.set(row, centavos((fees.get(row) ?? 0n) + amount));
        entries.push(entryOf(about, row, amount));
      }
      return about;
    },
    write(tx, at) {
      for (const posting of postings) {
        if (posting.referenceId === NEW_REFERENCE) posting.referenceId = createId(at);
        writtenPostings.set(posting.kind, (writtenPostings.get(posting.kind) ?? 0) + 1);
      }
      if (postings.length > 0) insertPostings(tx, postings, new Date(at));
      if (entries.length > 0) insertEntries(tx, entries, new Date(at));
      if (touched.size > 0) updateAccounts(tx, [...touched]);
      if (fees.size > 0) addFees(tx, { fees: feesOn(fees, brazilianDayOf(at)) });
    },
  };
}

/** The fees that a transaction adds to each ledger scope on a day, in centavos. */
function feesOn(fees: ReadonlyMap<AccountRow, Centavos>, day: string): FeesOfDay[] {
  return [...fees].map(([{ merchantId, environment }, sum]) => ({
    merchantId,
    environment,
    day,
    fees: sum,
  }));
}

function rowOf({ merchantId, environment, referenceId, kind }: Posting): PostingRow {
  return { merchantId, environment, referenceId, kind };
}

function entryOf(posting: PostingRow, row: AccountRow, amount: Centavos): NewEntry {
  const { account, entryCount: sequence, balance: balanceAfter } = row;
  return { posting, account, sequence, amount, balanceAfter };
}

interface Movement {
  readonly row: AccountRow;
  readonly amount: Centavos;
}

function isOverdraft({ row, amount }: Movement): boolean {
  return amount < 0n && !row.mayBeNegative && row.balance + amount < 0n;
}

/** Whether an amount moves the balance away from zero beyond the limit. */
function isBeyondLimit({ row, amount }: Movement): boolean {
  const balance = row.balance + amount;
  return amount < 0n ? balance < -BALANCE_CENTAVOS_MAX : balance > BALANCE_CENTAVOS_MAX;
}
