import { Type } from 'typebox';
import { Day } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { type DiscrepancyKind, discrepancyKinds } from './discrepancy.ts';

const CentavosOrNull = Type.Union([Type.Integer({ description: 'Centavos.' }), Type.Null()]);
const Count = Type.Union([Type.Integer(), Type.Null()]);
const Centavos = Type.Integer({ description: 'Centavos.' });

const report = {
  day: Type.String(),
  bank: Type.String(),
  status: oneOf(['waiting', 'retrying', 'done']),
  failure: NullableText,
  made_at: NullableText,
  /** The end of the compared part of the day. */
  compared_until: NullableText,
  is_clean: Type.Union([Type.Boolean(), Type.Null()]),
  received_count: Count,
  payout_count: Count,
  difference_count: Count,
  balance: Type.Union([
    Type.Object({
      at_bank: Centavos,
      in_ledger: Centavos,
      outbound_in_transit: Centavos,
      inbound_in_transit: Centavos,
    }),
    Type.Null(),
  ]),
};

/** Days that were compared with the bank, or are to be. */
export const ReconciliationList = Type.Object({
  data: Type.Array(Type.Object(report)),
  next_cursor: NullableText,
  is_bank_configured: Type.Boolean(),
});

/** A day with its discrepancies. */
export const ReconciliationDetail = Type.Object({
  ...report,
  lines: Type.Array(
    Type.Object({
      kind: Type.Unsafe<DiscrepancyKind>({ type: 'string', enum: [...discrepancyKinds] }),
      subject: NullableText,
      amount_here: CentavosOrNull,
      amount_at_bank: CentavosOrNull,
      words_here: NullableText,
      words_at_bank: NullableText,
    }),
  ),
});

export const DayParams = Type.Object({
  day: Day,
});
