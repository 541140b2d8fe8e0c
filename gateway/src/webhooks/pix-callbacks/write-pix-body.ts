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

/** Writes call-backs. */
export interface PixWriter {
  /**
   * Whether each of the events is for the receiver: its Pix names the receiver's key or none. An
   * event without a Pix is, too; one of a dispute for which nothing was returned is not.
   */
  areFor(receiver: PixReceiver, bodies: readonly string[]): Promise<boolean[]>;
  /** Writes the body of a call-back from the bodies of events. */
  write(receiver: PixReceiver, bodies: readonly string[]): Promise<string>;
}

/** Reads what the call-backs about payments of a merchant show; a room above keeps it. */
export type ReadPixNames = (
  database: Queryable,
  receiver: PixReceiver,
  payments: readonly PaymentInEvent[],
) => Promise<PixNames>;

/** Makes the writer of call-backs, with the names in the database. */
export function createPixWriter(
  database: Queryable,
  { readPixNames }: { readonly readPixNames: ReadPixNames },
): PixWriter {
  const namesOf = (receiver: PixReceiver, bodies: readonly string[]) =>
    readPixNames(database, receiver, paymentsInEvents(bodies));
  return {
    async areFor(receiver, bodies) {
      const { charges } = await namesOf(receiver, bodies);
      return bodies.map((body) =>
        paymentsInEvents([body]).every(
          ({ id, isUntold }) =>
            !isUntold && (charges.get(id)?.pixKey ?? receiver.pixKey) === receiver.pixKey,
        ),
      );
    },
    async write(receiver, bodies) {
      return pixCallbackBody(bodies, receiver.pixKey, await namesOf(receiver, bodies));
    },
  };
}
