import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { recurrenceLocationOfCode } from '#src/ground/pix/location-of-code.ts';
import type { ChargeStatus } from '../charge.ts';
import type { DueTerms } from '../due/due-terms.ts';
import { versionOfDue } from '../due/shown-due.ts';
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
  /** The terms of a charge with a due date; null for every other charge. */
  readonly due: DueTerms | null;
  /** The time of its test clock (milliseconds), if it has a due date and lives in one. */
  readonly clockNow: number | null;
  readonly look: PageLook;
}

/** The states of the page. A partly refunded charge is shown as paid. */
export type PayableStatus = Exclude<ChargeStatus, 'partially_refunded'>;

/** The time in which the charge lives, by the real time (milliseconds). */
export function nowOf({ clockNow }: Pick<Payable, 'clockNow'>, realNow: number): number {
  return clockNow ?? realNow;
}

/** The state at an instant (milliseconds): a pending charge is `expired` after its time. */
export function statusAt(payable: Payable, now: number): PayableStatus {
  const { status, expiresAt } = payable;
  if (status === 'partially_refunded') return 'paid';
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}

/**
 * Whether a payer may renew the charge when it expires. A payer of a payment link makes another
 * charge at the link instead. A charge with a due date is not renewed: its amount and its days are
 * agreed with the merchant, who makes a new one. Nor is a charge whose code also authorizes a
 * subscription: the payer would pay, and nothing would be authorized.
 */
export function mayRenew(
  { look, linkId, renewals, isErased, due, qrcode }: RenewedPayable,
  renewalsMax: number,
): boolean {
  const isRenewable = linkId === null && due === null && !isErased;
  const authorizes = recurrenceLocationOfCode(qrcode) !== undefined;
  return look.mayRenew && isRenewable && !authorizes && renewals < renewalsMax;
}

type RenewedPayable = Pick<Payable, 'look' | 'linkId' | 'renewals' | 'isErased' | 'due' | 'qrcode'>;

/** The state as the page polls it. The page of a due date is shown anew when `version` changes. */
export function stateAt(payable: Payable, realNow: number) {
  const now = nowOf(payable, realNow);
  const status = statusAt(payable, now);
  return {
    status,
    expires_at: isoTime(payable.expiresAt),
    paid_at: payable.paidAt === null ? null : isoTime(payable.paidAt),
    ...(payable.due && status === 'pending' && { version: versionOfDue(payable.due, now) }),
  };
}
