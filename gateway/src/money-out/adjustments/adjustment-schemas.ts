import { Type } from 'typebox';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { AMOUNT_CENTAVOS_MAX } from '#src/ground/money/centavos.ts';
import { NullableText, oneOf, optionalText } from '#src/ground/schemas/text-schemas.ts';
import { BalanceAdjustmentView } from './balance-adjustment-schemas.ts';

const AMOUNT_MAX = Number(AMOUNT_CENTAVOS_MAX);
const Centavos = Type.Integer({ description: 'Centavos.' });
const Positive = Type.Integer({ minimum: 1, maximum: AMOUNT_MAX, description: 'Centavos.' });
const Reason = Type.String({ format: 'name', description: 'Por quê; o lojista lê.' });
const Reference = optionalText('reference', {
  description: 'Referência da operação, como o número do chamado.',
  examples: ['chamado-4711'],
});

export const Environment = oneOf(['test', 'live']);
export const MerchantParams = Type.Object({ username: Type.String({ maxLength: 64 }) });

export const AdjustmentList = Type.Object({
  data: Type.Array(BalanceAdjustmentView),
  next_cursor: NullableText,
});

export const HoldList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      amount: Centavos,
      wanted_amount: Centavos,
      blocked_amount: Centavos,
      missing_amount: Centavos,
      reason: Type.String(),
      reference: NullableText,
      created_at: Type.String(),
    }),
  ),
});

export const AdjustBody = Type.Object({
  environment: Environment,
  amount: Type.Integer({
    minimum: -AMOUNT_MAX,
    maximum: AMOUNT_MAX,
    not: { const: 0 },
    description: 'Centavos: um crédito é positivo, um débito negativo.',
  }),
  reason: Reason,
  reference: Reference,
  code: OptionalCode,
});

export const Adjusted = Type.Object({
  adjustment: Type.Union([BalanceAdjustmentView, Type.Null()]),
  proposal_id: NullableText,
});

export const HoldBody = Type.Object({
  environment: Environment,
  amount: Positive,
  reason: Reason,
  reference: Reference,
  code: OptionalCode,
});

export const ReleaseBody = Type.Object({
  amount: Type.Optional(Type.Union([Positive, Type.Null()])),
  reason: Reason,
  code: OptionalCode,
});
