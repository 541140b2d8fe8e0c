import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';

/** The party that stopped payouts: a merchant and its operator each have their own stop. */
export type StoppedBy = 'merchant' | 'operator';

/** The scope of a stop; the platform's id stands for all merchants. */
export interface StopScope extends LedgerScope {
  readonly stoppedBy: StoppedBy;
}

/** A stop that is in force. Instants in milliseconds since 1970. */
export interface PayoutStop extends StopScope {
  readonly stoppedAt: number;
  /** The user who stopped, or the name of the command line. */
  readonly actorName: string;
  readonly reason: string | null;
}

/** A stop with the username of its merchant; null for the platform's. */
export type ListedStop = PayoutStop & { readonly username: string | null };

/** The number and the sum in centavos of payouts that wait; both stop at 10,000 payouts. */
export interface WaitingPayouts {
  readonly count: bigint;
  readonly amount: bigint;
}

/** The stop of all live payouts and transfers of the platform. */
export const PLATFORM_STOP: StopScope = {
  merchantId: PLATFORM_MERCHANT_ID,
  environment: 'live',
  stoppedBy: 'operator',
};

/** Whether a stop is the platform's. */
export function isPlatformStop({ merchantId }: LedgerScope): boolean {
  return merchantId === PLATFORM_MERCHANT_ID;
}
