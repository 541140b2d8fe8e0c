import { Type } from 'typebox';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { type DiscountMode, discountModes } from '../due/due-rules.ts';
import { dueFields, ruleSchemas } from '../due/due-schemas.ts';
import { DAYS_UNTIL_DUE_MAX } from '../due/parse-due-rules.ts';

const { DaysAfterDue, Fine, Interest, Rebate, value } = ruleSchemas;

const DueInDays = Type.Integer({
  minimum: 0,
  maximum: DAYS_UNTIL_DUE_MAX,
  examples: [10],
  description: 'Quantos dias depois da criação a cobrança vence; 0: no mesmo dia.',
});

const Discount = Type.Object(
  {
    mode: oneOf(Object.keys(discountModes) as DiscountMode[], {
      description: 'Até uma data, ou por dia de antecipação, em dias corridos ou úteis.',
      examples: ['percent_until'],
    }),
    value,
    days_before_due: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: DAYS_UNTIL_DUE_MAX,
        examples: [5],
        description:
          'Quantos dias antes do vencimento o desconto termina; só em fixed_until e ' +
          'percent_until.',
      }),
    ),
  },
  { title: 'LinkDiscount', description: 'Um desconto por pagar antes.' },
);

const Discounts = Type.Array(Discount, {
  maxItems: 3,
  description: 'Até três descontos com dia de término, ou um só por dia de antecipação.',
});

/** When the charges of a link are due, and their rules, in a body. */
export const linkDueFields = {
  due_in_days: Type.Optional(
    Type.Union([DueInDays, Type.Null()], {
      description:
        'Em quantos dias vence a cobrança que o pagador cria; null ou ausente: ela vale por 30 ' +
        'minutos. Não vale junto com stock.',
    }),
  ),
  days_after_due: dueFields.days_after_due,
  fine: dueFields.fine,
  interest: dueFields.interest,
  rebate: dueFields.rebate,
  discounts: Type.Optional(Type.Union([Discounts, Type.Null()])),
};

/** The same in an answer. */
export const LinkDueAnswer = Type.Object(
  {
    due_in_days: DueInDays,
    days_after_due: DaysAfterDue,
    fine: Type.Union([Fine, Type.Null()]),
    interest: Type.Union([Interest, Type.Null()]),
    rebate: Type.Union([Rebate, Type.Null()]),
    discounts: Discounts,
  },
  { title: 'LinkDue', description: 'O vencimento das cobranças do link e suas regras.' },
);
