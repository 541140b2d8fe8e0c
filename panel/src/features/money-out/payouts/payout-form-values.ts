import type { PixKeyType } from './pix-key-types.ts';

/** The values of the form of a new payout; `amount` in centavos. */
export interface PayoutFormValues {
  amount: number;
  pix_key_type: PixKeyType;
  pix_key: string;
  beneficiary: { name: string; document: string };
  external_id: string;
  /** The saved beneficiary that was chosen; undefined for a typed key. */
  saved_id?: string | undefined;
  save_beneficiary: boolean;
}
