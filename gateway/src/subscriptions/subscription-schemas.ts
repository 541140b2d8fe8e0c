import { type Static, Type } from 'typebox';
import { SplitField } from '#src/charges/split-field.ts';
import { pageCursor } from '#src/ground/schemas/query-schemas.ts';
import { instant, nullable, oneOf, optionalText, text } from '#src/ground/schemas/text-schemas.ts';
import { intervals } from './cycle-days.ts';
import type { ReasonKind } from './reasons/reason.ts';
import { PIX_AUTOMATIC_REASONS } from './reasons/reasons.ts';
import {
  attemptKinds,
  attemptStatuses,
  cycleStatuses,
  enders,
  journeys,
  NO_BALANCE,
  noBalanceTries,
  retryPolicies,
  subscriptionStatuses,
} from './subscription.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b90';
const EXAMPLE_CHARGE = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';
const AMOUNT_MAX = 999_999_999_999;
const DAY = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

const day = (description: string, example = '2027-01-15') =>
  Type.String({ format: 'instant', pattern: DAY, description, examples: [example] });
const optionalDay = (description: string, example: string) =>
  Type.Optional(Type.Union([day(description, example), Type.Null()]));
const amountField = (description: string) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: AMOUNT_MAX,
      description,
      examples: [4_990],
    }),
  );
const requiredAmount = Type.Integer({
  minimum: 1,
  maximum: AMOUNT_MAX,
  description: 'Em centavos.',
  examples: [4_990],
});
const Account = Type.Object(
  {
    ispb: Type.String({
      pattern: '^[0-9A-Z]{8}$',
      description: 'O ISPB do banco do pagador.',
      examples: ['60746948'],
    }),
    branch: optionalText('reference', { description: 'A agência.', examples: ['0001'] }),
    number: Type.String({
      pattern: '^[0-9A-Za-z]{1,20}$',
      description: 'A conta.',
      examples: ['123456'],
    }),
  },
  { title: 'PayerAccount', description: 'Só com journey bank_push: onde o banco pergunta.' },
);
const metadata = Type.Unsafe<Record<string, string> | null>({
  type: ['object', 'null'],
  maxProperties: 10,
  propertyNames: { type: 'string', format: 'reference' },
  additionalProperties: { type: 'string', format: 'note' },
  description: 'Até 10 textos seus, de até 255 caracteres.',
  examples: [{ plano: 'ouro' }],
});
const shared = {
  interval: oneOf(intervals, { description: 'De quanto em quanto tempo.', examples: ['monthly'] }),
  retries: oneOf(retryPolicies, {
    description: 'three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.',
    examples: ['three_in_seven_days'],
  }),
};
const journey = {
  request: oneOf(journeys, {
    description:
      'Como o pagador autoriza: o banco pergunta (bank_push), um código, um código que também ' +
      'cobra agora (code_and_first_payment), ou uma oferta depois de um pagamento (offer).',
    examples: ['code'],
  }),
  answer: Type.Union([oneOf(journeys), Type.Null()], {
    description:
      'Como o pagador autoriza; null numa recorrência da API Pix que ainda não tem location nem ' +
      'solicitação.',
    examples: ['code'],
  }),
};

/** The body of POST /v1/subscriptions. */
export const SubscriptionBody = Type.Object(
  {
    reference: Type.String({
      format: 'reference',
      maxLength: 35,
      description: 'Sua referência, até 35 caracteres, como o número do contrato.',
      examples: ['contrato-1001'],
    }),
    payer: Type.Object(
      {
        name: Type.String({
          format: 'name',
          maxLength: 140,
          description: 'Nome de quem paga, até 140 caracteres.',
          examples: ['Maria Silva'],
        }),
        document: Type.String({
          format: 'tax-id',
          description: 'CPF ou CNPJ de quem paga.',
          examples: ['12345678909'],
        }),
        email: optionalText('email-address', {
          description: 'E-mail de quem paga, para os avisos de débitos, se você quiser.',
          examples: ['maria@example.com'],
        }),
        account: Type.Optional(Type.Union([Account, Type.Null()])),
      },
      { title: 'SubscriptionPayer', description: 'Quem vai pagar.' },
    ),
    description: Type.String({
      format: 'short-note',
      maxLength: 35,
      minLength: 1,
      description: 'O que se paga, até 35 caracteres. O pagador lê no banco.',
      examples: ['Plano ouro'],
    }),
    amount: amountField('Valor fixo de cada cobrança, em centavos.'),
    min_amount: amountField('Valor variável: o menor valor de uma cobrança, em centavos.'),
    interval: shared.interval,
    first_due_on: day('O vencimento da primeira cobrança, ao menos dois dias depois de hoje.'),
    ends_on: optionalDay('O último dia; sem ele, até alguém cancelar.', '2027-12-15'),
    retries: shared.retries,
    journey: journey.request,
    first_payment: Type.Optional(
      Type.Union(
        [Type.Object({ amount: requiredAmount }, { title: 'FirstPayment' }), Type.Null()],
        {
          description:
            'O valor do primeiro pagamento, se não é amount. Só em code_and_first_payment e offer.',
        },
      ),
    ),
    splits: SplitField,
    metadata: Type.Optional(metadata),
    clock_id: optionalText('reference', {
      description: 'Só com chave de teste: o relógio de teste em cujo tempo a assinatura vive.',
      examples: ['019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b75'],
    }),
  },
  { title: 'SubscriptionRequest', description: 'Quanto, quando e como o pagador autoriza.' },
);
export type SubscriptionBody = Static<typeof SubscriptionBody>;

export const SubscriptionParams = Type.Object({
  id: Type.String({ description: 'O internal_id da assinatura.', examples: [EXAMPLE_ID] }),
});
export const CycleParams = Type.Object({
  ...SubscriptionParams.properties,
  due_on: Type.String({ description: 'O vencimento da cobrança.', examples: ['2027-01-15'] }),
});

const reason = Type.Union(
  [
    Type.Object(
      {
        code: text('O código do banco, ou um nosso.', 'SLDB'),
        message: text('O motivo.', 'O pagador cancelou no aplicativo do banco.'),
        remedy: nullable(text('O que fazer.', 'Fale com o pagador.')),
      },
      { title: 'SubscriptionReason' },
    ),
    Type.Null(),
  ],
  { description: 'Por que terminou ou falhou; null se não.' },
);
const amountOrNull = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], { description, examples: [4_990] });
const dayAnswer = (description: string) => text(description, '2027-01-15');

export const SubscriptionAnswer = Type.Object(
  {
    internal_id: text('Identificador da assinatura.', EXAMPLE_ID),
    reference: text('Sua referência.', 'contrato-1001'),
    status: oneOf(subscriptionStatuses, { description: 'O estado.', examples: ['authorized'] }),
    reason,
    ended_by: Type.Union([oneOf(enders), Type.Null()], {
      description: 'Quem terminou: você, o pagador (ou o banco dele), ou o prazo (gateway).',
      examples: ['payer'],
    }),
    payer: Type.Object(
      {
        name: text('Nome.', 'Maria Silva'),
        document: text('CPF ou CNPJ.', '12345678909'),
        email: nullable(text('E-mail.', 'maria@example.com')),
      },
      { title: 'SubscriptionPayerAnswer', description: 'Quem paga.' },
    ),
    description: text('O que se paga.', 'Plano ouro'),
    amount: amountOrNull('Valor fixo, em centavos; null se variável.'),
    min_amount: amountOrNull('O menor valor, em centavos; null se fixo.'),
    ...shared,
    journey: journey.answer,
    first_due_on: dayAnswer('O primeiro vencimento.'),
    ends_on: nullable(dayAnswer('O último dia.')),
    splits: Type.Unsafe<unknown>({
      description: 'Como foi enviado; null sem split.',
      examples: [null],
    }),
    metadata: Type.Unsafe<Readonly<Record<string, string>> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'string' },
      description: 'Seus textos.',
      examples: [{ plano: 'ouro' }],
    }),
    authorization: Type.Object(
      {
        code: nullable(text('O código que o pagador lê; null em bank_push.', '000201…')),
        qr_image_url: nullable(
          text('A imagem do código.', `/v1/subscriptions/${EXAMPLE_ID}/image`),
        ),
        page_url: text('O caminho da página do pagador.', `/assinar/${EXAMPLE_ID}`),
        expires_at: instant('Até quando o pagador pode autorizar.'),
      },
      { title: 'SubscriptionAuthorization', description: 'Como o pagador autoriza.' },
    ),
    first_transaction_id: nullable(text('A cobrança do primeiro pagamento.', EXAMPLE_CHARGE)),
    payment_link_id: nullable(text('O link de pagamento em que o pagador assinou.', EXAMPLE_ID)),
    next_cycle: Type.Union(
      [
        Type.Object(
          {
            due_on: dayAnswer('O dia do próximo débito.'),
            amount: Type.Integer({ description: 'Em centavos.', examples: [4_990] }),
            status: oneOf([...cycleStatuses, 'planned'] as const, {
              description: 'planned: ainda será criada.',
              examples: ['planned'],
            }),
          },
          { title: 'NextCycle' },
        ),
        Type.Null(),
      ],
      { description: 'O próximo débito; null se não há.' },
    ),
    created_at: instant('Quando foi criada.'),
    authorized_at: nullable(instant('Quando o pagador autorizou.')),
    ended_at: nullable(instant('Quando terminou.')),
  },
  { title: 'Subscription', description: 'Uma assinatura por Pix Automático.' },
);

export const CycleAnswer = Type.Object(
  {
    subscription_id: text('A assinatura.', EXAMPLE_ID),
    reference: text('A referência da assinatura.', 'contrato-1001'),
    starts_on: dayAnswer('O primeiro dia do ciclo.'),
    due_on: dayAnswer('O vencimento, em dia útil.'),
    amount: Type.Integer({ description: 'Em centavos.', examples: [4_990] }),
    status: oneOf(cycleStatuses, { description: 'O estado.', examples: ['scheduled'] }),
    reason,
    transaction_id: nullable(text('A cobrança, em GET /v1/transactions/:id.', EXAMPLE_CHARGE)),
    attempts: Type.Array(
      Type.Object(
        {
          kind: oneOf(attemptKinds, {
            description:
              'scheduled: a do vencimento; new_attempt: nova tentativa; resend: o banco do ' +
              'pagador falhou e recebeu o mesmo pedido outra vez, para o mesmo dia (só em ' +
              'produção).',
            examples: ['scheduled'],
          }),
          on: dayAnswer('O dia da tentativa.'),
          status: oneOf(attemptStatuses, { description: 'O estado.', examples: ['scheduled'] }),
          reason,
          no_balance_at: nullable(
            instant(
              'Quando o banco do pagador não achou saldo de manhã: ele tenta outra vez entre 18h ' +
                'e 21h. Só em teste.',
            ),
          ),
          ended_at: nullable(instant('Quando terminou.')),
        },
        { title: 'CycleAttempt' },
      ),
      { description: 'As tentativas, na ordem.' },
    ),
    created_at: instant('Quando foi criada.'),
    ended_at: nullable(instant('Quando terminou.')),
  },
  { title: 'SubscriptionCycle', description: 'A cobrança de um ciclo de uma assinatura.' },
);

/** A canceled subscription, and the cycles that could not be stopped. */
export const CanceledAnswer = Type.Object(
  {
    ...SubscriptionAnswer.properties,
    not_canceled: Type.Array(CycleAnswer, {
      description: 'As cobranças abertas que já não podiam ser canceladas: serão debitadas.',
    }),
  },
  { title: 'CanceledSubscription' },
);

const next_cursor = nullable(text('O cursor da próxima página; null na última.', 'MDE5YWEyZjQ'));
export const SubscriptionPageAnswer = Type.Object(
  { data: Type.Array(SubscriptionAnswer, { description: 'As mais novas primeiro.' }), next_cursor },
  { title: 'SubscriptionList' },
);
export const CyclePageAnswer = Type.Object(
  { data: Type.Array(CycleAnswer, { description: 'Os mais novos primeiro.' }), next_cursor },
  { title: 'SubscriptionCycleList' },
);

const cursor = pageCursor({ example: 'MDE5YWEyZjQ' });
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Itens por página.' }),
);
const createdBound = (description: string) =>
  Type.Optional(
    Type.String({ format: 'instant', description, examples: ['2027-01-01T00:00:00Z'] }),
  );
export const SubscriptionQuery = Type.Object({
  status: Type.Optional(oneOf(subscriptionStatuses, { description: 'Só neste estado.' })),
  reference: optionalText('reference', {
    description: 'Só desta referência.',
    examples: ['contrato-1001'],
  }),
  document: optionalText('tax-id', { description: 'Só deste pagador.', examples: ['12345678909'] }),
  payment_link_id: optionalText('reference', {
    description: 'Só as que pagadores fizeram por este link de pagamento.',
    examples: [EXAMPLE_ID],
  }),
  created_from: createdBound('Criadas desde então.'),
  created_to: createdBound('Criadas antes de então.'),
  cursor,
  limit,
});
export const CycleQuery = Type.Object({ cursor, limit });

export const CycleBody = Type.Object(
  {
    amount: Type.Integer({
      minimum: 1,
      maximum: AMOUNT_MAX,
      description: 'Em centavos.',
      examples: [5_200],
    }),
    due_on: day('O vencimento; num dia não útil, passa ao próximo dia útil.'),
  },
  { title: 'CycleRequest' },
);
export type CycleBody = Static<typeof CycleBody>;
export const RetryBody = Type.Object(
  {
    due_on: optionalDay('O vencimento da cobrança que falhou; sem ele, a última.', '2027-01-15'),
    on: optionalDay('O dia da nova tentativa; sem ele, o primeiro possível.', '2027-01-18'),
  },
  { title: 'RetryRequest' },
);
const codeField = (codes: readonly string[], fallback: string) => ({
  code: Type.Optional(
    oneOf(codes, {
      description: `O código do banco. Sem ele, ${fallback}.`,
      examples: [fallback],
    }),
  ),
});
const codeBody = (codes: readonly string[], fallback: string, title: string) =>
  Type.Object(codeField(codes, fallback), { title });
const codesOf = (kind: ReasonKind): string[] =>
  PIX_AUTOMATIC_REASONS.filter((reason) => reason.kind === kind).map(({ code }) => code);
export const REJECTED = 'AP13';
export const CANCELED = 'SLDB';
export const RejectBody = codeBody(codesOf('authorization_rejected'), REJECTED, 'TestRejection');
export const CancelBody = codeBody(codesOf('authorization_canceled'), CANCELED, 'TestCancellation');
export const FailBody = Type.Object(
  {
    ...codeField([NO_BALANCE, ...codesOf('cycle_rejected')], NO_BALANCE),
    tries: Type.Optional(
      oneOf(noBalanceTries, {
        description:
          'Só sem `code` ou com no_balance, e no tempo do banco. morning: não há saldo de manhã, ' +
          'e a cobrança é paga às 18h; evening: também não há à noite, e ela falha.',
        examples: ['morning'],
      }),
    ),
  },
  { title: 'TestFailure' },
);
export type FailBody = Static<typeof FailBody>;
