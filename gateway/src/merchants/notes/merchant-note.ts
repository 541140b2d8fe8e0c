export const NOTE_LENGTH_MAX = 2_000;

/** What an operator wrote about a merchant. Merchants don't see it. */
export interface MerchantNote {
  readonly id: string;
  readonly text: string;
  readonly authorName: string;
  readonly createdAt: number;
}
