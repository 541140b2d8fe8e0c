import type { DueFormValues, TypedAddress } from './due/due-form-values.ts';

/** A share as typed; `key` identifies its row in the form. */
export interface TypedShare {
  key: string;
  username: string;
  /** Which of the two next fields is sent. */
  kind: 'percentage' | 'amount';
  percentage: number | string;
  /** Centavos. */
  amount: number;
}

/** The payer as typed; an address is sent with a due date only. */
export interface TypedPayer {
  name: string;
  document: string;
  email: string;
  address?: TypedAddress | null;
}

/** The fields of a due date are sent if the charge has one. */
export interface ChargeFormValues extends DueFormValues {
  kind: 'now' | 'due';
  amount: number;
  /** The text that the payer reads on the payment page. */
  description: string;
  payer: TypedPayer;
  external_id: string;
  expires_in: string;
  split: TypedShare[];
}

/** A share as the API takes it. */
export function shareOf({ username, kind, percentage, amount }: TypedShare) {
  const part = kind === 'amount' ? { amount } : { percentage: Number(percentage) };
  return { username: username.trim(), ...part };
}
