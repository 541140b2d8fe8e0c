import type { ChargeKind } from './due-charge.ts';

/** A location at the bank, which at most one charge has at a time. */
export interface BankLocation {
  readonly id: number;
  /** Without scheme. */
  readonly url: string;
}

/** A charge that gets another location. */
export interface LocationMove {
  readonly txid: string;
  readonly kind: ChargeKind;
  /** The location's id at the bank. */
  readonly locationId: number;
  readonly merchantName: string;
  readonly merchantCity: string;
}
