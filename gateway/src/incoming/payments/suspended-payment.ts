import { isoTime } from '#src/ground/clock.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { IncomingPaymentReason } from './incoming-payment.ts';

/** A payment in suspense: it matches no charge and waits for an operator. */
export interface SuspendedPayment {
  readonly endToEndId: string;
  readonly bank: string;
  readonly txid: string | null;
  /** The amount that the bank has not returned to the payer. */
  readonly amount: Centavos;
  readonly reason: IncomingPaymentReason;
  /** The charge that the payment names and did not pay; null for an unknown one. */
  readonly chargeId: string | null;
  /** When the bank received it, in milliseconds. */
  readonly receivedAt: number;
}

/** The payment as the panel and the commands show it. Amounts are centavos. */
export function suspendedPaymentView(payment: SuspendedPayment) {
  return {
    end_to_end_id: payment.endToEndId,
    bank: payment.bank,
    txid: payment.txid,
    amount: centavosToJson(payment.amount),
    reason: payment.reason,
    charge_id: payment.chargeId,
    received_at: isoTime(payment.receivedAt),
  };
}
