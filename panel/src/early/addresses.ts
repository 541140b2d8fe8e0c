import type { Environment } from './kept-choices.ts';

// The addresses of what the first picture of a page shows. A test fails if the page then requests
// another address.
export const SESSION_ADDRESS = '/api/account/session';
export const INCIDENTS_ADDRESS = '/api/panel/incidents';
export const FIRST_STEPS_ADDRESS = '/api/panel/first-steps';

/** The address of the list of transactions without a filter. */
export function transactionsAddress(environment: Environment): string {
  return `/api/panel/${environment}/transactions`;
}
