import type { TransactionKey } from '#src/charges/charge.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { bindToClock } from '#src/ground/clocks/bind-to-clock.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import type { DisputeReason, DisputeStatus } from './dispute.ts';

export interface DisputeRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly charge_id: string;
  readonly end_to_end_id: string;
  readonly bank: string | null;
  readonly bank_dispute_id: string | null;
  readonly reason: DisputeReason;
  readonly status: DisputeStatus;
  readonly amount_centavos: bigint;
  readonly claimed_centavos: bigint;
  readonly returned_centavos: bigint;
  readonly event_count: bigint;
  readonly opened_at: number;
  readonly defense_due_at: number | null;
  readonly closed_at: number | null;
}

export const DISPUTE_COLUMNS = `d.merchant_id, d.environment, d.id, d.charge_id, d.end_to_end_id,
  d.bank, d.bank_dispute_id, d.reason, d.status, d.amount_centavos, d.claimed_centavos,
  d.returned_centavos, d.event_count, d.opened_at, d.defense_due_at, d.closed_at`;
export const KEY_COLUMNS = 'merchant_id uuid, environment text, id uuid';
const ROW_COLUMNS = `${KEY_COLUMNS}, charge_id uuid, end_to_end_id text, bank text,
  bank_dispute_id text, reason text, status text, amount_centavos bigint,
  claimed_centavos bigint, returned_centavos bigint, event_count bigint, opened_at timestamptz,
  defense_due_at timestamptz, closed_at timestamptz`;

const SELECT = {
  name: 'disputes_select',
  text: `select ${DISPUTE_COLUMNS} from json_to_recordset($1) as key (${KEY_COLUMNS})
    join disputes d on (d.merchant_id, d.environment, d.id)
      = (key.merchant_id, key.environment, key.id)`,
};
const SELECT_OF_CHARGES = {
  name: 'disputes_select_of_charges',
  text: `select ${DISPUTE_COLUMNS} from json_to_recordset($1) as key (${KEY_COLUMNS})
    join disputes d on (d.charge_id, d.merchant_id, d.environment)
      = (key.id, key.merchant_id, key.environment)
    order by d.id`,
};
const SELECT_BY_ID = {
  name: 'disputes_select_by_id',
  place: EACH_BUCKET,
  text: `select ${DISPUTE_COLUMNS} from disputes d
    where d.environment = any('{test,live}') and d.id = $1`,
};
const SELECT_OF_BANK = {
  name: 'disputes_select_of_bank',
  place: EACH_BUCKET,
  text: `select ${DISPUTE_COLUMNS} from disputes d
    where d.bank_dispute_id = any($2) and d.bank = $1`,
};
const SELECT_TO_CLAIM = {
  name: 'disputes_select_to_claim',
  place: HERE,
  text: `select ${DISPUTE_COLUMNS} from disputes d
    join charges c on (c.merchant_id, c.environment, c.id)
      = (d.merchant_id, d.environment, d.charge_id)
    where d.closed_at is null and d.claimed_centavos + d.returned_centavos < d.amount_centavos
      and c.amount_centavos
        > c.refunded_centavos + c.refunding_centavos + c.disputed_centavos
    order by d.id limit $1`,
};
const SELECT_OPEN = {
  name: 'disputes_select_open',
  text: `select ${DISPUTE_COLUMNS} from disputes d
    where d.status = any('{open,in_defense}') and d.merchant_id = $1 and d.environment = $2
    order by d.id limit $3`,
};
const INSERT = {
  name: 'disputes_insert',
  text: `insert into disputes (merchant_id, environment, id, charge_id, end_to_end_id, bank,
      bank_dispute_id, reason, status, amount_centavos, claimed_centavos, returned_centavos,
      event_count, opened_at, defense_due_at, closed_at)
    select merchant_id, environment, id, charge_id, end_to_end_id, bank,
      bank_dispute_id, reason, status, amount_centavos, claimed_centavos, returned_centavos,
      event_count, opened_at, defense_due_at, closed_at
    from json_to_recordset($1) as row (${ROW_COLUMNS})`,
};
// Each change is one event. The charge is locked, so the number of events is the one that was read.
const UPDATE = {
  name: 'disputes_update',
  text: `update disputes d set status = row.status, amount_centavos = row.amount_centavos,
      claimed_centavos = row.claimed_centavos, returned_centavos = row.returned_centavos,
      event_count = row.event_count, defense_due_at = row.defense_due_at,
      closed_at = row.closed_at
    from json_to_recordset($1) as row (${ROW_COLUMNS})
    where (d.merchant_id, d.environment, d.id) = (row.merchant_id, row.environment, row.id)
      and d.event_count = row.event_count - 1
    returning d.id`,
};

export function keyRow(key: TransactionKey) {
  return { merchant_id: key.merchantId, environment: key.environment, id: key.id };
}

/** Selects disputes by their keys, in no order. */
export function selectDisputes(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<DisputeRow[]> {
  return database.query<DisputeRow>(SELECT, [JSON.stringify(keys.map(keyRow))]);
}

/** Selects all disputes of charges, oldest first. */
export function selectDisputesOf(
  database: Queryable,
  charges: readonly TransactionKey[],
): Promise<DisputeRow[]> {
  return database.query<DisputeRow>(SELECT_OF_CHARGES, [JSON.stringify(charges.map(keyRow))]);
}

/** Selects a dispute of any merchant. */
export async function selectDisputeById(
  database: Queryable,
  id: string,
): Promise<DisputeRow | undefined> {
  return (await database.query<DisputeRow>(SELECT_BY_ID, [id]))[0];
}

/** Selects disputes by the bank's ids, in no order. */
export function selectDisputesOfBank(
  database: Queryable,
  bank: string,
  bankDisputeIds: readonly string[],
): Promise<DisputeRow[]> {
  return database.query<DisputeRow>(SELECT_OF_BANK, [bank, bankDisputeIds]);
}

/** Selects open disputes that contest more than was claimed, if their payment has more left. */
export function selectDisputesToClaim(database: Queryable, limit: number): Promise<DisputeRow[]> {
  return database.query<DisputeRow>(SELECT_TO_CLAIM, [limit]);
}

/** Selects the oldest open disputes of a ledger scope. */
export function selectOpenDisputes(
  database: Queryable,
  scope: { merchantId: string; environment: Environment },
  limit: number,
): Promise<DisputeRow[]> {
  return database.query<DisputeRow>(SELECT_OPEN, [scope.merchantId, scope.environment, limit]);
}

/** Sends the insert of disputes; the commit waits for it. */
export function insertDisputes(tx: Transaction, rows: readonly DisputeRow[]): void {
  if (rows.length === 0) return;
  tx.send(INSERT, [JSON.stringify(rows.map(storedRow))]);
  bindToClock(
    tx,
    rows.map(({ merchant_id: merchantId, id }) => ({
      merchantId,
      kind: 'dispute',
      id,
      dueAt: null,
    })),
  );
}

/** Updates disputes. Throws when one has changed since it was read: a bug. */
export async function updateDisputeRows(
  tx: Transaction,
  rows: readonly DisputeRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const updated = await tx.query(UPDATE, [JSON.stringify(rows.map(storedRow))]);
  if (updated.length < rows.length) throw new Error('a dispute was changed without its lock');
}

function storedRow(row: DisputeRow) {
  return {
    ...row,
    amount_centavos: row.amount_centavos.toString(),
    claimed_centavos: row.claimed_centavos.toString(),
    returned_centavos: row.returned_centavos.toString(),
    event_count: row.event_count.toString(),
    opened_at: new Date(row.opened_at),
    defense_due_at: row.defense_due_at === null ? null : new Date(row.defense_due_at),
    closed_at: row.closed_at === null ? null : new Date(row.closed_at),
  };
}
