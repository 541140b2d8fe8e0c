import type { Readable } from 'node:stream';
import { type Static, Type } from 'typebox';
import { pageLimit } from '#src/ground/schemas/query-schemas.ts';
import { instant, nullable, oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import { postingKinds } from '#src/ledger/chart-of-accounts.ts';
import { statementAccounts } from './statement.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';

const day = (description: string, example: string) =>
  Type.Optional(
    Type.String({
      description,
      'x-documented': { format: 'date', pattern: '^20[0-9]{2}-' },
      examples: [example],
    }),
  );

/** Entries of an account as JSON, or a file for accountants. */
const statementFormats = ['json', 'csv', 'days_csv', 'xlsx', 'ofx', 'pdf'] as const;

export const ApiStatementQuery = Type.Object({
  format: Type.Optional(
    oneOf(statementFormats, {
      description:
        'json (sem o parâmetro): os lançamentos de uma conta, em páginas. Os outros são ' +
        'arquivos para a contabilidade, com uma linha por movimento e o bruto e a tarifa ' +
        'separados: csv, xlsx (com os totais por dia) e ofx; days_csv só tem os totais por dia, ' +
        'e pdf é o fechamento do período. Eles não levam account, limit e cursor.',
      examples: ['xlsx'],
    }),
  ),
  account: Type.Optional(
    oneOf(statementAccounts, {
      description: 'A conta; sem o parâmetro, o saldo disponível.',
      examples: ['available'],
    }),
  ),
  from: day(
    'O primeiro dia, em Brasília. Sem ele, os últimos 30 dias ou, com cursor, desde o começo.',
    '2026-11-01',
  ),
  to: day('O último dia, em Brasília; sem ele, hoje.', '2026-11-30'),
  limit: pageLimit('Quantos por página.', 50),
  cursor: Type.Optional(
    Type.String({
      description: 'O next_cursor da página anterior, também de outro dia.',
      'x-documented': { pattern: '^[0-9]{1,15}$' },
      examples: ['1042'],
    }),
  ),
});

const amount = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

const entry = Type.Object(
  {
    sequence: amount('O número do lançamento na conta, sem buracos.', 1042),
    kind: oneOf(postingKinds, { description: 'O tipo do lançamento.', examples: ['charge_paid'] }),
    label: text('O nome do lançamento, para pessoas.', 'Cobrança recebida'),
    reference_id: text('Do que o lançamento trata: com o tipo, é único.', EXAMPLE_ID),
    transaction_id: nullable(text('A cobrança ou o saque de que trata.', EXAMPLE_ID)),
    external_id: nullable(
      text('A sua referência, a descrição da transferência ou o motivo do ajuste.', 'pedido-1001'),
    ),
    amount: amount('Centavos com sinal: positivo entra na conta, negativo sai.', 9793),
    balance_after: amount('O saldo da conta depois dele, em centavos.', 109_793),
    created_at: instant('Quando foi lançado.'),
  },
  { title: 'StatementEntry', description: 'Um movimento da conta.' },
);

export const ApiStatement = Type.Object(
  {
    account: oneOf(statementAccounts, {
      description: 'A conta.',
      examples: ['available'],
    }),
    from: nullable(text('O primeiro dia do período; null desde o começo.', '2026-11-01')),
    to: text('O último dia do período.', '2026-11-30'),
    opening_balance: amount('Centavos, antes do período.', 100_000),
    closing_balance: amount('Centavos, ao fim do período ou agora.', 109_793),
    data: Type.Array(entry, { description: 'Os lançamentos da página.' }),
    next_cursor: nullable(
      text('O cursor para continuar, agora ou mais tarde; null só sem lançamentos.', '1042'),
    ),
    has_more: Type.Boolean({
      description: 'Se o período tem mais lançamentos depois desta página.',
      examples: [false],
    }),
  },
  { title: 'Statement', description: 'Os lançamentos de uma conta, os mais antigos primeiro.' },
);

export type StatementQuery = Static<typeof ApiStatementQuery>;

const file = (description: string, isBinary = false) => ({
  schema: Type.Unsafe<Readable>({
    type: 'string',
    description,
    ...(isBinary && { format: 'binary' }),
  }),
});

/** The answer of the statement: entries, or a file. */
export const StatementAnswer = {
  description: 'Os lançamentos, ou o arquivo.',
  content: {
    'application/json': { schema: ApiStatement },
    'text/csv': file('Movimentos, ou totais por dia, com ponto e vírgula.'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': file('XLSX.', true),
    'application/x-ofx': file('OFX 2.2.'),
    'application/pdf': file('O fechamento do período.', true),
  },
};
