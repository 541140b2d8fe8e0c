import type { Queryable } from '#src/ground/database/database.ts';
import type { TransactionKey } from './charge.ts';
import { selectRenewal } from './charge-read-store.ts';

/** Whether the payer of an expired charge got a new one for it. */
export async function hasRenewal(database: Queryable, key: TransactionKey): Promise<boolean> {
  return (await selectRenewal(database, key)) !== undefined;
}
