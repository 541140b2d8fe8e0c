import { systemActor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { type BookedReturnRow, writeMatch } from './booked-return-store.ts';

/** The ids and the amount of a return as the bank reports it. */
export interface ReportedReturn {
  readonly endToEndId: string;
  /** The bank's rtrId; that of the refund while there is none. */
  readonly returnId: string;
  /** The bank's id of the refund (devolução). */
  readonly refundId?: string | undefined;
  readonly amount: bigint;
}

/**
 * Whether a return that the bank reports was booked before. `known`: under one of its ids.
 * `matched`: by hand under another id, which an operator mistyped. The oldest return of the same
 * payment and amount that waits for the bank's report is taken for it, once, and gets the bank's
 * ids. The charge of the payment must be locked; `booked` is what was booked of it, and is changed.
 */
export function matchReturn(
  tx: Transaction,
  booked: BookedReturnRow[],
  { one, now }: { one: ReportedReturn; now: number },
): 'known' | 'matched' | undefined {
  const ofPayment = booked.filter((row) => row.end_to_end_id === one.endToEndId);
  const same =
    ofPayment.find((row) => row.return_id === one.returnId) ??
    ofPayment.find(
      ({ return_id: returnId, refund_id: refundId }) =>
        one.refundId !== undefined && [returnId, refundId].includes(one.refundId),
    );
  const found =
    same ?? ofPayment.find((row) => row.is_unmatched && row.amount_centavos === one.amount);
  if (found?.is_unmatched) {
    const { returnId, refundId = null } = one;
    const row = { ...found, return_id: returnId, refund_id: refundId, is_unmatched: false };
    booked.splice(booked.indexOf(found), 1, row);
    writeMatch(tx, row, new Date(now));
    if (!same) auditMatch(tx, found, { one, now });
  }
  if (same) return 'known';
  return found && 'matched';
}

function auditMatch(
  tx: Transaction,
  { merchant_id: merchantId, environment, dispute_id: subject, return_id: given }: BookedReturnRow,
  { one, now }: { one: ReportedReturn; now: number },
): void {
  const amount = centavosToJson(centavos(one.amount));
  const details = { environment, amount, return_id: one.returnId, return_id_given: given };
  recordChange(tx, systemActor, { action: 'dispute.matched', merchantId, subject, details }, now);
}
