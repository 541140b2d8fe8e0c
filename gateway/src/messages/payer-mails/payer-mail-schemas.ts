import { type Static, Type } from 'typebox';
import { instant, nullable, oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import {
  PAYER_MAIL_KINDS,
  PAYER_MAIL_REASONS,
  PAYER_MAIL_STATUSES,
  type PayerMailWishes,
  REMINDER_DAYS_MAX,
} from './payer-mail-plan.ts';

const Days = { minimum: 1, maximum: REMINDER_DAYS_MAX } as const;

function daysOrNull(description: string) {
  return Type.Union([Type.Integer({ ...Days, examples: [3] }), Type.Null()], { description });
}

const wishes = {
  days_before: daysOrNull(
    'Quantos dias antes do vencimento, ou do débito de uma assinatura, o pagador é lembrado; ' +
      'null: não é.',
  ),
  on_due_day: Type.Boolean({
    description: 'Se o pagador é lembrado no dia do vencimento.',
    examples: [true],
  }),
  days_after: daysOrNull(
    'Quantos dias depois do vencimento sem pagamento o pagador é avisado; null: não é. Se um ' +
      'débito de uma assinatura falha, o aviso vai na manhã seguinte.',
  ),
  receipts: Type.Boolean({
    description: 'Se o pagador recebe o comprovante depois de pagar.',
    examples: [true],
  }),
};

export const PayerMailSettingsAnswer = Type.Object(
  {
    ...wishes,
    is_mail_configured: Type.Boolean({
      description: 'Se esta plataforma envia e-mails. Sem isso nada pode ser ligado.',
      examples: [true],
    }),
  },
  { title: 'PayerMailSettings', description: 'O que os pagadores recebem por e-mail.' },
);

export const PayerMailSettingsBody = Type.Object(
  {
    days_before: Type.Optional(wishes.days_before),
    on_due_day: Type.Optional(wishes.on_due_day),
    days_after: Type.Optional(wishes.days_after),
    receipts: Type.Optional(wishes.receipts),
  },
  {
    title: 'PayerMailSettingsRequest',
    description: 'Só o que vem muda.',
  },
);

export const PayerMailAnswer = Type.Object(
  {
    kind: oneOf(PAYER_MAIL_KINDS, {
      description:
        'before, on_due_day, after: lembretes antes, no dia e depois do vencimento; before ' +
        'também avisa de um débito de assinatura. receipt: o comprovante. attempt_1_failed a ' +
        'attempt_4_failed: uma tentativa do débito falhou. subscription_canceled: a assinatura ' +
        'foi cancelada; está na página dela no painel, e na exportação do cliente.',
      examples: ['before'],
    }),
    status: oneOf(PAYER_MAIL_STATUSES, {
      description:
        'planned: ainda não chegou a hora. waiting: na fila de envio. sent: o servidor de e-mail ' +
        'aceitou. skipped: não foi enviado, pelo motivo em reason. failed: o envio falhou.',
      examples: ['sent'],
    }),
    reason: Type.Union([oneOf(PAYER_MAIL_REASONS, { examples: ['paid'] }), Type.Null()], {
      description: 'Por que não foi enviado.',
    }),
    reply: nullable(text('O código que o servidor de e-mail respondeu.', '550 5.1.1')),
    planned_for: instant('Para quando foi programado; pela hora do relógio de teste, se houver.'),
    sent_at: nullable(instant('Quando o servidor de e-mail aceitou.')),
  },
  { title: 'PayerMail' },
);

export const ChargeMailsAnswer = Type.Object(
  {
    data: Type.Array(PayerMailAnswer, { description: 'Até um de cada tipo, pela hora.' }),
    address_stop: Type.Union(
      [
        Type.Object(
          {
            reason: oneOf(['unsubscribed', 'refused'], {
              description:
                'unsubscribed: a pessoa não quer mais e-mails seus. refused: o servidor de ' +
                'e-mail recusou o endereço.',
              examples: ['refused'],
            }),
            reply: nullable(text('O código que o servidor de e-mail respondeu.', '550 5.1.1')),
          },
          { title: 'PayerMailStop' },
        ),
        Type.Null(),
      ],
      { description: 'Por que o endereço do pagador não recebe mais e-mails seus.' },
    ),
    whatsapp_url: Type.Union(
      [Type.String({ examples: ['https://wa.me/?text=Ol%C3%A1'] }), Type.Null()],
      {
        description:
          'Abre o WhatsApp com um texto pronto e o link de pagamento, para uma pessoa enviar. ' +
          'Só de cobranças pendentes.',
      },
    ),
  },
  { title: 'ChargeMails', description: 'Os e-mails ao pagador de uma cobrança.' },
);

export const SubscriptionMailsAnswer = Type.Object(
  Type.Pick(ChargeMailsAnswer, ['data', 'address_stop']).properties,
  { title: 'SubscriptionMails' },
);

/** The wishes in a body that the schema has checked; fields that were not sent are left out. */
export function wishesOfBody(body: Static<typeof PayerMailSettingsBody>): Partial<PayerMailWishes> {
  const { days_before: before, on_due_day: onDueDay, days_after: after, receipts } = body;
  return {
    ...(before !== undefined && { daysBefore: before }),
    ...(onDueDay !== undefined && { isOnDueDay: onDueDay }),
    ...(after !== undefined && { daysAfter: after }),
    ...(receipts !== undefined && { wantsReceipts: receipts }),
  };
}
