import type { Centavos } from '#src/ground/money/centavos.ts';

/** The operators' decision about an order for which the bank gives no result. */
export type Resolution = 'paid' | 'not_paid';

/** A resolution in the order's row; `reversed`: resolved as paid, then the bank said "not paid". */
export type StoredResolution = Resolution | 'reversed';

/** The failure of an order that operators resolved as not paid. */
export const NOT_PAID_FAILURE = {
  code: 'not_paid_at_bank',
  message: 'A operação da plataforma verificou com o banco que o Pix não foi feito.',
};

/** A live payout or refund that may be at the bank and has no result. Instants in milliseconds. */
export interface StuckOrder {
  readonly merchantId: string;
  readonly environment: 'live';
  readonly id: string;
  readonly amount: Centavos;
  /** The username of its merchant. */
  readonly username: string;
  readonly merchantName: string;
  /** The beneficiary of a payout, or the payer of the refunded payment. */
  readonly payee: { readonly name: string; readonly document: string };
  /** The key that a payout goes to; null for a refund. */
  readonly pixKey: string | null;
  /** The charge that is refunded; null for a payout. */
  readonly chargeId: string | null;
  /** Of the payout, when the bank has reported it; for a refund, of the refunded payment. */
  readonly endToEndId: string | null;
  readonly createdAt: number;
  /** When it was last sent. */
  readonly uncertainAt: number;
  /** Whether the bank has ever returned the order. */
  readonly isKnownAtBank: boolean;
}
