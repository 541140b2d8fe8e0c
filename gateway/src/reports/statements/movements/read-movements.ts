import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Account, accounts } from '#src/ledger/chart-of-accounts.ts';
import { findEntryRange, readAllEntries } from '../read-statement.ts';
import {
  type Entry,
  type EntryRange,
  type Period,
  type StatementEntry,
  statementAccounts,
} from '../statement.ts';
import { countEntriesOf, selectEntries } from '../statement-store.ts';
import { type Movement, type MovementRange, movementOf } from './movement.ts';

/** The accounts that are not part of the merchant's total; their sum is minus the total. */
const COUNTERPARTS = [accounts.bank, accounts.fees, accounts.sandboxAdjustments] as const;
const MOVEMENTS_MAX = 500_000n;
/** How many entries near an end of the period are searched for those of a posting. */
const NEIGHBOURS = 100n;

/**
 * Finds the movements of a period, and the merchant's total before and after it.
 * @throws {Refusal} export_too_large for more than 500,000 movements.
 */
export async function findMovementRange(
  database: Queryable,
  scope: LedgerScope,
  period: Period,
): Promise<MovementRange> {
  // One statement counts all accounts, so a concurrent posting is in all counts or in none.
  const counts = await countEntriesOf(database, scope, [...COUNTERPARTS, ...statementAccounts]);
  const [bank, fees, adjustments] = await Promise.all(
    COUNTERPARTS.map((account) =>
      findEntryRange(database, { ...scope, account }, period, counts.get(account) ?? 0n),
    ),
  );
  if (!bank || !fees || !adjustments) throw new Error('an account was not read');
  if (bank.last - bank.first >= MOVEMENTS_MAX) throw new Refusal('export_too_large');
  const [feesBefore, feesAfter] = await Promise.all([
    feesWith(database, scope, bank.first - 1n, { at: fees.first - 1n, balance: fees.opening }),
    feesWith(database, scope, bank.last, { at: fees.last, balance: fees.closing }),
  ]);
  return {
    first: bank.first,
    last: bank.last,
    opening: -(bank.opening + feesBefore + adjustments.opening),
    closing: -(bank.closing + feesAfter + adjustments.closing),
    counts,
  };
}

/** Reads all movements of a range, oldest first. Only one page at a time is in memory. */
export async function* readMovements(
  database: Queryable,
  scope: LedgerScope,
  range: MovementRange,
): AsyncGenerator<Movement[]> {
  let total = range.opening;
  const bank = { ...scope, account: accounts.bank };
  for await (const entries of readAllEntries(database, bank, rangeOfBank(range))) {
    const movements: Movement[] = [];
    for (const entry of entries) {
      const movement =
        entry.kind === 'sandbox_reset'
          ? await movementOfReset(database, scope, entry, total)
          : movementOf(entry, total);
      movements.push(movement);
      total = movement.balanceAfter;
    }
    yield movements;
  }
}

function rangeOfBank({ first, last }: MovementRange): EntryRange {
  return { first, last, opening: 0n, closing: 0n };
}

interface FeesEnd {
  /** The last entry of `fees` by time, and the balance after it. */
  readonly at: bigint;
  readonly balance: bigint;
}

/**
 * The balance of `fees` after the postings up to an entry of `bank`. Both accounts have their
 * postings in the same order, but the clocks of processes differ by milliseconds: around midnight
 * the last entry of `fees` is found by its posting, not only by its time.
 */
async function feesWith(
  database: Queryable,
  scope: LedgerScope,
  lastOfBank: bigint,
  end: FeesEnd,
): Promise<bigint> {
  const around = (account: Account, at: bigint, after: bigint): Promise<Entry[]> =>
    selectEntries(
      database,
      { ...scope, account },
      {
        first: at - NEIGHBOURS,
        last: at + after,
        order: 'newest',
        limit: Number(2n * NEIGHBOURS + 1n),
      },
    );
  const posted = await around(accounts.bank, lastOfBank, 0n);
  const keys = new Set(posted.map(nameOfPosting));
  const fees = await around(accounts.fees, end.at, NEIGHBOURS);
  const last = fees.find((entry) => keys.has(nameOfPosting(entry)));
  return last?.balanceAfter ?? end.balance;
}

function nameOfPosting({ kind, referenceId }: Entry): string {
  return `${kind} ${referenceId}`;
}

/** The movement of a daily reset of the sandbox: it removes the available balance without a Pix. */
async function movementOfReset(
  database: Queryable,
  scope: LedgerScope,
  entry: StatementEntry,
  before: bigint,
): Promise<Movement> {
  const available = { ...scope, account: accounts.available };
  const day = { from: entry.createdAt, until: entry.createdAt + 1 };
  const { first, last } = await findEntryRange(database, available, day);
  const rows = await selectEntries(database, available, {
    first,
    last,
    limit: Number(NEIGHBOURS),
    order: 'oldest',
  });
  const reset = rows.find(({ referenceId }) => referenceId === entry.referenceId);
  const net = reset?.amount ?? 0n;
  return { ...movementOf(entry, before), gross: net, net, balanceAfter: before + net };
}
