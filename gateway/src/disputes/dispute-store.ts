import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { bindToClock } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  param,
  paramsOf,
  rowsOf,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import type { DisputeReason, DisputeStatus } from './dispute.ts';

export const DISPUTE_KEY = { ...f.SCOPE, id: f.uuid };
/** A row, with the names of its columns: `dispute-book.ts` changes it in memory. */
export const DISPUTE_ROW = {
  merchant_id: f.uuid,
  environment: f.textOf<Environment>(),
  id: f.uuid,
  charge_id: f.uuid,
  end_to_end_id: f.text,
  bank: f.orNull(f.text),
  bank_dispute_id: f.orNull(f.text),
  reason: f.textOf<DisputeReason>(),
  status: f.textOf<DisputeStatus>(),
  amount_centavos: f.bigint,
  claimed_centavos: f.bigint,
  returned_centavos: f.bigint,
  event_count: f.bigint,
  opened_at: f.instant,
  defense_due_at: f.orNull(f.instant),
  closed_at: f.orNull(f.instant),
};
export type DisputeRow = f.RecordOf<typeof DISPUTE_ROW>;

export const DISPUTE_COLUMNS = f.columnsOf(DISPUTE_ROW, 'd');
const $ = paramsOf({ ...DISPUTE_KEY, bank: f.text, limit: f.count });
const KEYS = rowsOf('keys', 'key', DISPUTE_KEY);
const ROWS = rowsOf('rows', 'row', DISPUTE_ROW);

/** Disputes by their keys, in no order. */
export const selectDisputes = many(
  'disputes_select',
  DISPUTE_ROW,
  sql`select ${DISPUTE_COLUMNS} from ${KEYS}
    join disputes d on (d.merchant_id, d.environment, d.id)
      = (key.merchant_id, key.environment, key.id)`,
);

/** All disputes of charges, whose keys are given, oldest first. */
export const selectDisputesOf = many(
  'disputes_select_of_charges',
  DISPUTE_ROW,
  sql`select ${DISPUTE_COLUMNS} from ${KEYS}
    join disputes d on (d.charge_id, d.merchant_id, d.environment)
      = (key.id, key.merchant_id, key.environment)
    order by d.id`,
);

/** A dispute of any merchant. */
export const selectDisputeById = maybeOne(
  'disputes_select_by_id',
  DISPUTE_ROW,
  sql`select ${DISPUTE_COLUMNS} from disputes d
    where d.environment = any('{test,live}') and d.id = ${$.id}`,
  EACH_BUCKET,
);

/** Disputes by the bank's ids, in no order. */
export const selectDisputesOfBank = many(
  'disputes_select_of_bank',
  DISPUTE_ROW,
  sql`select ${DISPUTE_COLUMNS} from disputes d
    where d.bank_dispute_id = any(${param('bankDisputeIds', f.listOf(f.text))})
      and d.bank = ${$.bank}`,
  EACH_BUCKET,
);

/** Open disputes that contest more than was claimed, if their payment has more left. */
export const selectDisputesToClaim = many(
  'disputes_select_to_claim',
  DISPUTE_ROW,
  sql`select ${DISPUTE_COLUMNS} from disputes d
    join charges c on (c.merchant_id, c.environment, c.id)
      = (d.merchant_id, d.environment, d.charge_id)
    where d.closed_at is null and d.claimed_centavos + d.returned_centavos < d.amount_centavos
      and c.amount_centavos
        > c.refunded_centavos + c.refunding_centavos + c.disputed_centavos
    order by d.id limit ${$.limit}`,
  HERE,
);

/** The oldest open disputes of a ledger scope. */
export const selectOpenDisputes = many(
  'disputes_select_open',
  DISPUTE_ROW,
  sql`select ${DISPUTE_COLUMNS} from disputes d
    where d.status = any('{open,in_defense}') and d.merchant_id = ${$.merchantId}
      and d.environment = ${$.environment}
    order by d.id limit ${$.limit}`,
);

const insertRows = send(
  'disputes_insert',
  sql`insert into disputes (merchant_id, environment, id, charge_id, end_to_end_id, bank,
      bank_dispute_id, reason, status, amount_centavos, claimed_centavos, returned_centavos,
      event_count, opened_at, defense_due_at, closed_at)
    select merchant_id, environment, id, charge_id, end_to_end_id, bank,
      bank_dispute_id, reason, status, amount_centavos, claimed_centavos, returned_centavos,
      event_count, opened_at, defense_due_at, closed_at
    from ${ROWS}`,
);

// Each change is one event. The charge is locked, so the number of events is the one that was read.
const updateRows = countRows(
  'disputes_update',
  sql`update disputes d set status = row.status, amount_centavos = row.amount_centavos,
      claimed_centavos = row.claimed_centavos, returned_centavos = row.returned_centavos,
      event_count = row.event_count, defense_due_at = row.defense_due_at,
      closed_at = row.closed_at
    from ${ROWS}
    where (d.merchant_id, d.environment, d.id) = (row.merchant_id, row.environment, row.id)
      and d.event_count = row.event_count - 1
    returning d.id`,
);

/** Sends the insert of disputes; the commit waits for it. */
export function insertDisputes(tx: Transaction, rows: readonly DisputeRow[]): void {
  if (rows.length === 0) return;
  insertRows(tx, { rows });
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
  const updated = await updateRows(tx, { rows });
  if (updated < rows.length) throw new Error('a dispute was changed without its lock');
}
