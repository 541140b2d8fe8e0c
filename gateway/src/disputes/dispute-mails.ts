import { brazilianDate, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { writeMail } from '#src/ground/mail/write-mail.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import type { DisputeReason } from './dispute.ts';
import type { DisputeChange, DisputeDeps } from './write-disputes.ts';

const PARAGRAPH = '\n\n';
const OPERATORS_MAX = 50;

const REASONS: Readonly<Record<DisputeReason, string>> = {
  fraud: 'fraude',
  operational_failure: 'falha operacional',
  automatic_pix: 'Pix Automático',
};
const OUTCOMES = {
  accepted: 'aceita: o valor volta ao pagador',
  rejected: 'rejeitada: o valor bloqueado foi liberado',
  canceled: 'cancelada: o valor bloqueado foi liberado',
} as const;

export interface DisputeMailDeps {
  readonly secretBox: SecretBox;
  readonly appUrl: string;
  /** The e-mails of a merchant's members who want mails about disputes. */
  readonly findReaderEmails: (tx: Transaction, merchantId: string) => Promise<string[]>;
  readonly findOperatorEmails: (tx: Queryable, limit: number) => Promise<string[]>;
}

/**
 * Makes the writer of the mails about live disputes: to the merchant's members who want them and to
 * the operators when one is opened or closed, and to the operators also a defence that they must
 * send to a bank without a list of disputes. Disputes of the test environment have no mails.
 */
export function createDisputeMails(deps: DisputeMailDeps): DisputeDeps['writeMails'] {
  return async (tx, changes, now) => {
    const live = changes.filter(({ dispute }) => dispute.environment === 'live');
    if (live.length === 0) return;
    const operators = await deps.findOperatorEmails(tx, OPERATORS_MAX);
    for (const change of live) {
      const { merchantId } = change.dispute;
      const isNews = change.kind !== 'dispute.updated';
      const users = isNews ? await deps.findReaderEmails(tx, merchantId) : [];
      for (const mail of mailsOf(change, { users, operators, appUrl: deps.appUrl })) {
        writeMail(tx, deps.secretBox, mail, now);
      }
    }
  };
}

interface Recipients {
  readonly users: readonly string[];
  readonly operators: readonly string[];
  readonly appUrl: string;
}

function mailsOf(change: DisputeChange, { users, operators, appUrl }: Recipients) {
  const { kind, dispute } = change;
  const panel = `${appUrl}/painel/contestacoes/${dispute.id}`;
  const desk = `${appUrl}/operador/contestacoes/${dispute.id}`;
  const facts = `${brazilianMoney(dispute.amount)}, pagamento ${dispute.endToEndId}`;
  const of = (recipients: readonly string[], subject: string, lines: readonly string[]) =>
    recipients.map((recipient) => ({ recipient, subject, text: lines.join(PARAGRAPH) }));
  if (kind === 'dispute.opened') {
    const due = dispute.defenseDueAt === null ? '' : ` até ${dayOf(dispute.defenseDueAt)}`;
    const reason = `Motivo: ${REASONS[dispute.reason]}.`;
    return [
      ...of(users, 'Um pagamento seu foi contestado', [
        `O banco do pagador contestou um pagamento (MED): ${facts}. ${reason}`,
        `O valor foi bloqueado no seu saldo. Escreva sua defesa${due}:`,
        panel,
      ]),
      ...of(operators, `Contestação de @${dispute.username}`, [
        `Um pagamento de @${dispute.username} foi contestado (MED): ${facts}. ${reason}`,
        desk,
      ]),
    ];
  }
  if (kind === 'dispute.closed') {
    const outcome = OUTCOMES[dispute.status as keyof typeof OUTCOMES];
    const text = `A contestação de ${facts} foi ${outcome}.`;
    return [
      ...of(users, 'Uma contestação foi encerrada', [text, panel]),
      ...of(operators, `Contestação de @${dispute.username} encerrada`, [text, desk]),
    ];
  }
  const { defense } = dispute;
  const isForOperators = dispute.bank === null && dispute.status === 'in_defense' && defense;
  if (!isForOperators) return [];
  return of(operators, `Defesa de @${dispute.username} para enviar ao banco`, [
    `@${dispute.username} defendeu a contestação de ${facts}. Envie o texto ao banco:`,
    defense.text,
    desk,
  ]);
}

/** The day in Brasília, as people write it: 27/11/2026. */
function dayOf(at: number): string {
  return brazilianDate(brazilianDayOf(at));
}
