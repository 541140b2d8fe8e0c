import { type ProblemCode, problems, Refusal } from '#src/ground/errors/problems.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { ReasonKind } from './reasons/reason.ts';
import { reasonOf } from './reasons/reasons.ts';
import {
  BANK_REFUSED,
  BANK_UNREACHED,
  NO_BALANCE,
  RETRY_REFUSED,
  WINDOW_MISSED,
} from './subscription.ts';

/** The texts of codes of the gateway. */
const OWN_REASONS: Readonly<Record<string, { readonly message: Text; readonly remedy: Text }>> = {
  [WINDOW_MISSED]: {
    message: {
      'pt-BR': 'O gateway não criou a cobrança a tempo: faltavam menos de dois dias.',
      en: 'The gateway did not create the charge in time: less than two days were left.',
    },
    remedy: {
      'pt-BR': 'Cobre este ciclo de outra forma, com um Pix comum.',
      en: 'Charge this cycle in another way, by an ordinary Pix.',
    },
  },
  [NO_BALANCE]: {
    message: {
      'pt-BR': 'O pagador não tinha saldo no dia.',
      en: 'The payer had no balance on the day.',
    },
    remedy: {
      'pt-BR': 'Tente de novo em outro dia, se a assinatura permite novas tentativas.',
      en: 'Try again on another day, if the subscription allows new attempts.',
    },
  },
  [BANK_REFUSED]: {
    message: {
      'pt-BR': 'O banco não aceitou agendar a cobrança deste ciclo.',
      en: 'The bank did not agree to schedule the charge of this cycle.',
    },
    remedy: {
      'pt-BR': 'Cobre este ciclo de outra forma, com um Pix comum.',
      en: 'Charge this cycle in another way, by an ordinary Pix.',
    },
  },
  [BANK_UNREACHED]: {
    message: {
      'pt-BR': 'O banco não respondeu a tempo: faltavam menos de dois dias.',
      en: 'The bank did not answer in time: less than two days were left.',
    },
    remedy: {
      'pt-BR': 'Cobre este ciclo de outra forma, com um Pix comum.',
      en: 'Charge this cycle in another way, by an ordinary Pix.',
    },
  },
  [RETRY_REFUSED]: {
    message: {
      'pt-BR': 'O banco não aceitou a nova tentativa.',
      en: 'The bank did not accept the new attempt.',
    },
    remedy: {
      'pt-BR': 'Tente outro dia, se ainda houver, ou cobre este ciclo com um Pix comum.',
      en: 'Try another day, if there is one left, or charge this cycle by an ordinary Pix.',
    },
  },
};

/** A code with what it says to the merchant; null without one. */
export function reasonView(kind: ReasonKind, code: string | null, language: Language) {
  if (code === null) return null;
  const own = OWN_REASONS[code];
  if (own) return { code, message: own.message[language], remedy: own.remedy[language] };
  if (isProblemCode(code)) {
    return { code, message: new Refusal(code).messageIn(language), remedy: null };
  }
  const { reason, remedy } = reasonOf(kind, code);
  return { code, message: reason[language], remedy: remedy[language] };
}

/** A cycle is rejected by a bank, or canceled. */
export function kindOfCycle(status: string): ReasonKind {
  return status === 'canceled' ? 'cycle_canceled' : 'cycle_rejected';
}

/** A subscription is rejected by its payer, or canceled. */
export function kindOfEnd(status: string): ReasonKind {
  return status === 'rejected' ? 'authorization_rejected' : 'authorization_canceled';
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}
