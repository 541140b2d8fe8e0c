import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { ChargeStatus } from '../charge.ts';
import type { PageLook } from './page-look.ts';

/** A charge as the payment page shows it, without the payer: the link may be forwarded. */
export interface Payable {
  readonly id: string;
  readonly merchantId: string;
  readonly merchantName: string;
  /** The merchant's CPF or CNPJ; pages show a CPF only in part. */
  readonly merchantDocument: string;
  readonly environment: Environment;
  readonly status: ChargeStatus;
  readonly amount: Centavos;
  /** The merchant's description of the charge; null without one. */
  readonly description: string | null;
  readonly qrcode: string;
  readonly expiresAt: number;
  readonly paidAt: number | null;
  /** The payment link that made the charge, where the payer can make another. */
  readonly linkId: string | null;
  /** Where the link lets the payer go after the payment. */
  readonly returnUrl: string | null;
  /** How many charges this one renews, one after the other. */
  readonly renewals: number;
  /** Whether the payer's data was erased: a new charge would have no payer. */
  readonly isErased: boolean;
  readonly look: PageLook;
}

/** The states of the page. A partly refunded charge is shown as paid. */
export type PayableStatus = Exclude<ChargeStatus, 'partially_refunded'>;

/** The state at an instant (milliseconds): a pending charge is `expired` after its time. */
export function statusAt(payable: Payable, now: number): PayableStatus {
  const { status, expiresAt } = payable;
  if (status === 'partially_refunded') return 'paid';
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}

/**
 * Whether a payer may renew the charge when it expires. A payer of a payment link makes another
 * charge at the link instead.
 */
export function mayRenew(
  { look, linkId, renewals, isErased }: RenewedPayable,
  renewalsMax: number,
): boolean {
  return look.mayRenew && linkId === null && renewals < renewalsMax && !isErased;
}

type RenewedPayable = Pick<Payable, 'look' | 'linkId' | 'renewals' | 'isErased'>;

/** The state as the page polls it. */
export function stateAt(payable: Payable, now: number) {
  return {
    status: statusAt(payable, now),
    expires_at: isoTime(payable.expiresAt),
    paid_at: payable.paidAt === null ? null : isoTime(payable.paidAt),
  };
}
