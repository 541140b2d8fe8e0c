import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const SELECT_OF_CHARGES = {
  name: 'settlement_parts_waiting',
  text: `select p.merchant_id, p.environment, p.charge_id, p.kind, p.settlement_id,
      p.amount_centavos - p.refunded_centavos as waiting_centavos, s.due_on::text as due_on
    from json_to_recordset($1) as key (merchant_id uuid, environment text, charge_id uuid)
    join settlement_parts p on (p.merchant_id, p.environment, p.charge_id)
      = (key.merchant_id, key.environment, key.charge_id)
    join settlements s on (s.merchant_id, s.environment, s.id)
      = (p.merchant_id, p.environment, p.settlement_id)
    where s.status = 'waiting' and p.amount_centavos > p.refunded_centavos
    order by s.due_on, p.kind`,
};
const SELECT_OF_REFUNDS = {
  name: 'settlement_refunds_to_return',
  text: `select r.merchant_id, r.environment, r.refund_id, r.charge_id, r.kind,
      r.amount_centavos, p.settlement_id
    from json_to_recordset($1) as key (merchant_id uuid, environment text, refund_id uuid)
    join settlement_refunds r on (r.merchant_id, r.environment, r.refund_id)
      = (key.merchant_id, key.environment, key.refund_id)
    join settlement_parts p on (p.merchant_id, p.environment, p.charge_id, p.kind)
      = (r.merchant_id, r.environment, r.charge_id, r.kind)
    join settlements s on (s.merchant_id, s.environment, s.id)
      = (p.merchant_id, p.environment, p.settlement_id)
    where s.status = 'waiting' and r.returned_at is null`,
};
const CHANGE_PARTS = {
  name: 'settlement_parts_refund',
  text: `update settlement_parts p set refunded_centavos = p.refunded_centavos + row.centavos
    from json_to_recordset($1) as row (merchant_id uuid, environment text, charge_id uuid,
      kind text, centavos bigint)
    where (p.merchant_id, p.environment, p.charge_id, p.kind)
      = (row.merchant_id, row.environment, row.charge_id, row.kind)`,
};
const CHANGE_SETTLEMENTS = {
  name: 'settlements_refund',
  text: `update settlements s set amount_centavos = s.amount_centavos - row.centavos
    from json_to_recordset($1) as row (merchant_id uuid, environment text, settlement_id uuid,
      centavos bigint)
    where (s.merchant_id, s.environment, s.id)
      = (row.merchant_id, row.environment, row.settlement_id)`,
};
const INSERT_REFUNDS = {
  name: 'settlement_refunds_insert',
  text: `insert into settlement_refunds (merchant_id, environment, refund_id, kind, charge_id,
      amount_centavos)
    select merchant_id, environment, refund_id, kind, charge_id, centavos
    from json_to_recordset($1) as row (merchant_id uuid, environment text, refund_id uuid,
      kind text, charge_id uuid, centavos bigint)`,
};
const MARK_RETURNED = {
  name: 'settlement_refunds_return',
  text: `update settlement_refunds r set returned_at = $2
    from json_to_recordset($1) as row (merchant_id uuid, environment text, refund_id uuid,
      kind text)
    where (r.merchant_id, r.environment, r.refund_id, r.kind)
      = (row.merchant_id, row.environment, row.refund_id, row.kind) and r.returned_at is null`,
};

/** A part of a charge whose settlement waits. */
export interface WaitingPartRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly charge_id: string;
  readonly kind: string;
  readonly settlement_id: string;
  waiting_centavos: bigint;
  /** `2026-11-20`. */
  readonly due_on: string;
}

/** The amount that a refund took of a part whose settlement still waits. */
export interface TakenPartRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly refund_id: string;
  readonly charge_id: string;
  readonly kind: string;
  readonly settlement_id: string;
  readonly amount_centavos: bigint;
}

interface MerchantOf {
  readonly merchantId: string;
  readonly environment: Environment;
}

/** The waiting parts of charges in scopes, the nearest day first. */
export function selectWaitingParts(
  database: Queryable,
  keys: readonly (MerchantOf & { readonly chargeId: string })[],
): Promise<WaitingPartRow[]> {
  const rows = keys.map(({ merchantId, environment, chargeId }) => ({
    merchant_id: merchantId,
    environment,
    charge_id: chargeId,
  }));
  return database.query<WaitingPartRow>(SELECT_OF_CHARGES, [JSON.stringify(rows)]);
}

/** The amounts that refunds took of parts that still wait, and did not give back. */
export function selectTakenParts(
  database: Queryable,
  keys: readonly (MerchantOf & { readonly refundId: string })[],
): Promise<TakenPartRow[]> {
  const rows = keys.map(({ merchantId, environment, refundId }) => ({
    merchant_id: merchantId,
    environment,
    refund_id: refundId,
  }));
  return database.query<TakenPartRow>(SELECT_OF_REFUNDS, [JSON.stringify(rows)]);
}

/** Sends the amounts that refunds take of waiting parts. */
export function takeParts(tx: Transaction, rows: readonly TakenPartRow[]): void {
  if (rows.length === 0) return;
  changeParts(tx, rows, 1n);
  tx.send(INSERT_REFUNDS, [asJson(rows.map((row) => ({ ...row, centavos: row.amount_centavos })))]);
}

/** Sends the amounts that failed refunds give back to waiting parts. */
export function returnParts(tx: Transaction, rows: readonly TakenPartRow[], at: Date): void {
  if (rows.length === 0) return;
  changeParts(tx, rows, -1n);
  tx.send(MARK_RETURNED, [asJson(rows), at]);
}

/** Sums the changes of each row first, because one update can change a row only once. */
function changeParts(tx: Transaction, rows: readonly TakenPartRow[], sign: bigint): void {
  const summed = (nameOf: (row: TakenPartRow) => string) =>
    [...Map.groupBy(rows, nameOf).values()].map((group) => ({
      ...group[0],
      centavos: sign * group.reduce((sum, row) => sum + row.amount_centavos, 0n),
    }));
  const partName = (row: TakenPartRow) => `${row.merchant_id} ${row.charge_id} ${row.kind}`;
  tx.send(CHANGE_PARTS, [asJson(summed(partName))]);
  tx.send(CHANGE_SETTLEMENTS, [asJson(summed((row) => row.settlement_id))]);
}

function asJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
}
