/** The values of the form of a transfer; `amount` in centavos. */
export interface TransferOrder {
  username: string;
  amount: number;
  description: string;
}
