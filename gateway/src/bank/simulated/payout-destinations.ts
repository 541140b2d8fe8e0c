import { MINUTE_MS } from '#src/ground/durations.ts';
import { makeRefusal } from '../refusal.ts';

/** How long the simulated bank gives no answer about a payout to `semresposta@sandbox.com`. */
export const UNANSWERED_MS = 10 * MINUTE_MS;
const DOMAIN = '@sandbox.com';
const KEY_WITHOUT_BALANCE = 'saldo';
const KEY_WITHOUT_ANSWER = 'semresposta';
const KEY_THAT_RETURNS = 'devolvido';

/** Why a payout was refused, as the merchant sees it. */
interface Reason {
  readonly code: string;
  readonly message: string;
}

/** ISO 20022 reasons with which the SPI or the receiver's bank refuses a payment. */
const SPI_REASONS: Readonly<Record<string, string>> = {
  AB03: 'O SPI interrompeu a liquidação porque o tempo acabou.',
  AB09: 'Houve um erro no banco do favorecido.',
  AC03: 'A conta de destino não existe ou a chave Pix não foi encontrada.',
  AC06: 'A conta de destino está bloqueada.',
  AC07: 'A conta de destino foi encerrada.',
  AC14: 'O tipo da conta de destino está incorreto.',
  AG03: 'A conta de destino não aceita este tipo de transação.',
  AM02: 'O valor passa do limite da conta de destino.',
  AM04: 'O banco pagador não tem saldo para liquidar o pagamento.',
  BE01: 'O CPF ou CNPJ não é do titular da conta de destino.',
  BE17: 'O banco do favorecido rejeitou o QR code.',
  CH11: 'O CPF ou CNPJ do favorecido está incorreto.',
  DS04: 'O banco do favorecido rejeitou a ordem.',
  DS27: 'O banco do favorecido não opera no SPI.',
  ED05: 'Houve um erro no processamento do pagamento.',
  RR04: 'O banco do favorecido recusou por motivo regulatório.',
};

/** The codes with which a live payout ends when the bank refuses it. */
const BANK_CODES = [
  'access_denied',
  'account_invalid',
  'amount_invalid',
  'beneficiary_blocked',
  'beneficiary_mismatch',
  'insufficient_funds',
  'key_not_found',
  'refused',
] as const;

const REASONS: ReadonlyMap<string, Reason> = new Map([
  ['falha', spiReason('AC03')],
  ...Object.keys(SPI_REASONS).map((code) => [code.toLowerCase(), spiReason(code)] as const),
  ...BANK_CODES.map((code) => {
    const { message } = makeRefusal(code, '');
    return [code, { code, message }] as const;
  }),
]);

/** The names before `@sandbox.com` of keys to which a payout fails, with the code of each. */
export const refusingDestinations: ReadonlyMap<string, string> = new Map(
  [...REASONS].map(([name, { code }]) => [name, code]),
);

/** The simulated bank's behaviour for payouts to a Pix key. */
export type Destination =
  | { readonly kind: 'paid' | 'without_balance' | 'unanswered' | 'returned' }
  | ({ readonly kind: 'refused' } & Reason);

/** The destination that a Pix key stands for. Every other key is paid. */
export function destinationOf(pixKey: string): Destination {
  if (!pixKey.endsWith(DOMAIN)) return { kind: 'paid' };
  const name = pixKey.slice(0, -DOMAIN.length);
  if (name === KEY_WITHOUT_BALANCE) return { kind: 'without_balance' };
  if (name === KEY_WITHOUT_ANSWER) return { kind: 'unanswered' };
  if (name === KEY_THAT_RETURNS) return { kind: 'returned' };
  const reason = REASONS.get(name);
  return reason ? { kind: 'refused', ...reason } : { kind: 'paid' };
}

function spiReason(code: string): Reason {
  return { code, message: SPI_REASONS[code] ?? '' };
}
