import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type IdsInEvents, idsInEvents, type PixNames, pixCallbackBody } from './pix-callback.ts';

/** The receiver of a call-back: the endpoint of a Pix key. */
export interface PixReceiver extends LedgerScope {
  readonly pixKey: string;
}

/** Writes the body of a call-back from the bodies of events. */
export type WritePixBody = (receiver: PixReceiver, bodies: readonly string[]) => Promise<string>;

/** Reads the names that a merchant gave to charges and refunds; a room above keeps them. */
export type ReadPixNames = (
  database: Queryable,
  scope: LedgerScope,
  ids: IdsInEvents,
) => Promise<PixNames>;

/** Makes the function that writes call-backs, with the names in the database. */
export function pixBodyWriter(
  database: Queryable,
  { readPixNames }: { readonly readPixNames: ReadPixNames },
): WritePixBody {
  return async (receiver, bodies) => {
    const names = await readPixNames(database, receiver, idsInEvents(bodies));
    return pixCallbackBody(bodies, receiver.pixKey, names);
  };
}
