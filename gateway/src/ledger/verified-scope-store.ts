import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET, eachBucketBy } from '#src/ground/database/statement-place.ts';
import type { PostingKind } from './chart-of-accounts.ts';

// Every merchant has two scopes. The platform's scope has no merchant and is found by its accounts.
// Each bucket lists its own merchants. Without `collate` the schema's name has another collation
// than the index on merchants, so that PostgreSQL would not use it.
const LIST_SCOPES = {
  name: 'verify_list_scopes',
  place: eachBucketBy('merchant_id', 'ascending', 3),
  text: `select s.merchant_id, s.environment, v.verified_at,
      exists (
        select from ledger_accounts a left join ledger_checkpoints c
          using (merchant_id, environment, account)
        where (a.merchant_id, a.environment) = (s.merchant_id, s.environment)
          and (a.entry_count, a.balance_centavos)
            is distinct from (c.entry_count, c.balance_centavos)
      ) as has_changed
    from (
      select * from (
        (select merchant_id, environment from (
            select merchant_id from merchants
            where merchant_id >= $1 and bucket_id = current_schema()::text collate "default"
            order by merchant_id limit $3
          ) next cross join (values ('live'), ('test')) as sides (environment))
        union (select distinct merchant_id, environment from ledger_accounts
          where (merchant_id, environment) > ($1, $2)
          order by merchant_id, environment limit $3)
      ) known
      where (merchant_id, environment) > ($1, $2) order by merchant_id, environment limit $3
    ) s
    left join ledger_verified_scopes v
      on (v.merchant_id, v.environment) = (s.merchant_id, s.environment)
    order by s.merchant_id, s.environment`,
};
// The oldest first, until their accounts have $2 entries, or a thirtieth of all. So a day reads a
// bounded number of entries, and a scope that is larger than that is read alone.
const LIST_DUE_IN_FULL = {
  name: 'verify_list_due_in_full',
  place: EACH_BUCKET,
  text: `select merchant_id, environment from (
      select s.*, sum(entries) over () as all_entries,
        sum(entries) over (order by fully_verified_at, merchant_id, environment) - entries
          as entries_before
      from (
        select v.merchant_id, v.environment, v.fully_verified_at,
          coalesce(sum(a.entry_count), 0) as entries
        from ledger_verified_scopes v
        left join ledger_accounts a
          on (a.merchant_id, a.environment) = (v.merchant_id, v.environment)
        group by v.merchant_id, v.environment, v.fully_verified_at
      ) s
    ) due
    where fully_verified_at < $1 and entries_before < greatest($2::numeric, all_entries / 30)`,
};
// One statement reads the balances and the starting points of the entries, so that both belong to
// one instant. It also finds entries of an account that has no row.
export const ACCOUNT_STATES = {
  name: 'verify_account_states',
  text: `select name as account, a.balance_centavos, a.entry_count, a.may_be_negative,
      case when o.entry_count >= coalesce(c.entry_count, 0) then o.entry_count
        else coalesce(c.entry_count, 0) end as start_count,
      case when o.entry_count >= coalesce(c.entry_count, 0) then o.balance_centavos
        else coalesce(c.balance_centavos, 0) end as start_centavos,
      o.opened_at,
      exists (
        select from ledger_entries e
        where (e.merchant_id, e.environment, e.account) = ($1, $2, name)
          and e.sequence > coalesce(a.entry_count, 0)
      ) as has_more,
      (select count(*) from ledger_postings p
        where p.merchant_id = $1 and p.environment = $2 and $3
          and p.kind not in ('split_received', 'payout_paid_late', 'refund_paid_late')
      ) as postings
    from unnest($4::text[]) name
    left join ledger_accounts a on (a.merchant_id, a.environment, a.account) = ($1, $2, name)
    left join ledger_openings o on (o.merchant_id, o.environment, o.account) = ($1, $2, name)
    left join ledger_checkpoints c on (c.merchant_id, c.environment, c.account) = ($1, $2, name)
      and not $3`,
};
export const READ_ENTRIES = {
  name: 'verify_read_entries',
  text: `select account, sequence, reference_id, kind, amount_centavos, balance_after_centavos,
      created_at
    from ledger_entries
    where merchant_id = $1 and environment = $2 and account = $3
      and sequence > $4 and sequence <= $5
    order by sequence limit $6`,
};
const OPENED_AT = {
  name: 'verify_opened_at',
  text: `select max(opened_at) as opened_at from ledger_openings
    where merchant_id = $1 and environment = $2`,
};
export interface ScopeRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly verified_at: number | null;
  readonly has_changed: boolean;
}

/** The point from which an account's entries are read, and the balance and count of its row. */
export interface AccountStateRow extends Record<string, unknown> {
  readonly account: string;
  /** Null for an account that has no row. */
  readonly balance_centavos: bigint | null;
  readonly entry_count: bigint | null;
  readonly may_be_negative: boolean | null;
  readonly start_count: bigint;
  readonly start_centavos: bigint;
  readonly opened_at: number | null;
  readonly has_more: boolean;
  readonly postings: bigint;
}

export interface VerifiedEntryRow extends Record<string, unknown> {
  readonly account: string;
  readonly sequence: bigint;
  readonly reference_id: string;
  readonly kind: PostingKind;
  readonly amount_centavos: bigint;
  readonly balance_after_centavos: bigint;
  readonly created_at: number;
}

/** The next `limit` scopes after the scope `after`, in the order of their keys. */
export function listScopes(
  database: Queryable,
  after: { merchantId: string; environment: string },
  limit: number,
): Promise<ScopeRow[]> {
  return database.query<ScopeRow>(LIST_SCOPES, [after.merchantId, after.environment, limit]);
}

/**
 * The scopes to read from their first entry: their last full read was before an instant. The oldest
 * is first; together they have about `entriesMax` entries.
 */
export async function listScopesDueInFull(
  database: Queryable,
  { before, entriesMax }: { before: Date; entriesMax: number },
): Promise<LedgerScope[]> {
  const rows = await database.query<ScopeRow>(LIST_DUE_IN_FULL, [before, entriesMax]);
  return rows.map((row) => ({ merchantId: row.merchant_id, environment: row.environment }));
}

/** The states of a scope's accounts. With `isFull` the reading begins at the first entry. */
export function readAccountStates(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { isFull, accounts }: { isFull: boolean; accounts: readonly string[] },
): Promise<AccountStateRow[]> {
  return database.query<AccountStateRow>(ACCOUNT_STATES, [
    merchantId,
    environment,
    isFull,
    accounts,
  ]);
}

/** The entries of an account after the sequence `after`, up to the sequence `upTo`. */
export function readEntries(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  piece: { account: string; after: bigint; upTo: bigint; limit: number },
): Promise<VerifiedEntryRow[]> {
  const { account, after, upTo, limit } = piece;
  return database.query<VerifiedEntryRow>(READ_ENTRIES, [
    merchantId,
    environment,
    account,
    after,
    upTo,
    limit,
  ]);
}

/** When the opening balances of a scope were set last (milliseconds); null when it has none. */
export async function readOpenedAt(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<number | null> {
  const [row] = await database.query<{ opened_at: number | null }>(OPENED_AT, [
    merchantId,
    environment,
  ]);
  return row?.opened_at ?? null;
}
