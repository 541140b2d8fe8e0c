import type { PayoutError } from '../state/records.ts';
import { BankRefusal, type RefusalKind } from './refusal.ts';

/** The outcome of a payout to a key of the menu. */
export interface PayoutFate {
  /** The description in Portuguese, for the page. */
  readonly words: string;
  readonly refusal?: { readonly kind: RefusalKind; readonly message: string };
  /** The error with which the payout ends NAO_REALIZADO. */
  readonly error?: PayoutError;
  /** The payout stays EM_PROCESSAMENTO until it is settled through the control API or the page. */
  readonly isLeftPending?: boolean;
  /** The number of equal parts in which the receiver returns it; the last part takes the rest. */
  readonly returnParts?: number;
}

/** A receiver's account that doesn't exist (AC03 of the message catalogue; Efí's own example). */
export const ACCOUNT_INVALID: PayoutError = {
  codigo: 'AC03',
  origem: 'PSP do usuário recebedor',
  motivo: 'Número da agência e/ou conta transacional do usuário recebedor inexistente ou inválido',
};

const PAID: PayoutFate = { words: 'é pago' };

/** Keys with a special outcome of the payout. A payout to any other key is paid. */
export const PAYOUT_MENU: Readonly<Record<string, PayoutFate>> = {
  'falha@simulador.example': { words: 'não se realiza (AC03)', error: ACCOUNT_INVALID },
  'pendente@simulador.example': { words: 'fica em processamento', isLeftPending: true },
  'devolve@simulador.example': { words: 'é devolvido inteiro', returnParts: 1 },
  'devolve-em-duas@simulador.example': { words: 'é devolvido em duas partes', returnParts: 2 },
  'sem-saldo@simulador.example': {
    words: 'é negado (422)',
    refusal: { kind: 'payoutDenied', message: 'Pagamento negado por análises: saldo insuficiente' },
  },
  'recusada@simulador.example': {
    words: 'é recusado (400)',
    refusal: {
      kind: 'payoutDocumentBlocked',
      message: 'O documento desta conta tem bloqueios que impedem a emissão',
    },
  },
  'outro-documento@simulador.example': {
    words: 'a chave é de outro documento (400)',
    refusal: {
      kind: 'payoutDocumentDiffers',
      message: 'O cpf do favorecido é diferente do documento em posse da chave',
    },
  },
  'inexistente@simulador.example': {
    words: 'a chave não existe (404)',
    refusal: {
      kind: 'payoutKeyNotFound',
      message: 'A chave Pix do favorecido não foi encontrada',
    },
  },
  'sem-fichas@simulador.example': {
    words: 'o balde de fichas está vazio (429)',
    refusal: { kind: 'payoutBucketEmpty', message: 'Não há fichas no balde a serem consumidas' },
  },
};

/** The outcome of a key. Throws BankRefusal when the menu refuses the payout at once. */
export function fateOf(key: string | undefined): PayoutFate {
  const fate = (key === undefined ? undefined : PAYOUT_MENU[key]) ?? PAID;
  if (fate.refusal === undefined) return fate;
  throw new BankRefusal(fate.refusal.kind, fate.refusal.message);
}
