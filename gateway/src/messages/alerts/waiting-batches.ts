import type { Queryable } from '#src/ground/database/database.ts';
import { givenPart } from '#src/ground/given-list.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

/** The batches of charges, an option, that wait for the bank. */
export interface WaitingBatches {
  /** For how many seconds the batch that has waited longest waits; 0 if none does. */
  readonly readBatchWait: (database: Queryable, now: number) => Promise<number>;
  /** The longest wait first; `since` is in milliseconds since 1970. */
  readonly listWaitingBatches: (
    database: Queryable,
    page: { readonly limit: number },
  ) => Promise<
    readonly {
      readonly id: string;
      readonly amount: Centavos;
      readonly since: number;
      readonly username: string;
    }[]
  >;
}

export const { give: giveWaitingBatches, read: waitingBatches } = givenPart<
  WaitingBatches | undefined
>('waiting batches');
