import { Type } from 'typebox';
import { CursorQuery, Day } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { splitStatuses } from './split.ts';
import { ListedSplit } from './split-schemas.ts';

const Status = oneOf(splitStatuses);

/** A period of days, both inclusive. */
export const PeriodQuery = Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) });

export const ReceivedSplitFilters = Type.Object({
  ...PeriodQuery.properties,
  status: Type.Optional(Status),
});

export const ReceivedSplitQuery = Type.Object({
  ...ReceivedSplitFilters.properties,
  ...CursorQuery.properties,
});

export const ReceivedSplitList = Type.Object({
  data: Type.Array(ListedSplit),
  next_cursor: NullableText,
});

export const ReceivedSplitSummary = Type.Object({
  from: Day,
  to: Day,
  origins: Type.Array(
    Type.Object({
      username: Type.String(),
      name: Type.String(),
      count: Type.Integer(),
      paid_amount: Type.Integer({ description: 'Centavos.' }),
      pending_amount: Type.Integer({ description: 'Centavos.' }),
    }),
  ),
  paid_amount: Type.Integer(),
  pending_amount: Type.Integer(),
});
