import type { Environment } from '#src/access/ledger-scope.ts';
import type { ChargeStatus } from '#src/charges/charge.ts';
import type { Centavos } from '#src/money/centavos.ts';
import { isoTime } from '#src/platform/clock.ts';

/** What the payment page shows of a charge. It has no data of the payer: links are forwarded. */
export interface Payable {
  readonly id: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly environment: Environment;
  readonly status: ChargeStatus;
  readonly amount: Centavos;
  readonly qrcode: string;
  readonly expiresAt: number;
  readonly paidAt: number | null;
}

/** The states of the page. A partly refunded charge is shown as paid. */
export type PayableStatus = Exclude<ChargeStatus, 'partially_refunded'>;

/** The state at an instant (milliseconds): a pending charge is `expired` after its time. */
export function statusAt(payable: Payable, now: number): PayableStatus {
  const { status, expiresAt } = payable;
  if (status === 'partially_refunded') return 'paid';
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}

/** The state as the page polls it. */
export function stateAt(payable: Payable, now: number) {
  return {
    status: statusAt(payable, now),
    expires_at: isoTime(payable.expiresAt),
    paid_at: payable.paidAt === null ? null : isoTime(payable.paidAt),
  };
}
