import type { TransactionKey } from '#src/charges/charge.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, mergedBy, param, paramsOf, rowsOf, sql } from '#src/ground/database/sql.ts';
import type { DefenseStatus, DisputeStatus } from './dispute.ts';
import { selectShares } from './dispute-share-store.ts';
import { DISPUTE_COLUMNS, DISPUTE_KEY, DISPUTE_ROW } from './dispute-store.ts';

const ROW = {
  ...DISPUTE_ROW,
  username: f.text,
  defense_text: f.orNull(f.text),
  defense_status: f.orNull(f.textOf<DefenseStatus>()),
  defense_created_at: f.orNull(f.instant),
  defense_sent_at: f.orNull(f.instant),
  defense_failure: f.orNull(f.text),
};
type Row = f.RecordOf<typeof ROW>;

export interface ReadDisputeRow extends Row {
  readonly blocked_centavos: bigint;
}

const $ = paramsOf({
  ...f.SCOPE,
  chargeId: f.uuid,
  status: f.textOf<DisputeStatus>(),
  beforeId: f.uuid,
  fromId: f.uuid,
  limit: f.count,
  afterDue: f.instantOrInfinity,
  afterId: f.uuid,
});
const ANY_STATUS = param('status', f.orNull(f.textOf<DisputeStatus>()));
const COLUMNS = `${DISPUTE_COLUMNS}, m.username, f.text as defense_text,
  f.status as defense_status, f.created_at as defense_created_at, f.sent_at as defense_sent_at,
  f.failure as defense_failure`;
// Its last defence.
const BESIDE = `join merchants m on m.merchant_id = d.merchant_id
  left join lateral (
    select f.text, f.status, f.created_at, f.sent_at, f.failure from dispute_defenses f
    where (f.dispute_id, f.merchant_id, f.environment) = (d.id, d.merchant_id, d.environment)
    order by f.id desc limit 1
  ) f on true`;
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const IN_RANGE = sql`id < ${$.beforeId} and id >= ${$.fromId}`;

const selectByKey = many(
  'disputes_read',
  ROW,
  sql`select ${COLUMNS} from ${rowsOf('keys', 'key', DISPUTE_KEY)}
    join disputes d on (d.merchant_id, d.environment, d.id)
      = (key.merchant_id, key.environment, key.id)
    ${BESIDE} order by d.id`,
);
const selectOfCharge = many(
  'disputes_read_of_charge',
  ROW,
  sql`select ${COLUMNS} from disputes d ${BESIDE}
    where d.merchant_id = ${$.merchantId} and d.environment = ${$.environment}
      and d.charge_id = ${$.chargeId}
      and d.id < ${$.beforeId} and d.id >= ${$.fromId}
      and (${ANY_STATUS}::text is null or d.status = ${ANY_STATUS})
    order by d.id desc limit ${$.limit}`,
);
const selectOfCharges = many(
  'disputes_read_of_charges',
  ROW,
  sql`select ${COLUMNS} from (
      select * from disputes
      where charge_id = any(${param('chargeIds', f.listOf(f.uuid))}::uuid[]) and ${OF_SCOPE}
        and ${IN_RANGE} and (${ANY_STATUS}::text is null or status = ${ANY_STATUS})
      order by id desc limit ${$.limit}
    ) d ${BESIDE} order by d.id desc`,
);
const selectOfScope = many(
  'disputes_read_of_scope',
  ROW,
  sql`select ${COLUMNS} from (
      select * from disputes where ${OF_SCOPE} and ${IN_RANGE}
      order by id desc limit ${$.limit}
    ) d ${BESIDE} order by d.id desc`,
);
const selectOfStatus = many(
  'disputes_read_of_status',
  ROW,
  sql`select ${COLUMNS} from (
      select * from disputes
      where status = ${$.status} and ${OF_SCOPE} and ${IN_RANGE}
      order by id desc limit ${$.limit}
    ) d ${BESIDE} order by d.id desc`,
);
/** The time until which an open dispute can get a defence. */
const DEADLINE = `coalesce(defense_due_at, 'infinity')`;
const selectOpenOfScope = many(
  'disputes_read_open_of_scope',
  ROW,
  sql`select ${COLUMNS} from (
      select * from disputes
      where ${OF_SCOPE} and status = 'open'
        and (${DEADLINE}, id) > (${$.afterDue}, ${$.afterId})
      order by ${DEADLINE}, id limit ${$.limit}
    ) d ${BESIDE} order by ${DEADLINE}, d.id`,
);
const selectOfAll = many(
  'disputes_read_of_all',
  ROW,
  sql`select ${COLUMNS} from (
      select * from disputes where environment = ${$.environment} and id < ${$.beforeId}
      order by id desc limit ${$.limit}
    ) d ${BESIDE} order by d.id desc`,
  mergedBy('id', 'descending', $.limit),
);
const selectOfAllByStatus = many(
  'disputes_read_of_all_by_status',
  ROW,
  sql`select ${COLUMNS} from (
      select * from disputes where status = ${$.status} and environment = ${$.environment}
        and id < ${$.beforeId}
      order by id desc limit ${$.limit}
    ) d ${BESIDE} order by d.id desc`,
  mergedBy('id', 'descending', $.limit),
);

// Each hold is in the bucket of the merchant that bears the share, with the id of the share.
const selectBlocked = many(
  'disputes_read_blocked',
  { id: f.uuid, blocked: f.inColumn('blocked_centavos', f.bigint) },
  sql`select h.id, h.blocked_centavos
    from ${rowsOf('holds', 'key', DISPUTE_KEY)}
    join balance_holds h on (h.merchant_id, h.environment, h.id)
      = (key.merchant_id, key.environment, key.id)`,
);

/** Adds the blocked amount of each dispute from its holds. */
async function withBlocked(database: Queryable, rows: readonly Row[]): Promise<ReadDisputeRow[]> {
  if (rows.length === 0) return [];
  const disputes = rows.map(({ merchant_id: merchantId, environment, id }) => ({
    merchantId,
    environment,
    id,
  }));
  const shares = await selectShares(database, { disputes });
  const held = shares.filter((share) => share.held_centavos > 0n);
  const holds = held.map(({ bearer_id: merchantId, environment, id }) => ({
    merchantId,
    environment,
    id,
  }));
  const found = holds.length === 0 ? [] : await selectBlocked(database, { holds });
  const blocked = new Map(found.map((hold) => [hold.id, hold.blocked]));
  return rows.map((row) => {
    const own = held.filter((share) => share.dispute_id === row.id);
    const amounts = own.map(({ id }) => blocked.get(id) ?? 0n);
    return { ...row, blocked_centavos: amounts.reduce((sum, amount) => sum + amount, 0n) };
  });
}

/** Selects disputes by their keys, oldest first. */
export async function selectToRead(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ReadDisputeRow[]> {
  return withBlocked(database, await selectByKey(database, { keys }));
}

/** A page of a list of disputes: ids below `beforeId`, newest first. */
export interface DisputePage {
  readonly status: DisputeStatus | undefined;
  readonly beforeId: string;
  readonly limit: number;
}

/** A page of the disputes of one ledger scope, with ids from `fromId` on. */
export interface ScopePage extends DisputePage, LedgerScope {
  readonly chargeId: string | undefined;
  /** Only disputes of these charges. */
  readonly chargeIds?: readonly string[] | undefined;
  readonly fromId: string;
}

/** Selects a page of the disputes of a ledger scope. */
export async function selectPage(database: Queryable, page: ScopePage): Promise<ReadDisputeRow[]> {
  return withBlocked(database, await rowsOfPage(database, page));
}

/** A page of the open disputes of one ledger scope, after a deadline and an id. */
export interface DeadlinePage extends LedgerScope {
  readonly afterDue: number | 'infinity';
  readonly afterId: string;
  readonly limit: number;
}

/** Selects a page of the open disputes of a ledger scope, the earliest deadline first. */
export async function selectOpenPage(
  database: Queryable,
  page: DeadlinePage,
): Promise<ReadDisputeRow[]> {
  return withBlocked(database, await selectOpenOfScope(database, page));
}

function rowsOfPage(
  database: Queryable,
  { chargeId, chargeIds, status, ...page }: ScopePage,
): Promise<Row[]> {
  const anyStatus = status ?? null;
  if (chargeId !== undefined) {
    return selectOfCharge(database, { ...page, chargeId, status: anyStatus });
  }
  if (chargeIds !== undefined) {
    return selectOfCharges(database, { ...page, chargeIds, status: anyStatus });
  }
  return status === undefined
    ? selectOfScope(database, page)
    : selectOfStatus(database, { ...page, status });
}

/** Selects a page of the disputes of all merchants in an environment. */
export async function selectPageOfAll(
  database: Queryable,
  { status, ...page }: DisputePage & { readonly environment: Environment },
): Promise<ReadDisputeRow[]> {
  const rows =
    status === undefined
      ? await selectOfAll(database, page)
      : await selectOfAllByStatus(database, { ...page, status });
  return withBlocked(database, rows);
}
