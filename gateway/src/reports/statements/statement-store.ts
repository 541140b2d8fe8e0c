import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Account, PostingKind } from '#src/ledger/chart-of-accounts.ts';
import type { AnyAccount } from './statement.ts';

const COLUMNS = `sequence, kind, reference_id, amount_centavos, balance_after_centavos, created_at`;
const OF_ACCOUNT = 'merchant_id = $1 and environment = $2 and account = $3';

const COUNT = {
  name: 'statement_count_entries',
  text: `select entry_count from ledger_accounts where ${OF_ACCOUNT}`,
};
const COUNT_SOME = {
  name: 'statement_count_some',
  text: `select account, entry_count from ledger_accounts
    where merchant_id = $1 and environment = $2 and account = any($3)`,
};
const SELECT_ONE = {
  name: 'statement_select_entry',
  text: `select ${COLUMNS} from ledger_entries where ${OF_ACCOUNT} and sequence = $4`,
};
const SELECT_NEWEST = {
  name: 'statement_select_newest',
  text: `select ${COLUMNS} from ledger_entries
    where ${OF_ACCOUNT} and sequence between $4 and $5 order by sequence desc limit $6`,
};
const SELECT_OLDEST = {
  name: 'statement_select_oldest',
  text: `select ${COLUMNS} from ledger_entries
    where ${OF_ACCOUNT} and sequence between $4 and $5 order by sequence limit $6`,
};

export interface StatementRow extends Record<string, unknown> {
  readonly sequence: bigint;
  readonly kind: PostingKind;
  readonly reference_id: string;
  readonly amount_centavos: bigint;
  readonly balance_after_centavos: bigint;
  readonly created_at: number;
}

/** How many entries an account has: the sequence of its last one. */
export async function countEntries(database: Queryable, account: AnyAccount): Promise<bigint> {
  const rows = await database.query<{ entry_count: bigint }>(COUNT, valuesOf(account));
  return rows[0]?.entry_count ?? 0n;
}

/** How many entries some accounts have, as of one instant. */
export async function countEntriesOf(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  accounts: readonly Account[],
): Promise<ReadonlyMap<Account, bigint>> {
  const values = [merchantId, environment, accounts];
  const rows = await database.query<{ account: Account; entry_count: bigint }>(COUNT_SOME, values);
  return new Map(rows.map((row) => [row.account, row.entry_count]));
}

/** The entry with a sequence; undefined when there is none. */
export async function selectEntry(
  database: Queryable,
  account: AnyAccount,
  sequence: bigint,
): Promise<StatementRow | undefined> {
  const values = [...valuesOf(account), sequence];
  return (await database.query<StatementRow>(SELECT_ONE, values))[0];
}

/** The entries of a range, both ends inclusive, newest or oldest first. */
export function selectEntries(
  database: Queryable,
  account: AnyAccount,
  range: { first: bigint; last: bigint; limit: number; order: 'newest' | 'oldest' },
): Promise<StatementRow[]> {
  const statement = range.order === 'newest' ? SELECT_NEWEST : SELECT_OLDEST;
  const values = [...valuesOf(account), range.first, range.last, range.limit];
  return database.query<StatementRow>(statement, values);
}

function valuesOf({ merchantId, environment, account }: AnyAccount): unknown[] {
  return [merchantId, environment, account];
}
