import * as f from '#src/ground/database/fields.ts';
import {
  many,
  mergedBy,
  one,
  type Param,
  param,
  paramsOf,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { PostingKind } from './chart-of-accounts.ts';

const LISTED_SCOPE = {
  ...f.SCOPE,
  verifiedAt: f.orNull(f.instant),
  hasChanged: f.bool,
};
export type ListedScope = f.RecordOf<typeof LISTED_SCOPE>;

/** The point from which an account's entries are read, and the balance and count of its row. */
export const ACCOUNT_STATE = {
  account: f.text,
  /** Null for an account that has no row. */
  balance: f.inColumn('balance_centavos', f.orNull(f.centavos)),
  entryCount: f.orNull(f.bigint),
  mayBeNegative: f.orNull(f.bool),
  startCount: f.bigint,
  startBalance: f.inColumn('start_centavos', f.centavos),
  openedAt: f.orNull(f.instant),
  hasMore: f.bool,
  postings: f.count,
};
export type AccountState = f.RecordOf<typeof ACCOUNT_STATE>;

export const VERIFIED_ENTRY = {
  account: f.text,
  sequence: f.bigint,
  referenceId: f.uuid,
  kind: f.textOf<PostingKind>(),
  amount: f.inColumn('amount_centavos', f.centavos),
  balanceAfter: f.inColumn('balance_after_centavos', f.centavos),
  createdAt: f.instant,
};
export type VerifiedEntry = f.RecordOf<typeof VERIFIED_ENTRY>;

const $ = paramsOf({
  merchantId: f.uuid,
  environment: f.text,
  account: f.text,
  after: f.bigint,
  upTo: f.bigint,
  limit: f.count,
});

// Every merchant has two scopes. The platform's scope has no merchant and is found by its accounts.
// Each bucket lists its own merchants. Without `collate` the schema's name has another collation
// than the index on merchants, so that PostgreSQL would not use it.
/** The next `limit` scopes after a scope, in the order of their keys. */
export const listScopes = many(
  'verify_list_scopes',
  LISTED_SCOPE,
  sql`select s.merchant_id, s.environment, v.verified_at,
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
            where merchant_id >= ${$.merchantId}
              and bucket_id = current_schema()::text collate "default"
            order by merchant_id limit ${$.limit}
          ) next cross join (values ('live'), ('test')) as sides (environment))
        union (select distinct merchant_id, environment from ledger_accounts
          where (merchant_id, environment) > (${$.merchantId}, ${$.environment})
          order by merchant_id, environment limit ${$.limit})
      ) known
      where (merchant_id, environment) > (${$.merchantId}, ${$.environment})
        order by merchant_id, environment limit ${$.limit}
    ) s
    left join ledger_verified_scopes v
      on (v.merchant_id, v.environment) = (s.merchant_id, s.environment)
    order by s.merchant_id, s.environment`,
  mergedBy('merchant_id', 'ascending', $.limit),
);

const ENTRIES_MAX: f.Field<number> = { stored: 'numeric', isNullable: false };

// The oldest first, until their accounts have so many entries, or a thirtieth of all. So a day
// reads a bounded number of entries, and a scope that is larger than that is read alone.
/**
 * The scopes to read from their first entry: their last full read was before an instant. The oldest
 * is first; together they have about `entriesMax` entries.
 */
export const listScopesDueInFull = many(
  'verify_list_due_in_full',
  f.SCOPE,
  sql`select merchant_id, environment from (
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
    where fully_verified_at < ${param('before', f.instant)}
      and entries_before
        < greatest(${param('entriesMax', ENTRIES_MAX)}::numeric, all_entries / 30)`,
  EACH_BUCKET,
);

/** The parameters that name the scope, or the columns that do. */
type ScopeParts = Readonly<Record<'merchantId' | 'environment', Param | string>>;
type RangeParts = ScopeParts & Readonly<Record<'account' | 'after' | 'upTo', Param | string>>;

// One statement reads the balances and the starting points of the entries, so that both belong to
// one instant. It also finds entries of an account that has no row.
/** The states of a scope's accounts. With `isFull` the reading begins at the first entry. */
export function accountStatesOf<const Of extends ScopeParts>({ merchantId, environment }: Of) {
  const isFull = param('isFull', f.bool);
  const scope = sql`${merchantId as Of['merchantId']}, ${environment as Of['environment']}`;
  return sql`select name as account, a.balance_centavos, a.entry_count, a.may_be_negative,
      case when o.entry_count >= coalesce(c.entry_count, 0) then o.entry_count
        else coalesce(c.entry_count, 0) end as start_count,
      case when o.entry_count >= coalesce(c.entry_count, 0) then o.balance_centavos
        else coalesce(c.balance_centavos, 0) end as start_centavos,
      o.opened_at,
      exists (
        select from ledger_entries e
        where (e.merchant_id, e.environment, e.account) = (${scope}, name)
          and e.sequence > coalesce(a.entry_count, 0)
      ) as has_more,
      (select count(*) from ledger_postings p
        where p.merchant_id = ${merchantId as Of['merchantId']}
          and p.environment = ${environment as Of['environment']} and ${isFull}
          and p.kind not in ('split_received', 'payout_paid_late', 'refund_paid_late')
      ) as postings
    from unnest(${param('accounts', f.listOf(f.text))}::text[]) name
    left join ledger_accounts a on (a.merchant_id, a.environment, a.account) = (${scope}, name)
    left join ledger_openings o on (o.merchant_id, o.environment, o.account) = (${scope}, name)
    left join ledger_checkpoints c on (c.merchant_id, c.environment, c.account) = (${scope}, name)
      and not ${isFull}`;
}

/** The entries of an account after the sequence `after`, up to the sequence `upTo`. */
export function entriesOf<const Of extends RangeParts>(of: Of) {
  return sql`select account, sequence, reference_id, kind, amount_centavos, balance_after_centavos,
      created_at
    from ledger_entries
    where merchant_id = ${of.merchantId as Of['merchantId']}
      and environment = ${of.environment as Of['environment']}
      and account = ${of.account as Of['account']}
      and sequence > ${of.after as Of['after']} and sequence <= ${of.upTo as Of['upTo']}
    order by sequence limit ${$.limit}`;
}

/** The states of a scope's accounts. With `isFull` the reading begins at the first entry. */
export const readAccountStates = many('verify_account_states', ACCOUNT_STATE, accountStatesOf($));

/** The entries of an account after the sequence `after`, up to the sequence `upTo`. */
export const readEntries = many('verify_read_entries', VERIFIED_ENTRY, entriesOf($));

/** When the opening balances of a scope were set last (milliseconds); null when it has none. */
export const readOpenedAt = one(
  'verify_opened_at',
  shaped({ openedAt: f.orNull(f.instant) }, ({ openedAt }) => openedAt),
  sql`select max(opened_at) as opened_at from ledger_openings
    where merchant_id = ${$.merchantId} and environment = ${$.environment}`,
);
