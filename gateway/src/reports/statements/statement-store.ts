import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, param, paramsOf, sql } from '#src/ground/database/sql.ts';
import type { Account } from '#src/ledger/chart-of-accounts.ts';
import { type AnyAccount, ENTRY } from './statement.ts';

const ACCOUNT = { account: f.textOf<Account>() };
const COUNT = { entryCount: f.bigint };

const $ = paramsOf({
  ...f.SCOPE,
  ...ACCOUNT,
  sequence: ENTRY.sequence,
  first: f.bigint,
  last: f.bigint,
  limit: f.count,
  chargeId: f.uuid,
});
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const OF_ACCOUNT = sql`${OF_SCOPE} and account = ${$.account}`;
const ENTRIES = sql`select ${f.columnsOf(ENTRY)} from ledger_entries where ${OF_ACCOUNT}`;
const IN_RANGE = sql`${ENTRIES} and sequence between ${$.first} and ${$.last}`;

const countOne = maybeOne(
  'statement_count_entries',
  COUNT,
  sql`select entry_count from ledger_accounts where ${OF_ACCOUNT}`,
);

const countSome = many(
  'statement_count_some',
  { ...ACCOUNT, ...COUNT },
  sql`select account, entry_count from ledger_accounts
    where ${OF_SCOPE} and account = any(${param('accounts', f.listOf(ACCOUNT.account))})`,
);

/** The entry of an account with a sequence; undefined when there is none. */
export const selectEntry = maybeOne(
  'statement_select_entry',
  ENTRY,
  sql`${ENTRIES} and sequence = ${$.sequence}`,
);

const selectNewest = many(
  'statement_select_newest',
  ENTRY,
  sql`${IN_RANGE} order by sequence desc limit ${$.limit}`,
);

const selectOldest = many(
  'statement_select_oldest',
  ENTRY,
  sql`${IN_RANGE} order by sequence limit ${$.limit}`,
);

/** How many entries an account has: the sequence of its last one. */
export async function countEntries(database: Queryable, account: AnyAccount): Promise<bigint> {
  return (await countOne(database, account))?.entryCount ?? 0n;
}

/** How many entries some accounts have, as of one instant. */
export async function countEntriesOf(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  accounts: readonly Account[],
): Promise<ReadonlyMap<Account, bigint>> {
  const counts = await countSome(database, { merchantId, environment, accounts });
  return new Map(counts.map(({ account, entryCount }) => [account, entryCount]));
}

/** The entries of a range, both ends inclusive, newest or oldest first. */
export function selectEntries(
  database: Queryable,
  account: AnyAccount,
  range: { first: bigint; last: bigint; limit: number; order: 'newest' | 'oldest' },
) {
  const select = range.order === 'newest' ? selectNewest : selectOldest;
  return select(database, { ...account, ...range });
}

/** The references of the postings that a charge can have caused in its scope. */
export async function selectReferences(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  chargeId: string,
): Promise<readonly string[]> {
  const others = await selectOthers(database, { merchantId, environment, chargeId });
  return [chargeId, ...others.map(({ id }) => id)];
}

/** The instants of the postings with these references, each once; milliseconds. */
export async function selectInstants(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  references: readonly string[],
): Promise<readonly number[]> {
  const rows = await selectCreatedAt(database, { merchantId, environment, references });
  return [...new Set(rows.map(({ createdAt }) => createdAt))];
}

const DISPUTES_OF_CHARGE = sql`d.charge_id = ${$.chargeId} and d.merchant_id = ${$.merchantId}
        and d.environment = ${$.environment}`;

// The merchant's own parts only: recipients of a split have postings of their own.
const selectOthers = many(
  'statement_references_of_charge',
  { id: f.uuid },
  sql`select r.id from refunds r
      where r.charge_id = ${$.chargeId} and r.merchant_id = ${$.merchantId}
        and r.environment = ${$.environment}
    union all
    select p.id from disputes d
      join dispute_returns r on (r.dispute_id, r.merchant_id, r.environment)
        = (d.id, ${$.merchantId}, ${$.environment})
      join dispute_return_parts p on (p.merchant_id, p.environment, p.return_id)
        = (${$.merchantId}, ${$.environment}, r.id)
      where ${DISPUTES_OF_CHARGE}
        and p.bearer_id = p.merchant_id
    union all
    select v.reference_id from disputes d
      join dispute_shares s on (s.merchant_id, s.environment, s.dispute_id)
        = (${$.merchantId}, ${$.environment}, d.id)
      join balance_hold_movements v
        on (v.hold_id, v.merchant_id, v.environment)
          = (s.id, ${$.merchantId}, ${$.environment})
      where ${DISPUTES_OF_CHARGE}
        and s.bearer_id = s.merchant_id`,
);

const selectCreatedAt = many(
  'statement_instants_of_references',
  { createdAt: f.instant },
  sql`select created_at from ledger_postings
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and reference_id = any(${param('references', f.listOf(f.uuid))})`,
);
