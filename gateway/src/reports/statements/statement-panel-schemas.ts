import { Type } from 'typebox';
import { CursorQuery, Day } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { postingKinds } from '#src/ledger/chart-of-accounts.ts';
import { statementAccounts } from './statement.ts';

export const StatementFilters = Type.Object({
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  account: Type.Optional(oneOf(statementAccounts)),
});

/** The period of the files for accountants. */
export const AccountingPeriod = Type.Object({
  from: Type.Optional(Day),
  to: Type.Optional(Day),
});

export const StatementQuery = Type.Object({
  ...StatementFilters.properties,
  ...CursorQuery.properties,
  charge: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Só os lançamentos de uma cobrança, de qualquer dia e numa página só.',
    }),
  ),
});

export const Statement = Type.Object({
  from: Day,
  to: Day,
  opening_balance: Type.Integer({ description: 'Centavos, antes do período.' }),
  closing_balance: Type.Integer({ description: 'Centavos, ao fim do período.' }),
  data: Type.Array(
    Type.Object({
      sequence: Type.Integer({ description: 'O número do lançamento na conta, sem buracos.' }),
      kind: oneOf(postingKinds),
      label: Type.String({ description: 'O nome do lançamento, para pessoas.' }),
      reference_id: Type.String(),
      transaction_id: Type.Union([Type.String(), Type.Null()], {
        description: 'A cobrança ou o saque de que trata o lançamento.',
      }),
      name: Type.Union([Type.String(), Type.Null()], {
        description: 'Quem pagou ou recebeu.',
      }),
      external_id: Type.Union([Type.String(), Type.Null()], {
        description: 'A sua referência, a descrição da transferência ou o motivo do ajuste.',
      }),
      amount: Type.Integer({ description: 'Centavos com sinal.' }),
      balance_after: Type.Integer(),
      created_at: Type.String(),
    }),
  ),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});
