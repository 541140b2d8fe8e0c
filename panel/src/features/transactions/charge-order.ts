/** A share as typed; `key` identifies its row in the form. */
export interface TypedShare {
  key: string;
  username: string;
  percentage: number | string;
}

export interface ChargeOrder {
  amount: number;
  payer: { name: string; document: string; email: string };
  external_id: string;
  expires_in: string;
  split: TypedShare[];
}
