import { figureOperations } from './figure-operations.ts';
import { subscriptionActOperations } from './subscription-act-operations.ts';
import { subscriptionOperations } from './subscription-operations.ts';
import { testPayerOperations } from './test-payer-operations.ts';

/** The operations of subscriptions, for the access rules of the panels and the SDKs. */
export const subscriptionsOperations = [
  ...subscriptionOperations,
  ...subscriptionActOperations,
  ...testPayerOperations,
  ...figureOperations,
];
