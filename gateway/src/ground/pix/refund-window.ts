/**
 * For how many days after a payment its money can be given back: by its receiver to the payer, or
 * by the bank that a payout went to (API Pix 2.9.0, `PixDevolucaoInvalida`).
 */
export const REFUND_WINDOW_DAYS = 90;
