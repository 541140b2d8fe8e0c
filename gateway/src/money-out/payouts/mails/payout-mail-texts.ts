import type { Text } from '#src/ground/errors/texts/text.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { MailText, Message } from '#src/ground/mail/mailer.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
import { PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import type { PayoutMail } from './payout-mail.ts';

const PARAGRAPH = '\n\n';

interface MailTexts {
  readonly subject: Text;
  readonly lines: readonly Text[];
  readonly page: string;
}

/** The subject and the text of a mail. */
export function payoutMessage(mail: PayoutMail, appUrl: string): Message {
  const { subject, lines, page } = textsOf(mail);
  // These mails are about live payouts, and the reader may have left the panel in the test world.
  const address = page.startsWith('/painel') ? `${page}?ambiente=producao` : page;
  const textIn = (language: Language): MailText => ({
    subject: subject[language],
    text: [...lines.map((line) => line[language]), `${appUrl}${address}`].join(PARAGRAPH),
  });
  return { ...textIn('pt-BR'), en: textIn('en') };
}

function textsOf(mail: PayoutMail): MailTexts {
  switch (mail.kind) {
    case 'awaiting':
      return awaitingTexts(mail);
    case 'rejected':
      return rejectedTexts(mail);
    case 'expired':
      return expiredTexts(mail);
    case 'failed':
      return failedTexts(mail);
    case 'stopped':
    case 'resumed':
      return stopTexts(mail, mail.kind === 'stopped');
    case 'raise_asked':
      return raiseAskedTexts(mail);
    case 'raise_valid':
      return RAISE_VALID;
    case 'beneficiary':
      return beneficiaryTexts(mail);
    case 'automatic_skipped':
      return automaticTexts(mail);
  }
}

function awaitingTexts({ payoutCount, amount, details }: PayoutMail): MailTexts {
  const total = brazilianMoney(amount);
  const englishTotal = englishMoney(amount);
  const isOne = payoutCount === 1n;
  return {
    subject: isOne
      ? {
          'pt-BR': 'Saque aguarda aprovação',
          en: 'Payout awaits approval',
        }
      : {
          'pt-BR': 'Saques aguardam aprovação',
          en: 'Payouts await approval',
        },
    lines: [
      isOne
        ? {
            'pt-BR': `Um saque de ${total} foi pedido e precisa de aprovação.`,
            en: `A payout of ${englishTotal} was requested and needs approval.`,
          }
        : {
            'pt-BR':
              `${payoutCount} saques, no total de ${total}, foram pedidos e ` +
              'precisam de aprovação.',
            en:
              `${payoutCount} payouts, ${englishTotal} in total, were requested ` +
              'and need approval.',
          },
      {
        'pt-BR': 'Sem aprovação em 7 dias o dinheiro volta ao saldo. Aprove ou recuse:',
        en: 'Without approval within 7 days the money returns to the balance. Approve or reject:',
      },
    ],
    page: isOne ? `/painel/transacoes/${details.payout_id}` : '/painel/aprovacoes',
  };
}

function rejectedTexts(mail: PayoutMail): MailTexts {
  const { payoutCount: count, amount, details } = mail;
  const { decided_by: decidedBy, reason } = details;
  const total = brazilianMoney(amount);
  const englishTotal = englishMoney(amount);
  const by = decidedBy ? ` por ${decidedBy}` : '';
  const englishBy = decidedBy ? ` by ${decidedBy}` : '';
  const start =
    count === 1n
      ? `Um saque de ${total} foi recusado`
      : `${count} saques, no total de ${total}, foram recusados`;
  const englishStart =
    count === 1n
      ? `A payout of ${englishTotal} was rejected`
      : `${count} payouts, ${englishTotal} in total, were rejected`;
  const line: Text = {
    'pt-BR': `${start}${by}. O dinheiro voltou ao saldo.`,
    en: `${englishStart}${englishBy}. The money returned to the balance.`,
  };
  return notApprovedTexts(mail, [line, ...(reason ? [reasonLine(reason)] : [])]);
}

function expiredTexts(mail: PayoutMail): MailTexts {
  const { payoutCount: count } = mail;
  const isOne = count === 1n;
  const start = isOne ? 'Um saque foi cancelado' : `${count} saques foram cancelados`;
  const englishStart = isOne ? 'A payout was' : `${count} payouts were`;
  const line: Text = {
    'pt-BR': `${start} por falta de aprovação em 7 dias. O dinheiro voltou ao saldo.`,
    en:
      `${englishStart} canceled because no approval came within 7 days. ` +
      'The money returned to the balance.',
  };
  return notApprovedTexts(mail, [line]);
}

function notApprovedTexts({ payoutCount, details }: PayoutMail, lines: readonly Text[]): MailTexts {
  const isOne = payoutCount === 1n;
  return {
    subject: isOne
      ? {
          'pt-BR': 'Saque não aprovado',
          en: 'Payout not approved',
        }
      : {
          'pt-BR': 'Saques não aprovados',
          en: 'Payouts not approved',
        },
    lines,
    page: isOne ? `/painel/transacoes/${details.payout_id}` : '/painel/saques',
  };
}

function failedTexts({ payoutCount, amount, details }: PayoutMail): MailTexts {
  const isOne = payoutCount === 1n;
  const total = brazilianMoney(amount);
  const englishTotal = englishMoney(amount);
  const what = isOne ? `um saque de ${total}` : `${payoutCount} saques, no total de ${total}`;
  const englishWhat = isOne
    ? `a payout of ${englishTotal}`
    : `${payoutCount} payouts, ${englishTotal} in total`;
  return {
    subject: isOne
      ? {
          'pt-BR': 'Saque não realizado',
          en: 'Payout not made',
        }
      : {
          'pt-BR': 'Saques não realizados',
          en: 'Payouts not made',
        },
    lines: [
      {
        'pt-BR': `O banco não realizou ${what}. O dinheiro voltou ao saldo.`,
        en: `The bank did not make ${englishWhat}. The money returned to the balance.`,
      },
    ],
    page: isOne ? `/painel/transacoes/${details.payout_id}` : '/painel/transacoes',
  };
}

function stopTexts({ merchantId, details }: PayoutMail, isStop: boolean): MailTexts {
  const isPlatform = merchantId === PLATFORM_MERCHANT_ID;
  const { actor, reason } = details;
  const whose = isPlatform ? 'de toda a plataforma' : 'da sua conta';
  const englishWhose = isPlatform ? 'the whole platform' : 'your account';
  const done = isStop ? 'pausados' : 'retomados';
  const englishDone = isStop ? 'paused' : 'resumed';
  const lines: Text[] = [
    {
      'pt-BR': `Os saques ${whose} foram ${done}. Responsável: ${actor}.`,
      en: `The payouts of ${englishWhose} were ${englishDone}. By: ${actor}.`,
    },
  ];
  if (reason) lines.push(reasonLine(reason));
  if (isStop) {
    lines.push({
      'pt-BR': 'Os saques pedidos aguardam; nada se perde.',
      en: 'Requested payouts wait; nothing is lost.',
    });
  }
  return {
    subject: {
      'pt-BR': `Saques ${done}`,
      en: `Payouts ${englishDone}`,
    },
    lines,
    page: isPlatform ? '/operador/retidos' : '/painel/limites',
  };
}

function reasonLine(reason: string): Text {
  return { 'pt-BR': `Motivo: ${reason}`, en: `Reason: ${reason}` };
}

function raiseAskedTexts({ details: { actor } }: PayoutMail): MailTexts {
  return {
    subject: {
      'pt-BR': 'Pedido de limites de saque maiores',
      en: 'Higher payout limits requested',
    },
    lines: [
      {
        'pt-BR': `${actor} pediu limites de saque que liberam mais. Eles valem em 24 horas.`,
        en: `${actor} requested payout limits that allow more. They are in force in 24 hours.`,
      },
      {
        'pt-BR': 'Se você não reconhece o pedido, cancele-o e troque a senha e as chaves:',
        en: "If you don't recognise the request, cancel it and change the password and the keys:",
      },
    ],
    page: '/painel/limites',
  };
}

const RAISE_VALID: MailTexts = {
  subject: {
    'pt-BR': 'Novos limites de saque em vigor',
    en: 'New payout limits in force',
  },
  lines: [
    {
      'pt-BR': 'A mudança que libera mais nos limites de saque passou a valer.',
      en: 'The change that allows more in the payout limits is in force now.',
    },
  ],
  page: '/painel/limites',
};

const BENEFICIARY_CHANGES: Readonly<Record<string, Text>> = {
  saved: {
    'pt-BR': 'salvou',
    en: 'saved',
  },
  changed: {
    'pt-BR': 'alterou',
    en: 'changed',
  },
  removed: {
    'pt-BR': 'removeu',
    en: 'removed',
  },
};
const UNKNOWN_CHANGE: Text = {
  'pt-BR': 'alterou',
  en: 'changed',
};

function beneficiaryTexts({ details }: PayoutMail): MailTexts {
  const { actor, name, pix_key: pixKey } = details;
  const change = BENEFICIARY_CHANGES[details.change ?? ''] ?? UNKNOWN_CHANGE;
  return {
    subject: {
      'pt-BR': 'Favorecidos de saques alterados',
      en: 'Payout beneficiaries changed',
    },
    lines: [
      {
        'pt-BR': `${actor} ${change['pt-BR']} o favorecido ${name} (chave Pix ${pixKey}).`,
        en: `${actor} ${change.en} the beneficiary ${name} (Pix key ${pixKey}).`,
      },
      {
        'pt-BR': 'Se você não reconhece a mudança, pause os saques e troque a senha e as chaves:',
        en:
          "If you don't recognise the change, pause payouts and change the password " +
          'and the keys:',
      },
    ],
    page: '/painel/favorecidos',
  };
}

const SKIP_REASONS: Readonly<Record<string, Text>> = {
  payouts_stopped: {
    'pt-BR': 'os saques estão pausados',
    en: 'payouts are paused',
  },
  beneficiary_not_found: {
    'pt-BR': 'o favorecido foi removido',
    en: 'the beneficiary was removed',
  },
  payout_limit_exceeded: {
    'pt-BR': 'o valor passa de um limite de saque',
    en: 'the amount exceeds a payout limit',
  },
  account_suspended: {
    'pt-BR': 'a conta está suspensa',
    en: 'the account is suspended',
  },
  provider_unavailable: {
    'pt-BR': 'nenhum banco envia saques agora',
    en: 'no bank sends payouts now',
  },
};
const OTHER_REASON: Text = {
  'pt-BR': 'veja o motivo no painel',
  en: 'see the reason in the panel',
};

function automaticTexts({ details }: PayoutMail): MailTexts {
  const reason = SKIP_REASONS[details.reason ?? ''] ?? OTHER_REASON;
  return {
    subject: {
      'pt-BR': 'Saque automático não realizado',
      en: 'Automatic payout not made',
    },
    lines: [
      {
        'pt-BR': `O saque automático não foi feito: ${reason['pt-BR']}.`,
        en: `The automatic payout was not made: ${reason.en}.`,
      },
    ],
    page: '/painel/saque-automatico',
  };
}
