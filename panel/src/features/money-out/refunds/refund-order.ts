/** The values of the form of a refund; `amount` in centavos. */
export interface RefundOrder {
  amount: number;
  reason: string;
  bear_all: boolean;
}
