import type { Environment, LedgerScope } from '#src/access/ledger-scope.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import type { DefenseStatus, DisputeStatus } from './dispute.ts';
import { DISPUTE_COLUMNS, type DisputeRow, KEY_COLUMNS, keyRow } from './dispute-store.ts';

export interface ReadDisputeRow extends DisputeRow {
  readonly username: string;
  readonly blocked_centavos: bigint;
  readonly defense_text: string | null;
  readonly defense_status: DefenseStatus | null;
  readonly defense_created_at: number | null;
  readonly defense_sent_at: number | null;
  readonly defense_failure: string | null;
}

const COLUMNS = `${DISPUTE_COLUMNS}, m.username, b.blocked_centavos, f.text as defense_text,
  f.status as defense_status, f.created_at as defense_created_at, f.sent_at as defense_sent_at,
  f.failure as defense_failure`;
// What the holds of its shares have blocked, and its last defence.
const BESIDE = `join merchants m on m.merchant_id = d.merchant_id
  cross join lateral (
    select coalesce(sum(h.blocked_centavos), 0)::bigint as blocked_centavos
    from dispute_shares s join balance_holds h on (h.merchant_id, h.environment, h.id)
      = (s.bearer_id, s.environment, s.id)
    where (s.merchant_id, s.environment, s.dispute_id) = (d.merchant_id, d.environment, d.id)
      and s.held_centavos > 0
  ) b
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
  text: `select ${COLUMNS} from (
      select * from disputes where environment = $1 and id < $2 order by id desc limit $3
    ) d ${BESIDE} order by d.id desc`,
};
const READ_OF_ALL_BY_STATUS = {
  name: 'disputes_read_of_all_by_status',
  text: `select ${COLUMNS} from (
      select * from disputes where status = $4 and environment = $1 and id < $2
      order by id desc limit $3
    ) d ${BESIDE} order by d.id desc`,
};

/** Selects disputes by their keys, oldest first. */
export function selectToRead(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ReadDisputeRow[]> {
  return database.query<ReadDisputeRow>(READ, [JSON.stringify(keys.map(keyRow))]);
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
  readonly fromId: string;
}

/** Selects a page of the disputes of a ledger scope. */
export function selectPage(database: Queryable, page: ScopePage): Promise<ReadDisputeRow[]> {
  const { merchantId, environment, chargeId, status, beforeId, fromId, limit } = page;
  if (chargeId !== undefined) {
    const values = [merchantId, environment, chargeId, beforeId, fromId, status ?? null, limit];
    return database.query<ReadDisputeRow>(READ_OF_CHARGE, values);
  }
  const values = [merchantId, environment, beforeId, fromId, limit];
  return status === undefined
    ? database.query<ReadDisputeRow>(READ_OF_SCOPE, values)
    : database.query<ReadDisputeRow>(READ_OF_STATUS, [...values, status]);
}

/** Selects a page of the disputes of all merchants in an environment. */
export function selectPageOfAll(
  database: Queryable,
  page: DisputePage & { readonly environment: Environment },
): Promise<ReadDisputeRow[]> {
  const { environment, status, beforeId, limit } = page;
  const values = [environment, beforeId, limit];
  return status === undefined
    ? database.query<ReadDisputeRow>(READ_OF_ALL, values)
    : database.query<ReadDisputeRow>(READ_OF_ALL_BY_STATUS, [...values, status]);
}
