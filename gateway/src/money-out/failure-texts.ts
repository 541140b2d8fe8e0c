import type { Language } from '#src/ground/http/language.ts';

/** The reason why a payout or refund failed, as it is stored: the message is Portuguese. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** The English messages, by code. The first ones are those of the SPI (ISO 20022). */
const ENGLISH: Readonly<Record<string, string>> = {
  AB03: 'The SPI stopped the settlement because time ran out.',
  AB09: 'There was an error at the bank of the beneficiary.',
  AC03: 'The destination account does not exist, or the Pix key was not found.',
  AC06: 'The destination account is blocked.',
  AC07: 'The destination account was closed.',
  AC14: 'The type of the destination account is wrong.',
  AG03: 'The destination account does not take this kind of transaction.',
  AM02: 'The amount is above the limit of the destination account.',
  AM04: 'The paying bank has no balance to settle the payment.',
  BE01: 'The CPF or CNPJ is not that of the holder of the destination account.',
  BE17: 'The bank of the beneficiary rejected the QR code.',
  CH11: 'The CPF or CNPJ of the beneficiary is wrong.',
  DS04: 'The bank of the beneficiary rejected the order.',
  DS27: 'The bank of the beneficiary is not part of the SPI.',
  ED05: 'There was an error while the payment was processed.',
  RR04: 'The bank of the beneficiary refused for a regulatory reason.',
  access_denied: 'The bank does not allow this operation to the platform’s account.',
  account_invalid: 'The destination account does not exist or can’t receive.',
  amount_invalid: 'The bank refused the amount.',
  approval_expired: 'The payout was not approved within 7 days.',
  beneficiary_blocked: 'The bank does not allow payments to this beneficiary.',
  beneficiary_mismatch: 'The Pix key does not belong to the CPF or CNPJ of the beneficiary.',
  cancelled_by_merchant: 'Your team cancelled the payout before it was sent.',
  cancelled_by_operator: 'The platform cancelled it before it was sent.',
  insufficient_funds: 'The bank refused the operation because the balance is too low.',
  key_not_found: 'The Pix key does not exist or is not valid.',
  not_approved: 'The payout was not approved.',
  not_found: 'The bank did not find the record.',
  not_paid_at_bank: 'The platform checked with the bank that the Pix was not made.',
  refund_invalid: 'The bank refused the refund: check the amount that is left and the time limit.',
};
/** With this code the message may be the bank's own text, which is not translated. */
const REFUSED = 'refused';
const OWN_REFUSAL =
  /^O banco (recusou a operação|(informou depois que )?não fez (o Pix|a devolução))/;

/** A failure for a reader of the panel; one without an English message stays Portuguese. */
export function failureIn<F extends Failure | null>(failure: F, language: Language): F | Failure {
  if (failure === null || language === 'pt-BR') return failure;
  const { code, message } = failure;
  if (code !== REFUSED) return { code, message: ENGLISH[code] ?? message };
  return { code, message: OWN_REFUSAL.test(message) ? 'The bank refused the operation.' : message };
}
