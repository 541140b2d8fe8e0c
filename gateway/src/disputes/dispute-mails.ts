import { brazilianDate, brazilianDayOf, englishDate } from '#src/ground/brazilian-days.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import type { MailAudience, Mailer, MailText, Message } from '#src/ground/mail/mailer.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
import { defenseFiles } from './defense-files.ts';
import type { DisputeReason } from './dispute.ts';
import type { NamedDispute } from './read-disputes.ts';

const PARAGRAPH = '\n\n';

const REASONS: Readonly<Record<DisputeReason, Text>> = {
  fraud: {
    'pt-BR': 'fraude',
    en: 'fraud',
  },
  operational_failure: {
    'pt-BR': 'falha operacional',
    en: 'operational failure',
  },
  automatic_pix: {
    'pt-BR': 'Pix Automático',
    en: 'Pix Automático',
  },
};
const OUTCOMES = {
  accepted: {
    'pt-BR': 'aceita: o valor volta ao pagador',
    en: 'accepted: the amount returns to the payer',
  },
  rejected: {
    'pt-BR': 'rejeitada: o valor bloqueado foi liberado',
    en: 'rejected: the blocked amount was released',
  },
  canceled: {
    'pt-BR': 'cancelada: o valor bloqueado foi liberado',
    en: 'canceled: the blocked amount was released',
  },
} as const;

/** A dispute after a transaction that has changed it. */
export interface ToldDispute {
  readonly kind: 'dispute.opened' | 'dispute.updated' | 'dispute.closed';
  readonly dispute: NamedDispute;
}

/**
 * Writes the mails about live disputes: to the merchant's members who want them and to the
 * operators when one is opened or closed, and to the operators also a defence that they must send
 * to a bank without a list of disputes. Disputes of the test environment have no mails.
 */
export async function tellOfDisputes(
  tx: Transaction,
  mailer: Mailer,
  changes: readonly ToldDispute[],
  now: number,
): Promise<void> {
  for (const change of changes) {
    const { environment, merchantId } = change.dispute;
    if (environment !== 'live') continue;
    const text = change.dispute.status === 'in_defense' && change.dispute.defense?.text;
    const sent = text ? await defenseFiles().withNames(tx, change.dispute, text) : undefined;
    const { members, operators } = mailsOf(change, sent, mailer.appUrl);
    const readers: MailAudience = { merchantId, topic: 'dispute' };
    if (members) await mailer.tell(tx, readers, members, now);
    if (operators) await mailer.tell(tx, 'operators', operators, now);
  }
}

function mailsOf(
  { kind, dispute }: ToldDispute,
  sent: { readonly text: string; readonly hasFiles: boolean } | undefined,
  appUrl: string,
): { readonly members?: Message; readonly operators?: Message } {
  const panel = `${appUrl}/painel/contestacoes/${dispute.id}`;
  const desk = `${appUrl}/operador/contestacoes/${dispute.id}`;
  const facts = `${brazilianMoney(dispute.amount)}, pagamento ${dispute.endToEndId}`;
  const englishFacts = `${englishMoney(dispute.amount)}, payment ${dispute.endToEndId}`;
  const mail = (subject: string, lines: readonly string[]): MailText => ({
    subject,
    text: lines.join(PARAGRAPH),
  });
  if (kind === 'dispute.opened') {
    const day = dispute.defenseDueAt === null ? null : brazilianDayOf(dispute.defenseDueAt);
    const due = day === null ? '' : ` até ${brazilianDate(day)}`;
    const englishDue = day === null ? '' : ` by ${englishDate(day)}`;
    const { 'pt-BR': reasonText, en: englishReason } = REASONS[dispute.reason];
    const reason = `Motivo: ${reasonText}.`;
    return {
      members: {
        ...mail('Um pagamento seu foi contestado', [
          `O banco do pagador contestou um pagamento (MED): ${facts}. ${reason}`,
          `O valor foi bloqueado no seu saldo. Escreva sua defesa${due}:`,
          panel,
        ]),
        en: mail('A payment of yours is disputed', [
          `The payer's bank contests a payment (MED): ${englishFacts}. Reason: ${englishReason}.`,
          `The amount is blocked in your balance. Write your defence${englishDue}, in Portuguese:`,
          panel,
        ]),
      },
      operators: mail(`Contestação de @${dispute.username}`, [
        `Um pagamento de @${dispute.username} foi contestado (MED): ${facts}. ${reason}`,
        desk,
      ]),
    };
  }
  if (kind === 'dispute.closed') {
    const outcome = OUTCOMES[dispute.status as keyof typeof OUTCOMES];
    const text = `A contestação de ${facts} foi ${outcome['pt-BR']}.`;
    return {
      members: {
        ...mail('Uma contestação foi encerrada', [text, panel]),
        en: mail('A dispute was closed', [
          `The dispute of ${englishFacts} was ${outcome.en}.`,
          panel,
        ]),
      },
      operators: mail(`Contestação de @${dispute.username} encerrada`, [text, desk]),
    };
  }
  if (dispute.bank !== null || !sent) return {};
  return {
    operators: mail(`Defesa de @${dispute.username} para enviar ao banco`, [
      `@${dispute.username} defendeu a contestação de ${facts}. Envie o texto ao banco:`,
      sent.text,
      ...(sent.hasFiles ? ['Os arquivos estão na página da contestação:'] : []),
      desk,
    ]),
  };
}
