import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type RowOf, rowType } from '#src/ground/database/row-type.ts';
import type { Account } from './chart-of-accounts.ts';

/** One account of a ledger scope. Amounts in centavos. */
export interface AccountRow {
  merchant_id: string;
  environment: Environment;
  account: Account;
  balance_centavos: bigint;
  entry_count: bigint;
  may_be_negative: boolean;
  /** Of `available`: the scope's debt, plus what its open holds lack. Zero of other accounts. */
  uncovered_centavos: bigint;
}

const ACCOUNT_KEY = rowType('ledger_account_key', {
  merchant_id: 'uuid',
  environment: 'text',
  account: 'text',
});
const ACCOUNT_STATE = rowType('ledger_account_state', {
  ...ACCOUNT_KEY.columns,
  balance_centavos: 'bigint',
  entry_count: 'bigint',
  uncovered_centavos: 'bigint',
});
const NEW_POSTING = rowType('new_ledger_posting', {
  merchant_id: 'uuid',
  environment: 'text',
  reference_id: 'uuid',
  kind: 'text',
});
const NEW_ENTRY = rowType('new_ledger_entry', {
  ...ACCOUNT_KEY.columns,
  sequence: 'bigint',
  reference_id: 'uuid',
  kind: 'text',
  amount_centavos: 'bigint',
  balance_after_centavos: 'bigint',
});
export type EntryRow = RowOf<typeof NEW_ENTRY.columns>;
export type NewPostingRow = RowOf<typeof NEW_POSTING.columns>;

const ACCOUNT_COLUMNS = 'merchant_id uuid, environment text, account text';

// All postings lock in one order (merchant, environment, account), so that two postings to the same
// accounts wait for each other and don't deadlock.
const LOCK_ACCOUNTS = {
  name: 'ledger_lock_accounts',
  text: `select a.* from ledger_accounts a
    where (a.merchant_id, a.environment, a.account) in (
      select ${ACCOUNT_KEY.names} from ${ACCOUNT_KEY.from(1)}
    )
    order by a.merchant_id, a.environment, a.account
    for update`,
};

const OPEN_ACCOUNTS = {
  name: 'ledger_open_accounts',
  text: `insert into ledger_accounts (merchant_id, environment, account, may_be_negative)
    select merchant_id, environment, account, may_be_negative
    from json_to_recordset($1) as row (${ACCOUNT_COLUMNS}, may_be_negative boolean)
    order by merchant_id, environment, account
    on conflict do nothing`,
};

const UPDATE_ACCOUNTS = {
  name: 'ledger_update_accounts',
  text: `update ledger_accounts a
    set balance_centavos = row.balance_centavos, entry_count = row.entry_count,
      uncovered_centavos = row.uncovered_centavos
    from ${ACCOUNT_STATE.from(1)} row
    where (a.merchant_id, a.environment, a.account)
      = (row.merchant_id, row.environment, row.account)`,
};

const INSERT_POSTINGS = {
  name: 'ledger_insert_postings',
  text: `insert into ledger_postings (${NEW_POSTING.names}, created_at)
    select ${NEW_POSTING.names}, $2 from ${NEW_POSTING.from(1)}`,
};

const INSERT_ENTRIES = {
  name: 'ledger_insert_entries',
  text: `insert into ledger_entries (${NEW_ENTRY.names}, created_at)
    select ${NEW_ENTRY.names}, $2 from ${NEW_ENTRY.from(1)}`,
};

const READ_BALANCES = {
  name: 'ledger_read_balances',
  text: `select a.merchant_id, a.environment, a.account, a.balance_centavos from ledger_accounts a
    where (a.merchant_id, a.environment) in (
      select merchant_id, environment
      from json_to_recordset($1) as scope (merchant_id uuid, environment text)
    ) and a.account in ('available', 'reserved', 'blocked', 'debt', 'pending_settlement')`,
};

export interface AccountKey extends LedgerScope {
  readonly account: Account;
}

function keyRow(key: AccountKey) {
  return { merchant_id: key.merchantId, environment: key.environment, account: key.account };
}

/** Locks accounts until the transaction ends and returns the existing ones. */
export function lockAccounts(tx: Transaction, keys: readonly AccountKey[]): Promise<AccountRow[]> {
  const rows = ACCOUNT_KEY.rows(keys.map(keyRow));
  return tx.query<AccountRow & Record<string, unknown>>(LOCK_ACCOUNTS, [rows]);
}

/** Opens accounts with a balance of zero; existing accounts stay unchanged. */
export async function openAccounts(
  tx: Transaction,
  keys: readonly (AccountKey & { mayBeNegative: boolean })[],
): Promise<void> {
  const rows = keys.map((key) => ({ ...keyRow(key), may_be_negative: key.mayBeNegative }));
  await tx.query(OPEN_ACCOUNTS, [JSON.stringify(rows)]);
}

/** Writes the balances and entry counts of locked accounts. */
export function updateAccounts(tx: Transaction, rows: readonly AccountRow[]): void {
  tx.send(UPDATE_ACCOUNTS, [ACCOUNT_STATE.rows(rows)]);
}

/** Inserts postings; the transaction fails when one exists already. */
export function insertPostings(tx: Transaction, rows: readonly NewPostingRow[], at: Date): void {
  tx.send(INSERT_POSTINGS, [NEW_POSTING.rows(rows), at]);
}

/** Inserts entries; the transaction fails when the entries of a posting don't sum to zero. */
export function insertEntries(tx: Transaction, rows: readonly EntryRow[], at: Date): void {
  tx.send(INSERT_ENTRIES, [NEW_ENTRY.rows(rows), at]);
}

/** The balances of all accounts of the scopes, in centavos. */
export function selectBalances(
  database: Queryable,
  scopes: readonly LedgerScope[],
): Promise<Pick<AccountRow, 'merchant_id' | 'environment' | 'account' | 'balance_centavos'>[]> {
  const rows = scopes.map((scope) => ({
    merchant_id: scope.merchantId,
    environment: scope.environment,
  }));
  return database.query<AccountRow & Record<string, unknown>>(READ_BALANCES, [
    JSON.stringify(rows),
  ]);
}
