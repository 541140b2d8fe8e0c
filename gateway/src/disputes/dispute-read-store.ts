import type { TransactionKey } from '#src/charges/charge.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Statement } from '#src/ground/database/database.ts';
import { eachBucketBy } from '#src/ground/database/statement-place.ts';
import type { DefenseStatus, DisputeStatus } from './dispute.ts';
import { type ShareRow, selectShares } from './dispute-share-store.ts';
import { DISPUTE_COLUMNS, type DisputeRow, KEY_COLUMNS, keyRow } from './dispute-store.ts';

interface BesideRow extends Record<string, unknown> {
  readonly username: string;
  readonly defense_text: string | null;
  readonly defense_status: DefenseStatus | null;
  readonly defense_created_at: number | null;
  readonly defense_sent_at: number | null;
  readonly defense_failure: string | null;
}

export interface ReadDisputeRow extends DisputeRow, BesideRow {
  readonly blocked_centavos: bigint;
}

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

const READ = {
  name: 'disputes_read',
  text: `select ${COLUMNS} from json_to_recordset($1) as key (${KEY_COLUMNS})
    join disputes d on (d.merchant_id, d.environment, d.id)
      = (key.merchant_id, key.environment, key.id)
    ${BESIDE} order by d.id`,
};
const READ_OF_CHARGE = {
  name: 'disputes_read_of_charge',
  text: `select ${COLUMNS} from disputes d ${BESIDE}
    where d.merchant_id = $1 and d.environment = $2 and d.charge_id = $3
      and d.id < $4 and d.id >= $5 and ($6::text is null or d.status = $6)
    order by d.id desc limit $7`,
};
const READ_OF_CHARGES = {
  name: 'disputes_read_of_charges',
  text: `select ${COLUMNS} from (
      select * from disputes
      where charge_id = any($3::uuid[]) and merchant_id = $1 and environment = $2
        and id < $4 and id >= $5 and ($6::text is null or status = $6)
      order by id desc limit $7
    ) d ${BESIDE} order by d.id desc`,
};
const READ_OF_SCOPE = {
  name: 'disputes_read_of_scope',
  text: `select ${COLUMNS} from (
      select * from disputes where merchant_id = $1 and environment = $2 and id < $3 and id >= $4
      order by id desc limit $5
    ) d ${BESIDE} order by d.id desc`,
};
const READ_OF_STATUS = {
  name: 'disputes_read_of_status',
  text: `select ${COLUMNS} from (
      select * from disputes
      where status = $6 and merchant_id = $1 and environment = $2 and id < $3 and id >= $4
      order by id desc limit $5
    ) d ${BESIDE} order by d.id desc`,
};
const READ_OF_ALL = {
  name: 'disputes_read_of_all',
  place: eachBucketBy('id', 'descending', 3),
  text: `select ${COLUMNS} from (
      select * from disputes where environment = $1 and id < $2 order by id desc limit $3
    ) d ${BESIDE} order by d.id desc`,
};
const READ_OF_ALL_BY_STATUS = {
  name: 'disputes_read_of_all_by_status',
  place: eachBucketBy('id', 'descending', 3),
  text: `select ${COLUMNS} from (
      select * from disputes where status = $4 and environment = $1 and id < $2
      order by id desc limit $3
    ) d ${BESIDE} order by d.id desc`,
};

// Each hold is in the bucket of the merchant that bears the share, with the id of the share.
const BLOCKED = {
  name: 'disputes_read_blocked',
  text: `select h.id, h.blocked_centavos
    from json_to_recordset($1) as key (merchant_id uuid, environment text, id uuid)
    join balance_holds h on (h.merchant_id, h.environment, h.id)
      = (key.merchant_id, key.environment, key.id)`,
};

/** Runs a statement, and adds the blocked amount of each dispute from its holds. */
async function read(
  database: Queryable,
  statement: Statement,
  values: unknown[],
): Promise<ReadDisputeRow[]> {
  const rows = await database.query<DisputeRow & BesideRow>(statement, values);
  if (rows.length === 0) return [];
  const held = (await selectShares(database, rows.map(keyOf))).filter(
    (share) => share.held_centavos > 0n,
  );
  const blocked = await selectBlocked(database, held);
  return rows.map((row) => {
    const shares = held.filter((share) => share.dispute_id === row.id);
    const amounts = shares.map(({ id }) => blocked.get(id) ?? 0n);
    return { ...row, blocked_centavos: amounts.reduce((sum, amount) => sum + amount, 0n) };
  });
}

async function selectBlocked(
  database: Queryable,
  held: readonly ShareRow[],
): Promise<ReadonlyMap<string, bigint>> {
  if (held.length === 0) return new Map();
  const keys = held.map(({ bearer_id: merchant_id, environment, id }) => ({
    merchant_id,
    environment,
    id,
  }));
  const rows = await database.query<{ id: string; blocked_centavos: bigint }>(BLOCKED, [
    JSON.stringify(keys),
  ]);
  return new Map(rows.map((row) => [row.id, row.blocked_centavos]));
}

function keyOf({ merchant_id: merchantId, environment, id }: DisputeRow): TransactionKey {
  return { merchantId, environment, id };
}

/** Selects disputes by their keys, oldest first. */
export function selectToRead(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ReadDisputeRow[]> {
  return read(database, READ, [JSON.stringify(keys.map(keyRow))]);
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
export function selectPage(database: Queryable, page: ScopePage): Promise<ReadDisputeRow[]> {
  const { merchantId, environment, chargeId, status, beforeId, fromId, limit } = page;
  if (chargeId !== undefined) {
    const values = [merchantId, environment, chargeId, beforeId, fromId, status ?? null, limit];
    return read(database, READ_OF_CHARGE, values);
  }
  if (page.chargeIds !== undefined) {
    const rest = [page.chargeIds, beforeId, fromId, status ?? null, limit];
    return read(database, READ_OF_CHARGES, [merchantId, environment, ...rest]);
  }
  const values = [merchantId, environment, beforeId, fromId, limit];
  return status === undefined
    ? read(database, READ_OF_SCOPE, values)
    : read(database, READ_OF_STATUS, [...values, status]);
}

/** Selects a page of the disputes of all merchants in an environment. */
export function selectPageOfAll(
  database: Queryable,
  page: DisputePage & { readonly environment: Environment },
): Promise<ReadDisputeRow[]> {
  const { environment, status, beforeId, limit } = page;
  const values = [environment, beforeId, limit];
  return status === undefined
    ? read(database, READ_OF_ALL, values)
    : read(database, READ_OF_ALL_BY_STATUS, [...values, status]);
}
