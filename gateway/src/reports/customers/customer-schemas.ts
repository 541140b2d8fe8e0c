import { Type } from 'typebox';
import { ChargeDetails } from '#src/charges/charge-schemas.ts';
import { pageOf } from '#src/charges/links/link-schemas.ts';
import { DisputeDetails } from '#src/disputes/dispute-schemas.ts';
import { PageCursor } from '#src/ground/schemas/panel-schemas.ts';
import { optionalString, pageLimit } from '#src/ground/schemas/query-schemas.ts';
import { instant, nullable, oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import { PayerMailAnswer } from '#src/messages/payer-mails/payer-mail-schemas.ts';
import { SubscriptionAnswer } from '#src/subscriptions/subscription-schemas.ts';

const EXAMPLE_ID = '6f1c2b7e-90ab-8c3d-a1f2-4b5c6d7e8f90';

export const CustomerParams = Type.Object({
  id: Type.String({ description: 'O id do cliente.', examples: [EXAMPLE_ID] }),
});

const fields = {
  id: text('Identificador do cliente. Não contém o documento.', EXAMPLE_ID),
  name: text('O nome na cobrança mais nova ou, antes da primeira, na assinatura.', 'Maria Silva'),
  document: text('CPF ou CNPJ, sem pontuação.', '12345678909'),
  email: nullable(
    text(
      'O e-mail na cobrança mais nova ou, antes da primeira, na assinatura.',
      'maria@example.com',
    ),
  ),
  first_charge_at: instant('Quando foi criada a primeira cobrança, ou antes dela a assinatura.'),
  last_charge_at: instant('Quando foi criada a cobrança mais nova, ou antes dela a assinatura.'),
};
const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

const Summary = Type.Object(
  {
    charge_count: count('Quantas cobranças.', 12),
    paid_count: count('Quantas foram pagas.', 9),
    paid_amount: count('O que pagou, em centavos, antes de devoluções.', 89_910),
    refunded_amount: count('O que já foi devolvido, em centavos.', 9_990),
    disputed_amount: count('O que está contestado ou voltou por contestação, em centavos.', 0),
    pending_count: count('Quantas cobranças aguardam pagamento.', 1),
    pending_amount: count('O que está em aberto, em centavos.', 9_990),
    expired_count: count('Quantas expiraram sem pagamento.', 2),
    expired_amount: count('A soma das que expiraram sem pagamento, em centavos.', 19_980),
    last_paid_at: nullable(instant('O pagamento mais recente.')),
    is_complete: Type.Boolean({
      description: 'false: tem mais de 10.000 cobranças, e só as 10.000 mais novas estão somadas.',
      examples: [true],
    }),
  },
  { title: 'CustomerSummary', description: 'As somas das cobranças do cliente.' },
);

/** A customer in a list. */
export const CustomerAnswer = Type.Object(fields, {
  title: 'Customer',
  description: 'Quem paga as suas cobranças: um CPF ou CNPJ.',
});

export const CustomerWithSummary = Type.Object(
  { ...fields, summary: Summary },
  { title: 'CustomerDetails', description: 'Um cliente, com o que pagou e o que deve.' },
);

export const CustomerPage = pageOf(CustomerAnswer, 'CustomerPage');

export const CustomerQuery = Type.Object({
  search: optionalString(
    'reference',
    'Começos de palavras do nome ou do e-mail, ou o começo do CPF ou CNPJ.',
    'maria sil',
  ),
  cursor: Type.Optional(PageCursor),
  limit: pageLimit('Quantos em cada página.'),
});

export const ErasureAnswer = Type.Object(
  {
    id: text('Identificador do apagamento.', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b7c'),
    customer_id: text('O cliente que foi apagado.', EXAMPLE_ID),
    status: oneOf(['running', 'done'], {
      description: 'running: ainda há cobranças; o gateway continua sozinho.',
      examples: ['done'],
    }),
    erased_charges: count('Quantas cobranças já ficaram sem os dados da pessoa.', 12),
    requested_at: instant('Quando foi pedido.'),
    finished_at: nullable(instant('Quando terminou.')),
  },
  { title: 'CustomerErasure', description: 'O apagamento dos dados de um cliente.' },
);

export const Note = Type.Object(
  {
    id: text('Identificador da anotação.', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b7d'),
    text: text('O que a equipe escreveu.', 'Prefere receber o link pelo WhatsApp.'),
    author: text('Quem escreveu.', 'ana@loja.example'),
    created_at: instant('Quando foi escrita.'),
  },
  { title: 'CustomerNote' },
);

const CustomerMail = Type.Object(
  {
    transaction_id: text('A cobrança ou a assinatura.', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b75'),
    ...PayerMailAnswer.properties,
  },
  { title: 'CustomerMail' },
);

export const CustomerExport = Type.Object(
  {
    exported_at: instant('Quando os dados foram lidos.'),
    customer: CustomerAnswer,
    notes: Type.Array(Note, { description: 'As anotações da equipe.' }),
    charges: Type.Array(ChargeDetails, { description: 'As cobranças, com as devoluções.' }),
    disputes: Type.Array(DisputeDetails, { description: 'As contestações.' }),
    mails: Type.Array(CustomerMail, {
      description: 'Os lembretes, avisos e comprovantes por e-mail.',
    }),
    subscriptions: Type.Array(SubscriptionAnswer, { description: 'As assinaturas.' }),
    is_complete: Type.Boolean({
      description: 'false: só as 10.000 cobranças e assinaturas mais novas estão aqui.',
      examples: [true],
    }),
  },
  { title: 'CustomerExport', description: 'Tudo o que está guardado sobre um cliente.' },
);
