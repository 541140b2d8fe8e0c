import * as f from '#src/ground/database/fields.ts';

/**
 * A restored backup. The bank is ahead of it: payouts and webhooks wait until it is confirmed.
 * Instants in milliseconds since 1970.
 */
export const RESTORATION = {
  /** The name of the base backup. */
  backup: f.text,
  /** The instant of the last restored change; later orders of the bank are not in the database. */
  reachedAt: f.instant,
  restoredAt: f.instant,
};
export type Restoration = f.RecordOf<typeof RESTORATION>;

/** The reason of the stop of payouts that a restoration makes. */
export const RESTORATION_STOP_REASON = 'Banco de dados restaurado de uma cópia';
