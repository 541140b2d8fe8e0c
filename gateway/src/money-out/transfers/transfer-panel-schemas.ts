import { Type } from 'typebox';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';

const AMOUNT_MAX = 999_999_999_999;

/** The recipient of a transfer, which the sender sees before the confirmation. */
export const Recipient = Type.Object({ username: Type.String(), name: Type.String() });

export const TransferBody = Type.Object({
  username: Type.String({ format: 'name' }),
  amount: Type.Integer({ minimum: 1, maximum: AMOUNT_MAX, description: 'Centavos.' }),
  description: Type.Optional(Type.Union([Type.String({ format: 'note' }), Type.Null()])),
  code: Type.Optional(Type.String({ format: 'second-factor-code' })),
});

export const TransferAnswer = Type.Object({
  id: Type.String(),
  direction: oneOf(['sent', 'received']),
  counterparty: Recipient,
  amount: Type.Integer({ description: 'Centavos.' }),
  description: NullableText,
  created_at: Type.String(),
});

export const TransferList = Type.Object({
  data: Type.Array(TransferAnswer),
  next_cursor: NullableText,
});
