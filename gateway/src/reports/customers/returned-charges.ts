import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Database } from '#src/ground/database/database.ts';
import { isId } from '#src/ground/ids.ts';
import type { CustomerIndex } from '../transactions/customer-links.ts';
import { CUSTOMER_CHARGES_MAX } from './customer.ts';
import { selectReturned } from './customer-store.ts';

const CHARGES_MAX = 1_000;

/**
 * The charges of a customer with refunds or disputes: the newest thousand among its newest ten
 * thousand. None of an unknown customer.
 */
export async function returnedChargesOf(
  {
    database,
    linkNewest,
  }: { readonly database: Database; readonly linkNewest: CustomerIndex['linkNewest'] },
  scope: LedgerScope,
  customer: string,
): Promise<readonly string[]> {
  const id = customer.trim();
  if (!isId(id)) return [];
  await linkNewest(scope);
  const limits = { read: CUSTOMER_CHARGES_MAX, shown: CHARGES_MAX };
  return selectReturned(database, { ...scope, id }, limits);
}
