import { centavos, centavosToJson } from '#src/money/centavos.ts';
import { isoTime } from '#src/platform/clock.ts';
import type { UnrequestedRefundRow } from './unrequested-refunds.ts';

/** A refund made at the bank, as the panel and the commands show it. Amounts are centavos. */
export function describeUnrequestedRefund(row: UnrequestedRefundRow) {
  return {
    id: row.id,
    bank: row.bank,
    end_to_end_id: row.end_to_end_id,
    refund_id: row.refund_id,
    return_id: row.return_id,
    amount: centavosToJson(centavos(row.amount_centavos)),
    status: row.status,
    by_bank: row.is_by_bank,
    happened_at: isoTime(row.happened_at),
    found_at: isoTime(row.found_at),
    incoming_payment_state: row.incoming_payment_state,
    charge_id: row.charge_id,
  };
}
