import type { Message } from '#src/ground/mail/mailer.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { englishPayoutText } from './english-payout-text.ts';
import type { PayoutMail } from './payout-mail.ts';

const PARAGRAPH = '\n\n';

interface MailText {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly page: string;
}

/** The subject and the text of a mail. */
export function payoutMessage(mail: PayoutMail, appUrl: string): Message {
  const { subject, lines, page } = textOf(mail);
  const end = `${appUrl}${page}`;
  const { subject: englishSubject, lines: englishLines } = englishPayoutText(mail);
  return {
    subject,
    text: [...lines, end].join(PARAGRAPH),
    en: { subject: englishSubject, text: [...englishLines, end].join(PARAGRAPH) },
  };
}

function textOf(mail: PayoutMail): MailText {
  switch (mail.kind) {
    case 'awaiting':
      return awaitingText(mail);
    case 'rejected':
      return endedText(mail, { one: 'recusado', many: 'recusados' });
    case 'expired':
      return endedText(mail, {
        one: 'cancelado por falta de aprovação em 7 dias',
        many: 'cancelados por falta de aprovação em 7 dias',
      });
    case 'failed':
      return failedText(mail);
    case 'stopped':
    case 'resumed':
      return stopText(mail, mail.kind === 'stopped');
    case 'raise_asked':
    case 'raise_valid':
      return raiseText(mail, mail.kind === 'raise_valid');
    case 'beneficiary':
      return beneficiaryText(mail);
    case 'automatic_skipped':
      return automaticText(mail);
  }
}

function awaitingText({ payoutCount, amount }: PayoutMail): MailText {
  const total = brazilianMoney(amount);
  const sentence =
    payoutCount === 1n
      ? `Um saque de ${total} foi pedido e precisa de aprovação.`
      : `${payoutCount} saques, no total de ${total}, foram pedidos e precisam de aprovação.`;
  return {
    subject: payoutCount === 1n ? 'Saque aguarda aprovação' : 'Saques aguardam aprovação',
    lines: [sentence, 'Sem aprovação em 7 dias o dinheiro volta ao saldo. Aprove ou recuse:'],
    page: '/painel/aprovacoes',
  };
}

function endedText(
  { payoutCount, details }: PayoutMail,
  ended: { readonly one: string; readonly many: string },
): MailText {
  const isOne = payoutCount === 1n;
  return {
    subject: isOne ? 'Saque não aprovado' : 'Saques não aprovados',
    lines: [
      isOne
        ? `Um saque foi ${ended.one}. O dinheiro voltou ao saldo.`
        : `${payoutCount} saques foram ${ended.many}. O dinheiro voltou ao saldo.`,
    ],
    page: isOne ? `/painel/transacoes/${details.payout_id}` : '/painel/saques',
  };
}

function failedText({ payoutCount, amount, details }: PayoutMail): MailText {
  const total = brazilianMoney(amount);
  const isOne = payoutCount === 1n;
  return {
    subject: isOne ? 'Saque não realizado' : 'Saques não realizados',
    lines: [
      isOne
        ? `O banco não realizou um saque de ${total}. O dinheiro voltou ao saldo.`
        : `O banco não realizou ${payoutCount} saques, no total de ${total}. ` +
          'O dinheiro voltou ao saldo.',
    ],
    page: isOne ? `/painel/transacoes/${details.payout_id}` : '/painel/transacoes',
  };
}

function stopText({ merchantId, details }: PayoutMail, isStop: boolean): MailText {
  const isPlatform = merchantId === PLATFORM_MERCHANT_ID;
  const whose = isPlatform ? 'de toda a plataforma' : 'da sua conta';
  const done = isStop ? 'pausados' : 'retomados';
  const { actor, reason } = details;
  return {
    subject: isStop ? 'Saques pausados' : 'Saques retomados',
    lines: [
      `Os saques ${whose} foram ${done}. Responsável: ${actor}.`,
      ...(reason ? [`Motivo: ${reason}`] : []),
      ...(isStop ? ['Os saques pedidos aguardam; nada se perde.'] : []),
    ],
    page: isPlatform ? '/operador/retidos' : '/painel/limites',
  };
}

function raiseText({ details }: PayoutMail, isValid: boolean): MailText {
  if (isValid) {
    return {
      subject: 'Novos limites de saque em vigor',
      lines: ['A mudança que libera mais nos limites de saque passou a valer.'],
      page: '/painel/limites',
    };
  }
  return {
    subject: 'Pedido de limites de saque maiores',
    lines: [
      `${details.actor} pediu limites de saque que liberam mais. Eles valem em 24 horas.`,
      'Se você não reconhece o pedido, cancele-o e troque a senha e as chaves:',
    ],
    page: '/painel/limites',
  };
}

function beneficiaryText({ details }: PayoutMail): MailText {
  const { actor, name, pix_key: pixKey } = details;
  const change = BENEFICIARY_CHANGES[details.change ?? ''] ?? 'alterou o favorecido';
  return {
    subject: 'Favorecidos de saques alterados',
    lines: [
      `${actor} ${change} ${name} (chave Pix ${pixKey}).`,
      'Se você não reconhece a mudança, pause os saques e troque a senha e as chaves:',
    ],
    page: '/painel/favorecidos',
  };
}

const BENEFICIARY_CHANGES: Readonly<Record<string, string>> = {
  saved: 'salvou o favorecido',
  changed: 'alterou o favorecido',
  removed: 'removeu o favorecido',
};

function automaticText({ details }: PayoutMail): MailText {
  return {
    subject: 'Saque automático não realizado',
    lines: [
      `O saque automático não foi feito: ${SKIP_REASONS[details.reason ?? ''] ?? OTHER_REASON}.`,
    ],
    page: '/painel/saque-automatico',
  };
}

const OTHER_REASON = 'veja o motivo no painel';

const SKIP_REASONS: Readonly<Record<string, string>> = {
  payouts_stopped: 'os saques estão pausados',
  beneficiary_not_found: 'o favorecido foi removido',
  payout_limit_exceeded: 'o valor passa de um limite de saque',
  account_suspended: 'a conta está suspensa',
  provider_unavailable: 'nenhum banco envia saques agora',
};
