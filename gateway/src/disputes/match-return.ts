import { systemActor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { type BookedReturnRow, writeMatch } from './booked-return-store.ts';

/** The ids and the amount of a return as the bank reports it. */
export interface ReportedReturn {
  readonly endToEndId: string;
  /** The bank's id of the return (rtrId), or of the refund as long as there is no rtrId. */
  readonly returnId: string;
  /** The bank's id of the refund (devolução). */
  readonly refundId?: string | undefined;
  readonly amount: bigint;
}

/**
 * Looks for a reported return among the booked ones. `known`: it was booked under one of its ids.
 * `matched`: an operator booked it by hand under a mistyped id. The match is then the oldest return
 * by hand of the same payment and amount that the bank has not reported yet, and gets the bank's
 * ids, also in `booked`. The charge of the payment must be locked. Undefined: it is not booked yet.
 */
export function matchReturn(
  tx: Transaction,
  booked: BookedReturnRow[],
  { reported, now }: { reported: ReportedReturn; now: number },
): 'known' | 'matched' | undefined {
  const ofPayment = booked.filter((row) => row.end_to_end_id === reported.endToEndId);
  const sameReturn =
    ofPayment.find((row) => row.return_id === reported.returnId) ??
    ofPayment.find(
      ({ return_id: returnId, refund_id: refundId }) =>
        reported.refundId !== undefined && [returnId, refundId].includes(reported.refundId),
    );
  const match =
    sameReturn ??
    ofPayment.find((row) => row.is_unmatched && row.amount_centavos === reported.amount);
  if (match?.is_unmatched) {
    const { returnId, refundId = null } = reported;
    const row = { ...match, return_id: returnId, refund_id: refundId, is_unmatched: false };
    booked.splice(booked.indexOf(match), 1, row);
    writeMatch(tx, row, new Date(now));
    if (!sameReturn) auditMatch(tx, match, { reported, now });
  }
  if (sameReturn) return 'known';
  return match && 'matched';
}

function auditMatch(
  tx: Transaction,
  { merchant_id: merchantId, environment, dispute_id: subject, return_id: given }: BookedReturnRow,
  { reported, now }: { reported: ReportedReturn; now: number },
): void {
  const amount = centavosToJson(centavos(reported.amount));
  const details = { environment, amount, return_id: reported.returnId, return_id_given: given };
  recordChange(tx, systemActor, { action: 'dispute.matched', merchantId, subject, details }, now);
}
