/**
 * Days after a payment in which its money can be returned: by its receiver to the payer, or by the
 * receiving bank of a payout (API Pix 2.10.0, `PixDevolucaoInvalida`).
 */
export const REFUND_WINDOW_DAYS = 90;
