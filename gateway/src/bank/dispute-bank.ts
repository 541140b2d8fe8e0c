import type { Centavos } from '#src/ground/money/centavos.ts';
import type { ListPage, Outcome, Period } from './outcome.ts';

/** The reason of a dispute by the special mechanism (MED). */
export type DisputeReason = 'fraud' | 'operational_failure' | 'automatic_pix';

/** The disputes of a bank that lists them. Amounts in centavos, instants in milliseconds. */
export interface DisputeBank {
  /** One page of the disputes of a period, both ends included; pages count from 0. */
  listDisputes(period: Period, page: number): Promise<Outcome<DisputePage>>;
  /** Sends the merchant's defense. The bank accepts one for each dispute. */
  sendDefense(defense: DefenseOrder): Promise<Outcome<void>>;
  /**
   * Sends a file of a defense, before the defense. A repeat under its id replaces it. Undefined for
   * a bank that takes no files: there the text names them.
   */
  sendFile?(file: FileOrder): Promise<Outcome<void>>;
}

/** A dispute as the bank lists it. */
export interface BankDispute {
  /** The bank's id. */
  readonly id: string;
  /** The end-to-end id of the payment. */
  readonly endToEndId: string;
  readonly amount: Centavos;
  readonly reason: DisputeReason;
  readonly status: 'open' | 'in_defense' | 'accepted' | 'rejected' | 'canceled';
  readonly openedAt: number;
  /** Until when a defense is accepted; null when the bank doesn't report it. */
  readonly defenseDueAt: number | null;
  /** When it was decided; null while it is open, or when the bank doesn't report it. */
  readonly closedAt: number | null;
  /** The text of the defense that the bank has; null without one. */
  readonly defense: string | null;
}

export interface DisputePage extends ListPage {
  readonly disputes: readonly BankDispute[];
}

/** A file that proves what a defense says. */
export interface FileOrder {
  /** The bank's id of the dispute. */
  readonly disputeId: string;
  /** Our id of the file. */
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface DefenseOrder {
  /** The bank's id of the dispute. */
  readonly disputeId: string;
  /** 1 to 1000 characters. */
  readonly text: string;
}
