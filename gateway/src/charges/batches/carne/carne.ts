import type { Charge } from '../../charge.ts';

/** The slips of one file; a larger batch has several files. */
export const SLIPS_MAX = 300;

/** A charge to print, and its number among the charges of its payer in the batch. */
export interface Slip {
  readonly charge: Charge;
  readonly number: number;
  readonly count: number;
}

/** The part of a carnê in one file. */
export interface Carne {
  /** The name of its batch; null if it has none. */
  readonly name: string | null;
  readonly slips: readonly Slip[];
}
