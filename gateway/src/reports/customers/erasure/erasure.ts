import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';

/** A request to erase the personal data of a customer. Instants in milliseconds. */
export interface Erasure extends LedgerScope {
  readonly id: string;
  readonly customerId: string;
  /** The newest charge that is erased. */
  readonly throughId: string;
  /** How many charges have been erased. */
  readonly erasedCount: number;
  readonly requestedAt: number;
  /** Null while charges remain. */
  readonly finishedAt: number | null;
}
