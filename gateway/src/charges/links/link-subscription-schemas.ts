import { Type } from 'typebox';
import { intervals, retryPolicies } from '#src/ground/pix/automatic/terms.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';

/** The journeys that begin at a page: the payer reads a code there. */
export const linkJourneys = ['code', 'code_and_first_payment'] as const;

/** Payers have at least one whole day to authorize, before the notice of two days. */
export const FIRST_DAYS_MIN = 3;
const FIRST_DAYS_MAX = 365;
/** Each month has this day. */
const DAY_OF_MONTH_MAX = 28;
const CYCLES_MAX = 600;

const interval = oneOf(intervals, {
  description: 'De quanto em quanto tempo.',
  examples: ['monthly'],
});
const journey = oneOf(linkJourneys, {
  description: 'Como o pagador autoriza: por um código, ou por um código que também cobra agora.',
  examples: ['code'],
});
const retries = oneOf(retryPolicies, {
  description: 'three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.',
  examples: ['three_in_seven_days'],
});
const numberOrNull = (description: string, [minimum, maximum]: [number, number], example: number) =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum,
    maximum,
    description,
    examples: [example],
  });
const inDays = numberOrNull(
  'O primeiro vencimento, em dias depois do dia em que o pagador assina. Ou first_due_day.',
  [FIRST_DAYS_MIN, FIRST_DAYS_MAX],
  30,
);
const onDay = numberOrNull(
  'O primeiro vencimento é o próximo dia do mês com este número. Ou first_due_in_days.',
  [1, DAY_OF_MONTH_MAX],
  10,
);
const cycles = numberOrNull(
  'Quantos débitos; null: até que alguém cancele. O pagamento de agora não conta.',
  [1, CYCLES_MAX],
  12,
);

/** The subscription of the payers of a link, in a body. */
export const LinkSubscriptionBody = Type.Object(
  {
    interval,
    first_due_in_days: Type.Optional(inDays),
    first_due_day: Type.Optional(onDay),
    journey: Type.Optional(journey),
    retries: Type.Optional(retries),
    cycles: Type.Optional(cycles),
  },
  {
    title: 'LinkSubscriptionRequest',
    description: 'O pagador assina, em vez de pagar uma vez. Só com preço fixo.',
  },
);

/** The same in an answer. */
export const LinkSubscriptionAnswer = Type.Object(
  {
    interval,
    first_due_in_days: inDays,
    first_due_day: onDay,
    journey,
    retries,
    cycles,
  },
  { title: 'LinkSubscription', description: 'O que os pagadores do link assinam.' },
);
