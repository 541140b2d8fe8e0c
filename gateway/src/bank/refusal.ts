import { REFUND_WINDOW_DAYS } from '#src/ground/pix/refund-window.ts';
import type { BankRefusal } from './outcome.ts';

/** The codes of a bank's refusals, with a message for the merchant. */
const MESSAGES = {
  access_denied: 'O banco não permite esta operação à conta da plataforma.',
  account_invalid: 'A conta de destino não existe ou não pode receber.',
  amount_invalid: 'O banco recusou o valor.',
  beneficiary_blocked: 'O banco não permite pagamentos a este favorecido.',
  beneficiary_mismatch: 'A chave Pix não pertence ao CPF ou CNPJ do favorecido.',
  callback_invalid: 'O banco recusou o endereço de notificações.',
  charge_paid: 'A cobrança já foi paga.',
  charge_removed: 'A cobrança foi cancelada no banco.',
  cycle_ended: 'A cobrança deste ciclo já terminou no banco.',
  id_taken: 'O identificador já foi usado no banco com outros dados.',
  insufficient_funds: 'O banco recusou a operação por falta de saldo.',
  key_not_found: 'A chave Pix não existe ou não é válida.',
  not_found: 'O banco não encontrou o registro.',
  payer_invalid: 'O banco recusou os dados do pagador.',
  recurrence_ended: 'A autorização já terminou no banco.',
  refund_invalid:
    'O banco recusou a devolução: confira o valor que resta e o prazo de ' +
    `${REFUND_WINDOW_DAYS} dias.`,
  refused: 'O banco recusou a operação.',
} as const;

export type RefusalCode = keyof typeof MESSAGES;

/** Our refusal by its code; `bankWords` are for the operator's log. */
export function makeRefusal(code: RefusalCode, bankWords: string): BankRefusal {
  return { code, message: MESSAGES[code], bankWords };
}
