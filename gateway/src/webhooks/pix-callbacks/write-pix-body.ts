import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import {
  type PaymentInEvent,
  type PixNames,
  paymentsInEvents,
  pixCallbackBody,
} from './pix-callback.ts';

/** The receiver of a call-back: the endpoint of a Pix key. */
export interface PixReceiver extends LedgerScope {
  readonly pixKey: string;
}

/** Writes the body of a call-back from the bodies of events. */
export type WritePixBody = (receiver: PixReceiver, bodies: readonly string[]) => Promise<string>;

/** Reads what the call-backs about payments of a merchant show; a room above keeps it. */
export type ReadPixNames = (
  database: Queryable,
  scope: LedgerScope,
  payments: readonly PaymentInEvent[],
) => Promise<PixNames>;

/** Makes the function that writes call-backs, with the names in the database. */
export function pixBodyWriter(
  database: Queryable,
  { readPixNames }: { readonly readPixNames: ReadPixNames },
): WritePixBody {
  return async (receiver, bodies) => {
    const names = await readPixNames(database, receiver, paymentsInEvents(bodies));
    return pixCallbackBody(bodies, receiver.pixKey, names);
  };
}
