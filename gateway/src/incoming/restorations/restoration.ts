/**
 * A restored backup. The bank is ahead of it: payouts and webhooks wait until it is confirmed.
 * Instants in milliseconds since 1970.
 */
export interface Restoration {
  /** The name of the base backup. */
  readonly backup: string;
  /** The instant of the last restored change; later orders of the bank are not in the database. */
  readonly reachedAt: number;
  readonly restoredAt: number;
}

/** The reason of the stop of payouts that a restoration makes. */
export const RESTORATION_STOP_REASON = 'Banco de dados restaurado de uma cópia';
