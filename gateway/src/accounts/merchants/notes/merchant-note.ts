import * as f from '#src/ground/database/fields.ts';

export const NOTE_LENGTH_MAX = 2_000;

/** A note of an operator about a merchant, which merchants don't see. */
export const MERCHANT_NOTE = {
  id: f.uuid,
  text: f.text,
  authorName: f.text,
  createdAt: f.instant,
};
export type MerchantNote = f.RecordOf<typeof MERCHANT_NOTE>;
