/** The values of the form of a refund; `amount` in centavos. */
export interface RefundFormValues {
  amount: number;
  reason: string;
  bear_all: boolean;
}
