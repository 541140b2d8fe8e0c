import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import {
  type EndpointFormat,
  type PaymentInEvent,
  type PixNames,
  paymentsInEvents,
  pixCallbackBody,
} from './pix-callback.ts';
import {
  isRecurring,
  type RecurringReceiver,
  recurringFormats,
  resourceInEvent,
} from './recurring-callback.ts';

/** The receiver of call-backs about payments: the endpoint of a Pix key. */
export interface PixReceiver extends LedgerScope {
  readonly format: 'api_pix';
  readonly pixKey: string;
}

/** The receiver of call-backs of API Pix. */
export type CallbackReceiver = PixReceiver | RecurringReceiver;

/** Writes call-backs. */
export interface PixWriter {
  /**
   * Whether each of the events is for the receiver: its Pix names the receiver's key or none. An
   * event without a Pix is, too; one of a dispute for which nothing was returned is not, nor one of
   * a cycle that got no charge.
   */
  areFor(receiver: CallbackReceiver, bodies: readonly string[]): Promise<boolean[]>;
  /** Writes the body of a call-back from the bodies of events. */
  write(receiver: CallbackReceiver, bodies: readonly string[]): Promise<string>;
}

/** Reads what call-backs show besides the events; a room above keeps it. */
export interface CallbackReads {
  /** The facts that the call-backs about payments of a merchant show. */
  readonly names: (
    database: Queryable,
    receiver: PixReceiver,
    payments: readonly PaymentInEvent[],
  ) => Promise<PixNames>;
  /** Subscriptions, or the charges of cycles, as the standard tells of them. */
  readonly notices: (
    database: Queryable,
    receiver: RecurringReceiver,
    ids: readonly string[],
  ) => Promise<readonly object[]>;
}

/** The receiver that an endpoint is; undefined for one that gets our events. */
export function receiverOf({
  merchantId,
  environment,
  format,
  pixKey,
}: LedgerScope & {
  readonly format: EndpointFormat | null;
  readonly pixKey: string | null;
}): CallbackReceiver | undefined {
  const scope = { merchantId, environment };
  if (isRecurring(format)) return { ...scope, format };
  return pixKey === null ? undefined : { ...scope, format: 'api_pix', pixKey };
}

/** The path that is added to a receiver's address. */
export function resourceOf({ format }: CallbackReceiver): string {
  return format === 'api_pix' ? '/pix' : recurringFormats[format].resource;
}

/** Makes the writer of call-backs, with what is in the database, all of one instant. */
export function createPixWriter(database: Database, reads: CallbackReads): PixWriter {
  const namesOf = (receiver: PixReceiver, bodies: readonly string[]) =>
    database.snapshot((tx) => reads.names(tx, receiver, paymentsInEvents(bodies)));
  return {
    async areFor(receiver, bodies) {
      const { format } = receiver;
      if (format !== 'api_pix') return bodies.map((body) => resourceInEvent(format, body) !== null);
      const { charges } = await namesOf(receiver, bodies);
      return bodies.map((body) =>
        paymentsInEvents([body]).every(
          ({ id, isUntold }) =>
            !isUntold && (charges.get(id)?.pixKey ?? receiver.pixKey) === receiver.pixKey,
        ),
      );
    },
    async write(receiver, bodies) {
      const { format } = receiver;
      if (format === 'api_pix') {
        return pixCallbackBody(bodies, receiver.pixKey, await namesOf(receiver, bodies));
      }
      const ids = bodies.flatMap((body) => resourceInEvent(format, body) ?? []);
      const notices = await database.snapshot((tx) => reads.notices(tx, receiver, ids));
      return JSON.stringify({ [recurringFormats[format].list]: notices });
    },
  };
}
