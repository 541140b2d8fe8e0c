import type { Environment } from './kept-choices.ts';

// The data of the first pages is requested from these addresses before the panel's code is loaded. A
// test fails if a page then requests the same data again from another address.
export const SESSION_ADDRESS = '/api/account/session';
export const INCIDENTS_ADDRESS = '/api/panel/incidents';
export const FIRST_STEPS_ADDRESS = '/api/panel/first-steps';

/** The address of the list of transactions without a filter. */
export function transactionsAddress(environment: Environment): string {
  return `/api/panel/${environment}/transactions`;
}
