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
  readonly batchId: string;
  /** The index of its first charge in the batch, from 1. */
  readonly from: number;
  readonly slips: readonly Slip[];
}
