import { Type } from 'typebox';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { instant, nullable, oneOf, optionalText, text } from '#src/ground/schemas/text-schemas.ts';
import {
  type DiscountMode,
  discountModes,
  type InterestMode,
  interestModes,
  type PartType,
  partTypes,
} from './due-rules.ts';

const namesOf = <Name extends string>(names: Readonly<Record<Name, unknown>>) =>
  Object.keys(names) as Name[];
const value = Type.Integer({
  minimum: 0,
  maximum: 999_999_999_999,
  description:
    'Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o ' +
    'mesmo que não enviar a regra, ou retirá-la.',
  examples: [200],
});
const day = {
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'O vencimento: um dia pelo horário de Brasília.',
  examples: ['2027-01-15'],
};
const DueDay = Type.String({ format: 'instant', ...day });

const Part = (title: string, description: string) =>
  Type.Object(
    {
      type: oneOf(namesOf<PartType>(partTypes), {
        description: 'Valor fixo ou percentual.',
        examples: ['percent'],
      }),
      value,
    },
    { title, description },
  );
const Interest = Type.Object(
  {
    mode: oneOf(namesOf<InterestMode>(interestModes), {
      description: 'Valor ou percentual, por dia, mês ou ano, em dias corridos ou úteis.',
      examples: ['percent_per_month'],
    }),
    value,
  },
  { title: 'DueInterest', description: 'Juros simples pelos dias depois do vencimento.' },
);
const Discount = Type.Object(
  {
    mode: oneOf(namesOf<DiscountMode>(discountModes), {
      description: 'Até uma data, ou por dia de antecipação, em dias corridos ou úteis.',
      examples: ['percent_until'],
    }),
    value,
    until: Type.Optional(
      Type.Union([DueDay, Type.Null()], {
        description: 'Último dia do desconto; só em fixed_until e percent_until.',
      }),
    ),
  },
  { title: 'DueDiscount', description: 'Um desconto por pagar antes.' },
);
const Discounts = Type.Array(Discount, {
  maxItems: 3,
  description: 'Até três descontos com data, ou um só por dia de antecipação.',
});
const Fine = Part('DueFine', 'Multa a partir do primeiro dia de atraso.');
const Rebate = Part('DueRebate', 'Abatimento, que vale em qualquer dia.');
const DaysAfterDue = Type.Integer({
  minimum: 0,
  maximum: 36_500,
  description: 'Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.',
  examples: [30],
});

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** The rules of a due date in a body. `parse-due-rules.ts` checks what they must hold together. */
export const dueFields = {
  due_date: orNull(DueDay),
  days_after_due: orNull(DaysAfterDue),
  fine: orNull(Fine),
  interest: orNull(Interest),
  rebate: orNull(Rebate),
  discounts: orNull(Discounts),
};

/** The schemas of single rules, which the rules of a payment link have too. */
export const ruleSchemas = { DaysAfterDue, Fine, Interest, Rebate, value };

const rulesAnswer = {
  due_date: Type.String(day),
  days_after_due: DaysAfterDue,
  fine: Type.Union([Fine, Type.Null()]),
  interest: Type.Union([Interest, Type.Null()]),
  rebate: Type.Union([Rebate, Type.Null()]),
  discounts: Discounts,
};

const RevisionAnswer = Type.Object(
  {
    revision: Type.Integer({ description: 'A partir de 0, a criação.', examples: [0] }),
    amount: Type.Integer({ description: 'O valor original, em centavos.', examples: [9990] }),
    ...rulesAnswer,
    replaced_at: instant('Quando deixou de valer.'),
  },
  { title: 'DueRevision' },
);

/** The rules, and what they mean today, of a charge in an answer. */
export const DueAnswer = Type.Object(
  {
    ...rulesAnswer,
    last_payable_day: text('O último dia em que se pode pagar.', '2027-02-15'),
    payable_today: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Quanto se paga hoje, em centavos; null quando a cobrança não está pendente.',
      examples: [9990],
    }),
    revision: Type.Integer({ description: 'Quantas vezes foi alterada.', examples: [0] }),
    expected_amount: Type.Optional(
      Type.Integer({
        description:
          'Quanto o gateway calculou para o dia do pagamento, em centavos. Só quando o banco ou ' +
          'a plataforma confirmou outro valor, que está em `paid_amount`.',
        examples: [12_632],
      }),
    ),
    revisions: Type.Optional(
      Type.Array(RevisionAnswer, {
        description:
          'O que valia antes de cada alteração, da mais antiga à mais nova. Na leitura de uma ' +
          'cobrança, a partir da primeira alteração.',
      }),
    ),
  },
  { title: 'Due', description: 'O vencimento e suas regras. Só numa cobrança com vencimento.' },
);

const part = (description: string, example: number) =>
  Type.Optional(Type.Integer({ description: `${description} Centavos.`, examples: [example] }));

/** How the amount came about that was paid. */
export const paidPartFields = {
  original: part(
    'O valor cobrado, desde o pagamento de uma cobrança com vencimento ou de uma que foi paga ' +
      'com outro valor.',
    12_345,
  ),
  fine: part('A multa que foi paga.', 246),
  interest: part('Os juros que foram pagos, ou o que foi pago a mais.', 41),
  rebate: part('O abatimento que foi dado.', 0),
  discount: part('O desconto que foi dado, ou o que foi pago a menos.', 0),
  paid_amount: part('O valor pago: original − abatimento − desconto + juros + multa.', 12_632),
};

/** The refusals of a due date and its rules. */
export const DUE_CODES: readonly ProblemCode[] = [
  'due_date_in_past',
  'invalid_discounts',
  'due_amount_too_small',
  'due_amount_too_large',
];

const addressLine = (description: string, example: string) =>
  Type.String({ format: 'reference', description, examples: [example] });

/** An address in the body of a charge with a due date. */
export const PayerAddressField = Type.Object(
  {
    street: addressLine('Logradouro e número.', 'Rua das Flores, 12'),
    city: addressLine('Cidade.', 'São Paulo'),
    state: Type.String({ pattern: '^[A-Z]{2}$', description: 'UF.', examples: ['SP'] }),
    postal_code: Type.String({
      pattern: '^[0-9]{5}-?[0-9]{3}$',
      description: 'CEP.',
      examples: ['01310-100'],
    }),
    city_code: optionalText('reference', {
      description:
        'Código do município no IBGE, 7 dígitos. Com ele valem os feriados do município.',
      examples: ['3550308'],
    }),
  },
  {
    title: 'PayerAddress',
    description:
      'Só com due_date. Com o endereço valem os feriados do estado e do município que o gateway ' +
      'conhece.',
  },
);

/** An address in an answer. */
export const PayerAddressAnswer = Type.Object(
  {
    street: text('Logradouro e número.', 'Rua das Flores, 12'),
    city: text('Cidade.', 'São Paulo'),
    state: text('UF.', 'SP'),
    postal_code: text('CEP, 8 dígitos.', '01310100'),
    city_code: nullable(text('Código do município no IBGE.', '3550308')),
  },
  { title: 'PayerAddressAnswer', description: 'O endereço de quem paga, se foi enviado.' },
);
