import type { SplitStatus } from './split.ts';

/** A range of charge ids; the upper end is exclusive. */
export interface IdRange {
  readonly fromId: string;
  readonly beforeId: string;
}

/** A share as its recipient sees it. Amounts in centavos, the instant in milliseconds. */
export interface ReceivedSplit {
  readonly chargeId: string;
  /** Null for a fixed share. */
  readonly basisPoints: bigint | null;
  readonly amount: bigint;
  readonly refunded: bigint;
  readonly status: SplitStatus;
  readonly externalId: string | null;
  readonly utm: Readonly<Record<string, string>> | null;
  readonly originUsername: string;
  readonly originName: string;
  readonly paidAt: number | null;
}

/** The shares of one origin in a period. Amounts in centavos. */
export interface OriginSum {
  readonly username: string;
  readonly name: string;
  readonly count: bigint;
  readonly paid: bigint;
  readonly pending: bigint;
}
