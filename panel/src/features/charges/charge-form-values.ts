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

export interface ChargeFormValues {
  amount: number;
  /** What the payer reads on the payment page. */
  description: string;
  payer: { name: string; document: string; email: string };
  external_id: string;
  expires_in: string;
  split: TypedShare[];
}

/** A share as the API takes it. */
export function shareOf({ username, kind, percentage, amount }: TypedShare) {
  const part = kind === 'amount' ? { amount } : { percentage: Number(percentage) };
  return { username: username.trim(), ...part };
}
