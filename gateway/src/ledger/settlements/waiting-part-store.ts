import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { type Centavos, centavos, sumCentavos } from '#src/ground/money/centavos.ts';

const PART = { ...f.SCOPE, chargeId: f.uuid, kind: f.text };
const WAITING = {
  ...PART,
  settlementId: f.uuid,
  waiting: f.inColumn('waiting_centavos', f.centavos),
  /** `2026-11-20`. */
  dueOn: f.day,
};
const REFUND = { ...f.SCOPE, refundId: f.uuid };
const TAKEN = {
  ...REFUND,
  chargeId: f.uuid,
  kind: f.text,
  settlementId: f.uuid,
  amount: f.inColumn('amount_centavos', f.centavos),
};
const AMOUNT = { amount: f.inColumn('centavos', f.centavos) };

/** A part of a charge whose settlement waits. */
export interface WaitingPart extends Omit<f.RecordOf<typeof WAITING>, 'waiting'> {
  waiting: Centavos;
}
/** The amount that a refund took of a part whose settlement still waits. */
export type TakenPart = f.RecordOf<typeof TAKEN>;

/** The waiting parts of charges in scopes, the nearest day first. */
export const selectWaitingParts = many(
  'settlement_parts_waiting',
  WAITING,
  sql`select p.merchant_id, p.environment, p.charge_id, p.kind, p.settlement_id,
      p.amount_centavos - p.refunded_centavos as waiting_centavos, s.due_on::text as due_on
    from ${rowsOf('ofCharges', 'key', { ...f.SCOPE, chargeId: f.uuid })}
    join settlement_parts p on (p.merchant_id, p.environment, p.charge_id)
      = (key.merchant_id, key.environment, key.charge_id)
    join settlements s on (s.merchant_id, s.environment, s.id)
      = (p.merchant_id, p.environment, p.settlement_id)
    where s.status = 'waiting' and p.amount_centavos > p.refunded_centavos
    order by s.due_on, p.kind`,
);

/** The amounts that refunds took of parts that still wait, and did not give back. */
export const selectTakenParts = many(
  'settlement_refunds_to_return',
  TAKEN,
  sql`select r.merchant_id, r.environment, r.refund_id, r.charge_id, r.kind,
      r.amount_centavos, p.settlement_id
    from ${rowsOf('ofRefunds', 'key', REFUND)}
    join settlement_refunds r on (r.merchant_id, r.environment, r.refund_id)
      = (key.merchant_id, key.environment, key.refund_id)
    join settlement_parts p on (p.merchant_id, p.environment, p.charge_id, p.kind)
      = (r.merchant_id, r.environment, r.charge_id, r.kind)
    join settlements s on (s.merchant_id, s.environment, s.id)
      = (p.merchant_id, p.environment, p.settlement_id)
    where s.status = 'waiting' and r.returned_at is null`,
);

const updateParts = send(
  'settlement_parts_refund',
  sql`update settlement_parts p set refunded_centavos = p.refunded_centavos + row.centavos
    from ${rowsOf('changes', 'row', { ...PART, ...AMOUNT })}
    where (p.merchant_id, p.environment, p.charge_id, p.kind)
      = (row.merchant_id, row.environment, row.charge_id, row.kind)`,
);
const updateSettlements = send(
  'settlements_refund',
  sql`update settlements s set amount_centavos = s.amount_centavos - row.centavos
    from ${rowsOf('changes', 'row', { ...f.SCOPE, settlementId: f.uuid, ...AMOUNT })}
    where (s.merchant_id, s.environment, s.id)
      = (row.merchant_id, row.environment, row.settlement_id)`,
);
const insertRefunds = send(
  'settlement_refunds_insert',
  sql`insert into settlement_refunds (merchant_id, environment, refund_id, kind, charge_id,
      amount_centavos)
    select merchant_id, environment, refund_id, kind, charge_id, centavos
    from ${rowsOf('parts', 'row', { ...REFUND, kind: f.text, chargeId: f.uuid, ...AMOUNT })}`,
);
const markReturned = send(
  'settlement_refunds_return',
  sql`update settlement_refunds r set returned_at = ${param('at', f.instant)}
    from ${rowsOf('parts', 'row', { ...REFUND, kind: f.text })}
    where (r.merchant_id, r.environment, r.refund_id, r.kind)
      = (row.merchant_id, row.environment, row.refund_id, row.kind) and r.returned_at is null`,
);

/** Sends the amounts that refunds take of waiting parts. */
export function takeParts(tx: Transaction, parts: readonly TakenPart[]): void {
  if (parts.length === 0) return;
  changeParts(tx, parts, 1n);
  insertRefunds(tx, { parts });
}

/** Sends the amounts that failed refunds give back to waiting parts. */
export function returnParts(tx: Transaction, parts: readonly TakenPart[], at: number): void {
  if (parts.length === 0) return;
  changeParts(tx, parts, -1n);
  markReturned(tx, { parts, at });
}

/** Sums the changes of each row first, because one update can change a row only once. */
function changeParts(tx: Transaction, parts: readonly TakenPart[], sign: bigint): void {
  const summed = (nameOf: (part: TakenPart) => string) =>
    [...Map.groupBy(parts, nameOf).values()].flatMap((group) => {
      const sum = sumCentavos(group.map(({ amount }) => amount));
      return group.slice(0, 1).map((part) => ({ ...part, amount: centavos(sign * sum) }));
    });
  const partName = (part: TakenPart) => `${part.merchantId} ${part.chargeId} ${part.kind}`;
  updateParts(tx, { changes: summed(partName) });
  updateSettlements(tx, { changes: summed((part) => part.settlementId) });
}
