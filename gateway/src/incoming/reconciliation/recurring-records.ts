import type { Period } from '#src/bank/live-bank.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { givenPart } from '#src/ground/given-list.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

/** What subscriptions, an option, know of the bank's recurring payments (Pix Automático). */
export interface RecurringRecords {
  /** Those of the txids of a bank's list that are cycles of this gateway. */
  readonly readKnownCycles: (
    database: Queryable,
    txids: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** The txids of the cycles that the bank registered in a period; `to` is excluded. */
  readonly readRegisteredCycles: (
    database: Queryable,
    period: Period,
  ) => Promise<readonly string[]>;
  /** The oldest cycles that the bank has called paid since before an instant, without a Pix. */
  readonly readCyclesWithoutPix: (
    database: Queryable,
    page: { readonly before: number; readonly limit: number },
  ) => Promise<readonly { readonly txid: string; readonly amount: Centavos }[]>;
  /** Those of the ids of a bank's list that subscriptions of this gateway name. */
  readonly readKnownRecurrences: (
    database: Queryable,
    recurrenceIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** The ids at the bank of recurrences first asked for in a period; `to` is excluded. */
  readonly readCalledRecurrences: (
    database: Queryable,
    period: Period,
  ) => Promise<readonly string[]>;
  /** How many recurrences and charges of cycles may still debit a payer, up to a limit. */
  readonly countOpen: (database: Queryable, limit: number) => Promise<number>;
}

export const { give: giveRecurringRecords, read: recurringRecords } = givenPart<
  RecurringRecords | undefined
>('records of recurring payments');
