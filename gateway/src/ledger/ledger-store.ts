import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { rowType } from '#src/ground/database/row-type.ts';
import { many, param, rowsOf, rowsOfType, run, send, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { Account, PostingKind } from './chart-of-accounts.ts';

const KEY = { ...f.SCOPE, account: f.textOf<Account>() };
export type AccountKey = f.RecordOf<typeof KEY>;
const BALANCE = { balance: f.inColumn('balance_centavos', f.centavos) };
const MAY_BE_NEGATIVE = { mayBeNegative: f.bool };
const ACCOUNT = {
  ...KEY,
  ...BALANCE,
  entryCount: f.bigint,
  ...MAY_BE_NEGATIVE,
  uncovered: f.inColumn('uncovered_centavos', f.centavos),
};

/** One account of a ledger scope. Amounts in centavos. */
export interface AccountRow extends AccountKey {
  balance: Centavos;
  entryCount: bigint;
  readonly mayBeNegative: boolean;
  /** Of `available`: the scope's debt, plus what its open holds lack. Zero of other accounts. */
  uncovered: Centavos;
}

/** A posting to insert, without its entries. */
export interface NewPosting extends LedgerScope {
  readonly referenceId: string;
  readonly kind: PostingKind;
}

/** An entry to insert. Amounts in centavos. */
export interface NewEntry {
  readonly posting: NewPosting;
  readonly account: Account;
  readonly sequence: bigint;
  readonly amount: Centavos;
  readonly balanceAfter: Centavos;
}

const ACCOUNT_KEY = rowType('ledger_account_key', {
  merchant_id: f.uuid,
  environment: f.text,
  account: f.text,
});
const ACCOUNT_STATE = rowType('ledger_account_state', {
  ...ACCOUNT_KEY.fields,
  balance_centavos: f.bigint,
  entry_count: f.bigint,
  uncovered_centavos: f.bigint,
});
const NEW_POSTING = rowType('new_ledger_posting', {
  merchant_id: f.uuid,
  environment: f.text,
  reference_id: f.uuid,
  kind: f.text,
});
const NEW_ENTRY = rowType('new_ledger_entry', {
  ...ACCOUNT_KEY.fields,
  sequence: f.bigint,
  reference_id: f.uuid,
  kind: f.text,
  amount_centavos: f.bigint,
  balance_after_centavos: f.bigint,
});
const AT = param('at', f.instant);

// All postings lock in one order (merchant, environment, account), so that two postings to the same
// accounts wait for each other and don't deadlock.
const lockAccountRows = many(
  'ledger_lock_accounts',
  ACCOUNT,
  sql`select a.* from ledger_accounts a
    where (a.merchant_id, a.environment, a.account) in (
      select ${ACCOUNT_KEY.names} from ${rowsOfType('keys', ACCOUNT_KEY)}
    )
    order by a.merchant_id, a.environment, a.account
    for update`,
);

/** Opens accounts with a balance of zero; existing accounts stay unchanged. */
export const openAccounts = run(
  'ledger_open_accounts',
  sql`insert into ledger_accounts (merchant_id, environment, account, may_be_negative)
    select merchant_id, environment, account, may_be_negative
    from ${rowsOf('accounts', 'row', { ...KEY, ...MAY_BE_NEGATIVE })}
    order by merchant_id, environment, account
    on conflict do nothing`,
);

const updateAccountRows = send(
  'ledger_update_accounts',
  sql`update ledger_accounts a
    set balance_centavos = row.balance_centavos, entry_count = row.entry_count,
      uncovered_centavos = row.uncovered_centavos
    from ${rowsOfType('accounts', ACCOUNT_STATE)} row
    where (a.merchant_id, a.environment, a.account)
      = (row.merchant_id, row.environment, row.account)`,
);

const insertPostingRows = send(
  'ledger_insert_postings',
  sql`insert into ledger_postings (${NEW_POSTING.names}, created_at)
    select ${NEW_POSTING.names}, ${AT} from ${rowsOfType('postings', NEW_POSTING)}`,
);

const insertEntryRows = send(
  'ledger_insert_entries',
  sql`insert into ledger_entries (${NEW_ENTRY.names}, created_at)
    select ${NEW_ENTRY.names}, ${AT} from ${rowsOfType('entries', NEW_ENTRY)}`,
);

/** The balances of all accounts of the scopes, in centavos. */
export const selectBalances = many(
  'ledger_read_balances',
  { ...KEY, ...BALANCE },
  sql`select a.merchant_id, a.environment, a.account, a.balance_centavos from ledger_accounts a
    where (a.merchant_id, a.environment) in (
      select merchant_id, environment
      from ${rowsOf('scopes', 'scope', f.SCOPE)}
    ) and a.account in ('available', 'reserved', 'blocked', 'debt', 'pending_settlement')`,
);

function keyRow({ merchantId, environment, account }: AccountKey) {
  return { merchant_id: merchantId, environment, account };
}

/** Locks accounts until the transaction ends and returns the existing ones. */
export function lockAccounts(tx: Transaction, keys: readonly AccountKey[]): Promise<AccountRow[]> {
  return lockAccountRows(tx, { keys: keys.map(keyRow) });
}

/** Writes the balances and entry counts of locked accounts. */
export function updateAccounts(tx: Transaction, accounts: readonly AccountRow[]): void {
  const rows = accounts.map((row) => ({
    ...keyRow(row),
    balance_centavos: row.balance,
    entry_count: row.entryCount,
    uncovered_centavos: row.uncovered,
  }));
  updateAccountRows(tx, { accounts: rows });
}

/** Inserts postings; the transaction fails when one exists already. */
export function insertPostings(tx: Transaction, postings: readonly NewPosting[], at: Date): void {
  insertPostingRows(tx, { postings: postings.map(postingRow), at });
}

/** Inserts entries; the transaction fails when the entries of a posting don't sum to zero. */
export function insertEntries(tx: Transaction, entries: readonly NewEntry[], at: Date): void {
  const rows = entries.map(({ posting, account, sequence, amount, balanceAfter }) => ({
    ...postingRow(posting),
    account,
    sequence,
    amount_centavos: amount,
    balance_after_centavos: balanceAfter,
  }));
  insertEntryRows(tx, { entries: rows, at });
}

function postingRow({ merchantId, environment, referenceId, kind }: NewPosting) {
  return { merchant_id: merchantId, environment, reference_id: referenceId, kind };
}

/**
 * The sum of each account over the scopes of an environment in one bucket, in centavos; a row for
 * each bucket. It is read as digits, because a sum may be larger than a bigint of the database.
 */
export const sumAccounts = many(
  'ledger_totals',
  { account: f.textOf<Account>(), total: f.text },
  sql`select account, sum(balance_centavos)::text as total, count(*) as scopes
    from ledger_accounts where environment = ${param('environment', f.SCOPE.environment)}
    group by account`,
  EACH_BUCKET,
);
