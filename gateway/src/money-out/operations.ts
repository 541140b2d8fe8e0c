import { payoutOperations } from './payouts/payout-operations.ts';

/** The operations of money out, for its routes, the access rules and the methods of the SDKs. */
export const moneyOutOperations = [...payoutOperations];
