import type { Transaction } from '#src/ground/database/database.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { Mailer, MailText, Message } from '#src/ground/mail/mailer.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
import type { AdjustmentKind, BalanceAdjustment } from './balance-adjustment.ts';

const PARAGRAPH = '\n\n';
const ENVIRONMENTS: Readonly<Record<BalanceAdjustment['environment'], Text>> = {
  live: {
    'pt-BR': 'produção',
    en: 'production',
  },
  test: {
    'pt-BR': 'teste',
    en: 'test',
  },
};
const SUBJECTS: Readonly<Record<AdjustmentKind, Text>> = {
  adjustment: {
    'pt-BR': 'Ajuste no seu saldo',
    en: 'Adjustment of your balance',
  },
  hold: {
    'pt-BR': 'Valor bloqueado no seu saldo',
    en: 'Amount blocked in your balance',
  },
  release: {
    'pt-BR': 'Valor desbloqueado no seu saldo',
    en: 'Amount released in your balance',
  },
  unassignment: {
    'pt-BR': 'Recebimento retirado do seu saldo',
    en: 'Payment taken out of your balance',
  },
  dispute: {
    'pt-BR': 'Recebimento devolvido ao pagador',
    en: 'Payment returned to the payer',
  },
  refund_reversal: {
    'pt-BR': 'Devolução não realizada: valor de volta ao saldo',
    en: 'Refund not made: amount back in your balance',
  },
};

/** Tells the members of a merchant about a change of its balance. */
export function tellOfAdjustment(
  tx: Transaction,
  mailer: Mailer,
  change: BalanceAdjustment,
  now: number,
): Promise<void> {
  const audience = { merchantId: change.merchantId, topic: 'balance_changed' } as const;
  return mailer.tell(tx, audience, adjustmentMail(mailer.appUrl, change), now);
}

/** The mail about a change of a merchant's balance. The reason stays as written. */
export function adjustmentMail(appUrl: string, change: BalanceAdjustment): Message {
  const lines = linesOf(appUrl, change);
  const textIn = (language: Language): MailText => ({
    subject: SUBJECTS[change.kind][language],
    text: lines.map((line) => line[language]).join(PARAGRAPH),
  });
  return { ...textIn('pt-BR'), en: textIn('en') };
}

function linesOf(appUrl: string, change: BalanceAdjustment): Text[] {
  const { reason, reference } = change;
  const sentence = sentenceOf(change);
  const environment = ENVIRONMENTS[change.environment];
  const lines: Text[] = [
    {
      'pt-BR': `${sentence['pt-BR']} Ambiente: ${environment['pt-BR']}.`,
      en: `${sentence.en} Environment: ${environment.en}.`,
    },
    {
      'pt-BR': `Motivo: ${reason}`,
      en: `Reason: ${reason}`,
    },
  ];
  if (reference !== null) {
    lines.push({
      'pt-BR': `Referência: ${reference}`,
      en: `Reference: ${reference}`,
    });
  }
  lines.push({
    'pt-BR': `Veja o extrato: ${appUrl}/painel/extrato`,
    en: `See the statement: ${appUrl}/painel/extrato`,
  });
  return lines;
}

function sentenceOf({ kind, amount, debt, blocked }: BalanceAdjustment): Text {
  const magnitude = amount < 0n ? -amount : amount;
  const shown = brazilianMoney(magnitude);
  const inEnglish = englishMoney(magnitude);
  const owed =
    debt > 0n ? ` O saldo não cobriu ${brazilianMoney(debt)}, que ficou como dívida.` : '';
  const owedInEnglish =
    debt > 0n ? ` The balance did not cover ${englishMoney(debt)}, which became a debt.` : '';
  switch (kind) {
    case 'adjustment':
      return amount > 0n
        ? {
            'pt-BR': `A plataforma creditou ${shown} no seu saldo.`,
            en: `The platform credited ${inEnglish} to your balance.`,
          }
        : {
            'pt-BR': `A plataforma debitou ${shown} do seu saldo.${owed}`,
            en: `The platform debited ${inEnglish} from your balance.${owedInEnglish}`,
          };
    case 'hold':
      return {
        'pt-BR':
          `A plataforma bloqueou ${shown} do seu saldo; ` +
          `${brazilianMoney(blocked)} já estão bloqueados.`,
        en:
          `The platform blocked ${inEnglish} of your balance; ` +
          `${englishMoney(blocked)} are blocked already.`,
      };
    case 'release':
      return {
        'pt-BR': `A plataforma desbloqueou ${shown} do seu saldo.`,
        en: `The platform released ${inEnglish} in your balance.`,
      };
    case 'unassignment':
      return {
        'pt-BR': `Um recebimento de ${shown} foi creditado a você por engano e retirado.${owed}`,
        en:
          `A payment of ${inEnglish} was credited to you by mistake and taken ` +
          `out.${owedInEnglish}`,
      };
    case 'dispute':
      return {
        'pt-BR': `O banco devolveu ao pagador ${shown} de um recebimento seu (MED).${owed}`,
        en:
          `The bank returned ${inEnglish} of a payment of yours to the payer (MED).` +
          owedInEnglish,
      };
    case 'refund_reversal':
      return {
        'pt-BR': `O banco não fez uma devolução, e ${shown} voltaram ao seu saldo.`,
        en: `The bank did not make a refund, and ${inEnglish} came back to your balance.`,
      };
  }
}
