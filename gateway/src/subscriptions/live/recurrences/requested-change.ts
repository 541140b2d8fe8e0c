import type { ChosenLocation } from '../../recurrences/recurrence.ts';
import type { PayerAccount } from '../../subscription.ts';

/** A change of a live recurrence by the Central Bank's API, as it is stored. */
export type LiveChange =
  | {
      readonly kind: 'revise';
      readonly payerName?: string;
      readonly firstDueOn?: string;
      readonly location?: ChosenLocation;
      readonly activationTxid?: string;
      /** The charge that the code also pays. */
      readonly chargeId?: string;
    }
  | { readonly kind: 'free_location'; readonly locationId: number; readonly bankId: number }
  | {
      readonly kind: 'open_request';
      readonly payerDocument: string;
      readonly account: PayerAccount;
      /** Milliseconds since 1970. */
      readonly expiresAt: number;
    }
  | { readonly kind: 'withdraw_request'; readonly id: string };

/**
 * A change that is committed before the bank is asked for it. A recurrence has one at a time, so a
 * late call never undoes the next change.
 */
export interface RequestedChange {
  readonly id: string;
  /** When the merchant asked for it, in milliseconds since 1970. */
  readonly at: number;
  readonly change: LiveChange;
}
