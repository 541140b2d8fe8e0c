import type { Environment } from '#src/access/ledger-scope.ts';
import type { ChargeStatus } from '#src/charges/charge.ts';
import type { Centavos } from '#src/money/centavos.ts';
import { isoTime } from '#src/platform/clock.ts';

/** What a payer may see of a charge: nothing of the payer itself, for links are passed on. */
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

/** What the page tells apart: to who paid, a part that came back changes nothing. */
export type PayableStatus = Exclude<ChargeStatus, 'partially_refunded'>;

/** The state as it holds at an instant: a charge whose time is over isn't paid any more. */
export function statusAt(payable: Payable, now: number): PayableStatus {
  const { status, expiresAt } = payable;
  if (status === 'partially_refunded') return 'paid';
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}

/** What the page asks for again and again. */
export function stateAt(payable: Payable, now: number) {
  return {
    status: statusAt(payable, now),
    expires_at: isoTime(payable.expiresAt),
    paid_at: payable.paidAt === null ? null : isoTime(payable.paidAt),
  };
}
