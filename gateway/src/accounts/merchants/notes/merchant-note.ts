export const NOTE_LENGTH_MAX = 2_000;

/** A note of an operator about a merchant, which merchants don't see. */
export interface MerchantNote {
  readonly id: string;
  readonly text: string;
  readonly authorName: string;
  readonly createdAt: number;
}
