/** The values of the form of a transfer; `amount` in centavos. */
export interface TransferFormValues {
  username: string;
  amount: number;
  description: string;
}
